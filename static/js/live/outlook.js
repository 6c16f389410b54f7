/** Whether it is settled, in figures. */

import { byId, setText } from "../shared/dom.js";
import { number, percent } from "./numbers.js";

export function drawOutlook(board) {
  const figures = board.outlook;
  byId("outlook").hidden = !figures;
  byId("no-outlook").hidden = Boolean(figures);
  if (!figures) return;
  const shown = {
    leader: sure(figures.leader),
    order: sure(figures.order),
    swaps: figures.swaps.toFixed(1),
    change: figures.change.toFixed(4),
    topic_share: percent(figures.topic_share),
    needed_leader: needed(figures.needed.leader),
    needed_order: needed(figures.needed.order),
    worth: worth(figures),
  };
  for (const node of document.querySelectorAll("[data-figure]")) setText(node, shown[node.dataset.figure]);
  byId("unknown-workers").hidden = figures.workers_known;
  drawRule(board.stop, figures.decided);
}

/** A probability; never quite certain, however many draws agree. */
function sure(probability) {
  return probability > 0.999 ? ">99.9%" : percent(probability, 1);
}

function needed(judgments) {
  return judgments === null ? "more than can be foreseen" : judgments ? `about ${number(Number(judgments.toPrecision(2)))}` : "none";
}

function worth(figures) {
  const above = figures.worth.filter((line) => line.worth > figures.new_topic).map((line) => line.topic);
  const topics = figures.worth.map((line) => line.topic).slice(0, 6).join(", ") || "nothing is open";
  return above.length ? `topics ${topics}` : `new topics; of those begun ${topics}`;
}

function drawRule(rule, probability) {
  for (const id of ["rule", "rule-name"]) byId(id).hidden = !rule;
  if (rule) {
    const closes = rule.closes === "campaign" ? "the campaign closes" : "a topic closes";
    const now = probability === undefined ? "" : ` (now ${sure(probability)})`;
    setText(byId("rule"), `${closes} when “${rule.comparison}” is ${percent(rule.level)} sure${now}`);
  }
}
