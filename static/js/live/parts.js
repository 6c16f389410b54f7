/** The parts of the page behind the board: each is fetched again when the board has changed and the part is in sight. */

const REST = 2000; // ms between two fetches

export class Parts {
  #urls;
  #parts;
  #found = {};
  #stale = new Set();
  #busy = false;

  /** *parts*: name -> {draw(found), wanted()}; a part without *wanted* is always in sight. */
  constructor(urls, parts) {
    this.#urls = urls;
    this.#parts = parts;
  }

  /** The board has changed, and every part with it. */
  refresh() {
    this.#stale = new Set(Object.keys(this.#parts));
    this.fetch();
  }

  /** Draw a part again as it was fetched last. */
  redraw(name) {
    if (name in this.#found) this.#parts[name].draw(this.#found[name]);
  }

  /** Fetch what is stale and in sight. */
  async fetch() {
    const names = [...this.#stale].filter((name) => this.#parts[name].wanted?.() ?? true);
    if (this.#busy || !names.length) return;
    this.#busy = true;
    for (const name of names) this.#stale.delete(name);
    try {
      await Promise.all(names.map((name) => this.#load(name)));
    } catch {
      for (const name of names) this.#stale.add(name);
    }
    setTimeout(() => {
      this.#busy = false;
      this.fetch();
    }, REST);
  }

  async #load(name) {
    const answer = await fetch(this.#urls[name]);
    if (!answer.ok) return;
    this.#found[name] = await answer.json();
    this.redraw(name);
  }
}
