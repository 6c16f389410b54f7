/** What can be answered: a value as the API counts it, the words for it, and the key that gives it. */

import { t } from "./texts.js";

// Negative prefers the left item, 2 means "definitely". Strict scales have 2 or 4 answers, weak ones 3 or 5.
const SCALES = { 2: [-1, 1], 3: [-1, 0, 1], 4: [-2, -1, 1, 2], 5: [-2, -1, 0, 1, 2] };
const WORDS = { "-2": "definitely_1", "-1": "better_1", 0: "tie", 1: "better_2", 2: "definitely_2" };
const KEYS = { "-2": "⇧1", "-1": "1", 0: "0", 1: "2", 2: "⇧2" };

export function pairAnswers(scale) {
  return SCALES[scale].map((value) => ({ value, label: t(WORDS[value]), key: KEYS[value] }));
}

/** The grades of the campaign, best first; the keys count them from 1. */
export function gradeAnswers(grades) {
  return grades.map(({ value, name, guideline }, i) => ({ value, label: name, guideline, key: String(i + 1) }));
}
