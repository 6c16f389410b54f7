/** An item -> what is shown of it: a text, an image or a page of results. */

import { make } from "../shared/dom.js";
import { format } from "./prose.js";
import { t } from "./texts.js";

/** An element with a text whose direction its own letters decide. */
const written = (tag, className, text) => make(tag, { class: className, dir: "auto" }, text);

function passage({ text }) {
  const made = make("div", { class: "text prose" });
  format(made, text);
  return made;
}

function picture({ image, alt, text }, name) {
  const img = make("img", { src: image, alt: alt || name, decoding: "async" });
  const made = make("figure", { class: "figure" }, make("div", { class: "picture" }, img));
  if (text) made.append(written("figcaption", "caption", text));
  return made;
}

function result({ title, url, snippet }) {
  const made = make("li", { class: "result" }, written("p", "result-title", title));
  if (url) made.append(written("p", "result-url", url));
  if (snippet) made.append(written("p", "result-snippet", snippet));
  return made;
}

function resultPage({ results }) {
  return make("ol", { class: "results" }, ...results.map(result));
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
