/** The interface's texts in the reader's language, as the page brought them. */

let texts = {};

export function useTexts(catalogue) {
  texts = catalogue;
}

/** The text named *key*, its {places} filled in. */
export function t(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}
