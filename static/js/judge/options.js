/** The options: advance at once, shortcut keys. Kept for the session where the browser allows it. */

import { recall, remember } from "./memory.js";

export class Options {
  #boxes;

  constructor(sheet) {
    this.#boxes = [...sheet.querySelectorAll("input[type=checkbox]")];
    const kept = recall("options") ?? {};
    for (const box of this.#boxes) box.checked = kept[box.name] ?? box.defaultChecked;
    sheet.addEventListener("change", () => this.#keep());
    closeFromOutside(sheet);
  }

  on(name) {
    return this.#boxes.find((box) => box.name === name).checked;
  }

  #keep() {
    remember("options", Object.fromEntries(this.#boxes.map((box) => [box.name, box.checked])));
  }
}

/** A click elsewhere or Escape closes the options, as usual for a menu. */
function closeFromOutside(sheet) {
  document.addEventListener("click", (event) => {
    if (!sheet.contains(event.target)) sheet.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !sheet.open) return;
    sheet.open = false;
    sheet.querySelector("summary").focus();
  });
}
