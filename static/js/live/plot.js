// The score of each system against the number of judgments.

import { colourOf } from "./colours.js";
import { number, setAttributes, setText, svg } from "./dom.js";

const WIDTH = 860;
const HEIGHT = 340;
const LEFT = 46;
const RIGHT = 150;
const TOP = 12;
const BOTTOM = 34;
// Names at the ends of the lines: more would cover each other.
const NAMED = 20;

export function drawPlot(place, history) {
  const figure = place.querySelector("svg") ?? newFigure(place);
  const { judgments } = history;
  const runs = history.runs.filter((run) => run.means.some((mean) => mean !== null));
  const last = judgments.at(-1) ?? 0;
  const highest = Math.max(...runs.flatMap((run) => run.means.map((mean) => mean ?? 0)), 0.01);
  const x = (value) => LEFT + (value / (last || 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - TOP - BOTTOM);
  drawAxes(figure.querySelector(".axes"), x, y, last, highest);
  drawLines(figure.querySelector(".lines"), runs, judgments, x, y);
  drawNames(figure.querySelector(".names"), runs.slice(0, NAMED), y);
}

function newFigure(place) {
  const figure = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  figure.setAttribute("aria-label", "Mean score of each system as judgments arrived");
  figure.append(svg("g", { class: "axes" }), svg("g", { class: "lines" }), svg("g", { class: "names" }));
  place.replaceChildren(figure);
  return figure;
}

// The group gets exactly so many children of a kind, each with its attributes and text.
function settle(group, tag, wanted) {
  while (group.children.length > wanted.length) {
    group.lastChild.remove();
  }
  wanted.forEach(([attributes, text], i) => {
    const node = group.children[i] ?? group.appendChild(svg(tag));
    setAttributes(node, attributes);
    if (text !== undefined) {
      setText(node, text);
    }
  });
}

function group(parent, name) {
  return parent.querySelector(`.${name}`) ?? parent.appendChild(svg("g", { class: name }));
}

function drawAxes(axes, x, y, last, highest) {
  const levels = ticks(highest);
  const digits = Math.max(0, -Math.floor(Math.log10(levels[1] ?? 1)));
  settle(group(axes, "grid"), "line", levels.map((value) => [{ x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }]));
  settle(group(axes, "levels"), "text", levels.map((value) => [{ x: LEFT - 8, y: y(value) + 4 }, value.toFixed(digits)]));
  const counts = ticks(last, 4).map(Math.round);
  settle(group(axes, "counts"), "text", counts.map((value) => [{ x: x(value), y: HEIGHT - 10 }, number(value)]));
}

// Round numbers from 0 up to the highest.
function ticks(highest, about = 5) {
  if (!highest) {
    return [0];
  }
  const rough = highest / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough);
  const found = [];
  for (let value = 0; value <= highest * 1.0001; value += step) {
    found.push(value);
  }
  return found;
}

function drawLines(lines, runs, judgments, x, y) {
  settle(lines, "polyline", runs.map((run) => {
    const points = run.means
      .map((mean, i) => (mean === null ? null : `${x(judgments[i]).toFixed(1)},${y(mean).toFixed(1)}`))
      .filter(Boolean);
    return [{ class: `line ${colourOf(run.name)}`, points: points.join(" ") }];
  }));
}

// Names stand beside the ends of their lines, pushed apart where these are close.
function drawNames(names, runs, y) {
  const placed = runs.map((run) => ({ run, at: y(run.means.at(-1) ?? 0) })).sort((a, b) => a.at - b.at);
  placed.forEach((label, i) => {
    label.at = Math.max(label.at, i ? placed[i - 1].at + 14 : TOP + 6);
  });
  settle(names, "text", placed.map(({ run, at }) => {
    const short = run.name.length > 18 ? `${run.name.slice(0, 17)}…` : run.name;
    return [{ class: `end ${colourOf(run.name)}`, x: WIDTH - RIGHT + 8, y: at + 4 }, short];
  }));
}
