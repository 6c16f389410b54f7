/** The time left of an assignment with a deadline, counted from when it arrived: a wrong clock here does no harm. */

import { setText } from "../shared/dom.js";
import { t } from "./texts.js";

const SOON = 120; // seconds; the last two minutes are announced

export class Clock {
  #element;
  #end = null;
  #warned = false;
  #onSoon;

  constructor(element, onSoon) {
    this.#element = element;
    this.#onSoon = onSoon;
    setInterval(() => this.#show(), 1000);
  }

  start(secondsLeft) {
    this.#end = secondsLeft === null ? null : performance.now() + secondsLeft * 1000;
    this.#warned = false;
    this.#element.classList.remove("soon");
    this.#show();
  }

  #show() {
    this.#element.hidden = this.#end === null;
    if (this.#end === null) return;
    const left = Math.max(0, Math.round((this.#end - performance.now()) / 1000));
    this.#write(left);
    if (left <= SOON && !this.#warned) {
      this.#warned = true;
      this.#element.classList.add("soon");
      this.#onSoon();
    }
  }

  #write(left) {
    setText(this.#element, left > SOON ? t("minutes_left", { n: Math.ceil(left / 60) }) : t("seconds_left", { n: left }));
  }
}
