/**
 * Plain text -> DOM nodes, with the little formatting that is safe: paragraphs, line breaks, lists, *emphasis*,
 * **strong emphasis**. Nodes are built one by one and never parsed from a string, so nothing in a text can run.
 */

import { make } from "../shared/dom.js";

const BULLET = /^\s*[-*•]\s+/;
const NUMBER = /^\s*\d{1,3}[.)]\s+/;
const EMPHASIS = /(\*\*?)([^*\s](?:[^*]*[^*\s])?)\1/g;

/** Append *text* with its emphasis to *parent*. A star beside a letter, as in 2*3*4, is a star. */
function appendInline(parent, text) {
  let done = 0;
  for (const match of text.matchAll(EMPHASIS)) {
    const end = match.index + match[0].length;
    if (/[\p{L}\p{N}*]/u.test(text.charAt(match.index - 1) + text.charAt(end))) continue;
    parent.append(text.slice(done, match.index));
    parent.append(make(match[1] === "**" ? "strong" : "em", {}, match[2]));
    done = end;
  }
  parent.append(text.slice(done));
}

function paragraph(lines) {
  const made = make("p", { dir: "auto" });
  lines.forEach((line, i) => {
    if (i > 0) made.append(make("br"));
    appendInline(made, line);
  });
  return made;
}

function list(lines, marker) {
  const isNumbered = marker === NUMBER;
  const made = make(isNumbered ? "ol" : "ul", { dir: "auto", start: isNumbered ? parseInt(lines[0], 10) : null });
  for (const line of lines) {
    const entry = make("li");
    appendInline(entry, line.replace(marker, ""));
    made.append(entry);
  }
  return made;
}

const markerOf = (line) => [BULLET, NUMBER].find((marker) => marker.test(line)) ?? null;

/** Split the lines of a paragraph where a list begins or ends: [[marker or null, lines], ...]. */
function stretches(lines) {
  const found = [];
  for (const line of lines) {
    const marker = markerOf(line);
    if (found.length && found.at(-1)[0] === marker) found.at(-1)[1].push(line);
    else found.push([marker, [line]]);
  }
  return found;
}

/** The nodes of *text*. */
export function prose(text) {
  const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n\s*/).filter((part) => part.trim());
  return paragraphs.flatMap((part) =>
    stretches(part.split("\n")).map(([marker, lines]) => (marker ? list(lines, marker) : paragraph(lines))),
  );
}

/** Format the text that the server has put into *element*. */
export function format(element, text = element.textContent) {
  element.replaceChildren(...prose(text));
  element.classList.add("formatted");
}
