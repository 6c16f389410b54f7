/** An item -> what is shown of it: a text, an image or a page of results. */

import { format } from "./prose.js";
import { t } from "./texts.js";

function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) {
    made.textContent = text;
    made.dir = "auto";
  }
  return made;
}

function passage({ text }) {
  const made = element("div", "text prose");
  format(made, text);
  return made;
}

function picture({ image, alt, text }, name) {
  const made = element("figure", "figure");
  const frame = element("div", "picture");
  const img = document.createElement("img");
  img.src = image;
  img.alt = alt || name;
  img.decoding = "async";
  frame.append(img);
  made.append(frame);
  if (text) made.append(element("figcaption", "caption", text));
  return made;
}

function result({ title, url, snippet }) {
  const made = element("li", "result");
  made.append(element("p", "result-title", title));
  if (url) made.append(element("p", "result-url", url));
  if (snippet) made.append(element("p", "result-snippet", snippet));
  return made;
}

function resultPage({ results }) {
  const made = element("ol", "results");
  made.append(...results.map(result));
  return made;
}

const KINDS = { text: passage, image: picture, results: resultPage };

/** The name an item goes by on the page, e.g. "Passage 1"; without a number, "Passage". */
export function nameOf(item, number = "") {
  return `${t(`name_${item.kind}`)} ${number}`.trim();
}

export function material(item, name) {
  const made = KINDS[item.kind](item, name);
  if (item.lang) made.lang = item.lang;
  return made;
}

/** Fetch the images of a task before it is shown. */
export function prefetch(task) {
  for (const item of [task.left, task.right, task.item]) {
    if (item?.kind === "image") new Image().src = item.image;
  }
}
