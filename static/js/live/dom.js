// Small helpers: elements are made once and changed only where something differs, so that nothing flickers.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}

export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      node.removeAttribute(name);
    } else if (node.getAttribute(name) !== String(value)) {
      node.setAttribute(name, value);
    }
  }
}

// Returns whether the text was another one before.
export function setText(node, text) {
  if (node.textContent === text) {
    return false;
  }
  node.textContent = text;
  return true;
}

export const number = (value) => value.toLocaleString("en");
export const percent = (value, digits = 0) => `${(100 * value).toFixed(digits)}%`;
export const score = (value) => value.toFixed(4);
