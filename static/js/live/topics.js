/** Scores topic by topic; a cell is the darker the higher its score. */

import { make, setAttributes, setText } from "../shared/dom.js";
import { number } from "./numbers.js";

const SHADES = 8;

export function drawTopics(table, found, order) {
  const topics = [...found.topics].sort(ORDERS[order] ?? ORDERS.topic);
  const head = table.tHead ?? table.createTHead();
  const body = table.tBodies[0] ?? table.createTBody();
  fillRow(head.rows[0] ?? head.insertRow(), "th", ["topic", "judgments", ...found.runs]);
  while (body.rows.length > topics.length) body.deleteRow(-1);
  topics.forEach((topic, i) => {
    const row = body.rows[i] ?? body.insertRow();
    fillRow(row, "td", [topic.topic, number(topic.judgments), ...topic.values.map((value) => value.toFixed(3))]);
    topic.values.forEach((value, j) => {
      setAttributes(row.cells[j + 2], { class: `number shade${Math.min(SHADES, Math.ceil(value * SHADES))}` });
    });
  });
}

const spread = (topic) => Math.max(...topic.values) - Math.min(...topic.values);
const ORDERS = {
  topic: (a, b) => a.topic.localeCompare(b.topic, "en", { numeric: true }),
  judgments: (a, b) => b.judgments - a.judgments,
  spread: (a, b) => spread(b) - spread(a),
};

function fillRow(row, tag, texts) {
  while (row.cells.length > texts.length) row.deleteCell(-1);
  texts.forEach((text, i) => setText(row.cells[i] ?? row.appendChild(make(tag)), text));
}
