/** The line that speaks: the connection, and short words to the assessor. Read aloud by screen readers. */

import { byId, setText } from "../shared/dom.js";
import { t } from "./texts.js";

const LINGER = 5000; // ms that good news stays

export class Status {
  #line = byId("status");
  #saved = byId("saved");
  #wasLost = false;
  #timer = null;

  /** Short words; "" takes them away, unless the connection is lost, which stays on top. */
  say(words) {
    if (this.#wasLost) return;
    this.#write(words, "");
  }

  connection(state, waiting) {
    setText(this.#saved, state === "saved" ? t("saved") : "");
    if (state === "lost") {
      this.#wasLost = true;
      this.#write(t("lost", { n: waiting }), "lost");
    } else if (state === "saved" && this.#wasLost) {
      this.#wasLost = false;
      this.#write(t("back_again"), "back");
      this.#timer = setTimeout(() => this.#write("", ""), LINGER);
    }
  }

  #write(words, kind) {
    clearTimeout(this.#timer);
    this.#line.className = `status ${kind}`.trim();
    setText(this.#line, words);
  }
}
