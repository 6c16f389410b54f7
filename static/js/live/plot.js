/** The score of each system against the number of judgments. */

import { makeSvg, setAttributes, setText } from "../shared/dom.js";
import { colourOf } from "./colours.js";
import { number } from "./numbers.js";

const HEIGHT = 340; // these in pixels
const NARROWEST = 320;
const LEFT = 46;
const TOP = 14;
const BOTTOM = 34;
const LETTER = 8;
const NAMED = 20; // names at the ends of the lines: more would cover each other
const LONGEST_NAME = 18; // letters

export function drawPlot(place, history) {
  const figure = place.querySelector("svg") ?? newFigure(place);
  const { judgments } = history;
  const runs = history.runs.filter((run) => run.means.some((mean) => mean !== null));
  const frame = frameOf(place, runs, judgments.at(-1) ?? 0);
  setAttributes(figure, { viewBox: `0 0 ${frame.width} ${HEIGHT}` });
  drawAxes(figure.querySelector(".axes"), frame);
  drawLines(figure.querySelector(".lines"), runs, judgments, frame);
  drawNames(figure.querySelector(".names"), runs.slice(0, NAMED), frame);
}

/** Where numbers are drawn: as wide as the page allows, between the lowest and the highest mean. */
function frameOf(place, runs, last) {
  const width = Math.max(NARROWEST, place.clientWidth);
  const longest = Math.max(...runs.map((run) => shortened(run.name).length), 0);
  const right = width - LETTER * longest - 12;
  const means = runs.flatMap((run) => run.means.filter((mean) => mean !== null));
  const [low, high] = means.length ? [Math.min(...means), Math.max(...means)] : [0, 1];
  return {
    width, right, last, low, high,
    x: (value) => LEFT + (value / (last || 1)) * (right - LEFT),
    y: (value) => HEIGHT - BOTTOM - ((value - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM),
  };
}

function newFigure(place) {
  const attributes = { role: "img", "aria-label": "Mean score of each system as judgments arrived" };
  const groups = ["axes", "lines", "names"].map((name) => makeSvg("g", { class: name }));
  const figure = makeSvg("svg", attributes, ...groups);
  place.replaceChildren(figure);
  return figure;
}

/** Give the group exactly these children of a kind, each with its attributes and text. */
function settle(group, tag, wanted) {
  while (group.children.length > wanted.length) group.lastChild.remove();
  wanted.forEach(([attributes, text], i) => {
    const node = group.children[i] ?? group.appendChild(makeSvg(tag));
    setAttributes(node, attributes);
    if (text !== undefined) setText(node, text);
  });
}

function group(parent, name) {
  return parent.querySelector(`.${name}`) ?? parent.appendChild(makeSvg("g", { class: name }));
}

function drawAxes(axes, { x, y, right, last, low, high }) {
  const levels = ticks(low, high);
  const digits = Math.max(0, -Math.floor(Math.log10(levels.length > 1 ? levels[1] - levels[0] : 1) + 1e-9));
  settle(group(axes, "grid"), "line", levels.map((value) => [{ x1: LEFT, x2: right, y1: y(value), y2: y(value) }]));
  settle(group(axes, "levels"), "text", levels.map((value) => [{ x: LEFT - 8, y: y(value) + 4 }, value.toFixed(digits)]));
  const counts = ticks(0, last, 4).map(Math.round);
  settle(group(axes, "counts"), "text", counts.map((value) => [{ x: x(value), y: HEIGHT - 10 }, number(value)]));
}

/** Round numbers from low to high. */
function ticks(low, high, about = 5) {
  const rough = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-4; value += step) found.push(value);
  return found;
}

function drawLines(lines, runs, judgments, { x, y }) {
  settle(lines, "polyline", runs.map((run) => {
    const points = run.means
      .map((mean, i) => (mean === null ? null : `${x(judgments[i]).toFixed(1)},${y(mean).toFixed(1)}`))
      .filter(Boolean);
    return [{ class: `line ${colourOf(run.name)}`, points: points.join(" ") }];
  }));
}

const shortened = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/** Names stand beside the ends of their lines, pushed apart where these are close. */
function drawNames(names, runs, { y, right, low }) {
  const placed = runs.map((run) => ({ run, at: y(run.means.at(-1) ?? low) })).sort((a, b) => a.at - b.at);
  placed.forEach((label, i) => {
    label.at = Math.max(label.at, i ? placed[i - 1].at + 15 : TOP);
  });
  settle(names, "text", placed.map(({ run, at }) => (
    [{ class: `end ${colourOf(run.name)}`, x: right + 8, y: at + 4 }, shortened(run.name)]
  )));
}
