// The leaderboard: rows are kept by the name of their run, changed where they differ, and moved when the order does.

import { colourOf } from "./colours.js";
import { make, percent, score, setAttributes, setText, svg } from "./dom.js";

const WIDTH = 200;
const HEIGHT = 16;
const MARGIN = 4;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export function drawTable(body, runs) {
  const known = new Map([...body.rows].map((row) => [row.dataset.run, row]));
  const before = new Map([...known].map(([name, row]) => [name, row.getBoundingClientRect().top]));
  const scale = scaleOf(runs);
  runs.forEach((run, place) => {
    const row = known.get(run.name) ?? newRow(run.name);
    known.delete(run.name);
    fill(row, run, scale);
    if (body.rows[place] !== row) {
      body.insertBefore(row, body.rows[place] ?? null);
    }
  });
  known.forEach((row) => row.remove());
  glide(body, before);
}

function newRow(name) {
  const row = make("tr", { "data-run": name });
  row.append(
    make("td", { class: "number place" }),
    make("th", { scope: "row" }, make("span", { class: "name" }, name), make("span", { class: "moved" })),
    make("td", { class: "number mean" }),
    make("td", { class: "range" }),
    make("td", { class: "number compared" }),
    make("td", { class: "number known" }),
  );
  return row;
}

// From the lowest end of an interval to the highest: as wide as the differences allow.
function scaleOf(runs) {
  const low = Math.min(...runs.map((run) => run.low ?? run.mean));
  const high = Math.max(...runs.map((run) => run.high ?? run.mean));
  return (value) => (MARGIN + ((value - low) / (high - low || 1)) * (WIDTH - 2 * MARGIN)).toFixed(1);
}

function fill(row, run, scale) {
  setText(row.querySelector(".place"), String(run.place));
  describe(row.querySelector("th"), run.description);
  const moved = row.querySelector(".moved");
  setText(moved, run.moved > 0 ? `▲${run.moved}` : run.moved < 0 ? `▼${-run.moved}` : "");
  setAttributes(moved, { class: `moved ${run.moved > 0 ? "up" : "down"}` });
  const mean = row.querySelector(".mean");
  const old = Number(mean.textContent || run.mean);
  if (setText(mean, score(run.mean)) && old !== run.mean) {
    flash(mean);
  }
  drawRange(row.querySelector(".range"), run, scale);
  setText(row.querySelector(".compared"), percent(run.compared));
  setText(row.querySelector(".known"), percent(run.known));
}

function describe(cell, text) {
  const shown = cell.querySelector(".description");
  if (!text) {
    shown?.remove();
  } else if (shown) {
    setText(shown, text);
  } else {
    cell.append(make("span", { class: "description" }, text));
  }
}

function drawRange(cell, run, at) {
  let figure = cell.querySelector("svg");
  if (!figure) {
    figure = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    figure.append(svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    figure.append(svg("line", { class: `whisker ${colourOf(run.name)}`, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    figure.append(svg("line", { class: `dot ${colourOf(run.name)}`, y1: 1, y2: HEIGHT - 1 }));
    cell.replaceChildren(figure, make("span", { class: "bounds" }));
  }
  const [, whisker, dot] = figure.children;
  setAttributes(whisker, { x1: at(run.low ?? run.mean), x2: at(run.high ?? run.mean) });
  setAttributes(dot, { x1: at(run.mean), x2: at(run.mean) });
  setText(cell.querySelector(".bounds"), run.low === null ? "none yet" : `${score(run.low)}–${score(run.high)}`);
}

// A number that changed is marked for a moment; starting anew needs a reflow in between.
function flash(node) {
  node.classList.remove("changed");
  void node.offsetWidth;
  node.classList.add("changed");
}

function glide(body, before) {
  if (still.matches) {
    return;
  }
  for (const row of body.rows) {
    const shift = before.has(row.dataset.run) ? before.get(row.dataset.run) - row.getBoundingClientRect().top : 0;
    if (shift) {
      row.animate([{ transform: `translateY(${shift}px)` }, { transform: "none" }], { duration: 400, easing: "ease" });
    }
  }
}
