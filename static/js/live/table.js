/** The leaderboard: rows are kept by the name of their run, changed where they differ, and moved when the order does. */

import { make, makeSvg, setAttributes, setText } from "../shared/dom.js";
import { colourOf } from "./colours.js";
import { percent, score } from "./numbers.js";

const WIDTH = 200;
const HEIGHT = 16;
const MARGIN = 4;
// With more systems than these something moves all the time, and moving it takes longer than judging.
const LIVELY = 30;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export function drawTable(body, runs) {
  const known = new Map([...body.rows].map((row) => [row.dataset.run, row]));
  const lively = !still.matches && runs.length <= LIVELY;
  const moving = lively && [...known.keys()].some((name, place) => name !== runs[place]?.name);
  const before = moving ? tops(body) : new Map();
  const scale = scaleOf(runs);
  runs.forEach((run, place) => {
    const row = known.get(run.name) ?? newRow(run.name);
    known.delete(run.name);
    if (fill(row, run, scale) && lively) flash(row.querySelector(".mean"));
    if (body.rows[place] !== row) body.insertBefore(row, body.rows[place] ?? null);
  });
  known.forEach((row) => row.remove());
  glide(body, before);
}

/** Run -> the top of its row. Measuring makes the browser lay out the page, so it is done only when rows move. */
function tops(body) {
  return new Map([...body.rows].map((row) => [row.dataset.run, row.getBoundingClientRect().top]));
}

function newRow(name) {
  return make(
    "tr",
    { "data-run": name },
    make("td", { class: "number place" }),
    make("th", { scope: "row" }, make("span", { class: "name" }, name), make("span", { class: "moved" })),
    make("td", { class: "number mean" }),
    make("td", { class: "range" }),
    make("td", { class: "number compared" }),
    make("td", { class: "number known" }),
  );
}

/** Score -> its place in the drawing, from the lowest end of an interval to the highest. */
function scaleOf(runs) {
  const low = Math.min(...runs.map((run) => run.low ?? run.mean));
  const high = Math.max(...runs.map((run) => run.high ?? run.mean));
  return (value) => (MARGIN + ((value - low) / (high - low || 1)) * (WIDTH - 2 * MARGIN)).toFixed(1);
}

/** Write a run into its row; true when its mean was another one before. */
function fill(row, run, scale) {
  setText(row.querySelector(".place"), String(run.place));
  describe(row.querySelector("th"), run.description);
  const moved = row.querySelector(".moved");
  setText(moved, run.moved > 0 ? `▲${run.moved}` : run.moved < 0 ? `▼${-run.moved}` : "");
  setAttributes(moved, { class: `moved ${run.moved > 0 ? "up" : "down"}` });
  drawRange(row.querySelector(".range"), run, scale);
  setText(row.querySelector(".compared"), percent(run.compared));
  setText(row.querySelector(".known"), percent(run.known));
  return setText(row.querySelector(".mean"), score(run.mean));
}

function describe(cell, text) {
  const shown = cell.querySelector(".description");
  if (!text) shown?.remove();
  else if (shown) setText(shown, text);
  else cell.append(make("span", { class: "description" }, text));
}

function drawRange(cell, run, at) {
  let figure = cell.querySelector("svg");
  if (!figure) {
    figure = makeSvg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    figure.append(makeSvg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    figure.append(makeSvg("line", { class: `whisker ${colourOf(run.name)}`, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    figure.append(makeSvg("line", { class: `dot ${colourOf(run.name)}`, y1: 1, y2: HEIGHT - 1 }));
    cell.replaceChildren(figure, make("span", { class: "bounds" }));
  }
  const [, whisker, dot] = figure.children;
  setAttributes(whisker, { x1: at(run.low ?? run.mean), x2: at(run.high ?? run.mean) });
  setAttributes(dot, { x1: at(run.mean), x2: at(run.mean) });
  setText(cell.querySelector(".bounds"), run.low === null ? "none yet" : `${score(run.low)}–${score(run.high)}`);
}

/** A number that changed is marked for a moment. */
function flash(node) {
  const fading = [{ backgroundColor: "var(--tint)" }, { backgroundColor: "transparent" }];
  node.animate(fading, { duration: 1200, easing: "ease-out" });
}

function glide(body, before) {
  const after = before.size ? tops(body) : new Map();
  for (const row of body.rows) {
    const shift = before.has(row.dataset.run) ? before.get(row.dataset.run) - after.get(row.dataset.run) : 0;
    if (shift) {
      row.animate([{ transform: `translateY(${shift}px)` }, { transform: "none" }], { duration: 400, easing: "ease" });
    }
  }
}
