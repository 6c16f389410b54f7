/** Numbers as the live page writes them. */

export const number = (value) => value.toLocaleString("en");
export const percent = (value, digits = 0) => `${(100 * value).toFixed(digits)}%`;
export const score = (value) => value.toFixed(4);
