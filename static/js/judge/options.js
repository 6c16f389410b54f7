/** The assessor's own settings: advance at once, shortcut keys. Kept for the sitting where the browser lets us. */

import { recall, remember } from "./memory.js";

export class Options {
  #boxes;

  constructor(form) {
    this.#boxes = [...form.querySelectorAll("input[type=checkbox]")];
    const kept = recall("options") ?? {};
    for (const box of this.#boxes) box.checked = kept[box.name] ?? box.defaultChecked;
    form.addEventListener("change", () => this.#keep());
  }

  on(name) {
    return this.#boxes.find((box) => box.name === name).checked;
  }

  #keep() {
    remember("options", Object.fromEntries(this.#boxes.map((box) => [box.name, box.checked])));
  }
}
