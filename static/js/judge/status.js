/** The status line: the state of the connection, and short messages. Screen readers read it aloud. */

import { byId, setText } from "../shared/dom.js";
import { t } from "./texts.js";

const LINGER = 5000; // ms that good news stays

export class Status {
  #line = byId("status");
  #saved = byId("saved");
  #wasLost = false;
  #timer = null;

  /** Show a short message; "" removes it. While the connection is lost, that message stays. */
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
