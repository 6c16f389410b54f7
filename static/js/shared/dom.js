/** Elements: found, made, and changed only where something differs, so that nothing flickers. */

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** The JSON that came with the page. */
export function pageData() {
  return JSON.parse(byId("page").textContent);
}

/** A new element; strings among the *children* become text, never HTML. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for a part of a drawing. */
export function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}

/** Set attributes; null, undefined and false take one away. */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
}

/** Set the text; true when it was another one before. */
export function setText(node, text) {
  if (node.textContent === text) return false;
  node.textContent = text;
  return true;
}
