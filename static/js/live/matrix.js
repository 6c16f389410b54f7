/** Which systems differ significantly, best first. */

import { make, setAttributes, setText } from "../shared/dom.js";

// More rows and columns than these nobody can read.
const MOST = 30;

export function drawMatrix(table, found) {
  const names = found.holm.length ? found.runs.slice(0, MOST) : [];
  shape(table, names.length);
  names.forEach((name, i) => {
    const row = table.rows[i + 1];
    setText(row.cells[0], `${i + 1}. ${name}`);
    setText(table.rows[0].cells[i + 1], String(i + 1));
    setAttributes(table.rows[0].cells[i + 1], { title: name });
    names.forEach((other, j) => fill(row.cells[j + 1], name, other, i === j ? null : found.holm[i][j]));
  });
  return found.runs.length > MOST ? `The best ${MOST} of ${found.runs.length} systems; the tests are of all. ` : "";
}

function shape(table, size) {
  if (table.rows.length === size + 1 && size) return;
  table.replaceChildren();
  for (let i = 0; i <= size; i += 1) {
    const row = make("tr");
    for (let j = 0; j <= size; j += 1) {
      row.append(Boolean(i) === Boolean(j) ? make("td") : make("th", { scope: i ? "row" : "col" }));
    }
    table.append(row);
  }
}

/** A p-value with as many digits as matter. */
function told(p) {
  return p < 0.001 ? "<.001" : p.toFixed(p < 0.1 ? 3 : 2).replace(/^0/, "");
}

function fill(cell, name, other, p) {
  setText(cell, p === null ? "" : told(p));
  const level = p === null ? "self" : p < 0.01 ? "sure" : p < 0.05 ? "likely" : "open";
  setAttributes(cell, { class: level, title: p === null ? null : `${name} and ${other}: p = ${p.toFixed(4)}` });
}
