/**
 * A queue of calls to the server: sent in order, each one retried until it is acknowledged or refused.
 *
 * It is held in memory. Where the browser allows it, a copy of the unsent answers is kept in sessionStorage, so that they
 * also survive a reload without a connection.
 */

import { Lost } from "./api.js";
import { recall, remember } from "./memory.js";

const PAUSES = [300, 1000, 2000, 4000, 8000]; // ms between retries, the last one repeated

export class Outbox {
  #api;
  #queue = [];
  #running = false;
  #wake = () => {};
  #onState;
  #name;

  /** *onState* is told "sending", "saved" or "lost", and how many calls are waiting. */
  constructor(api, name, onState) {
    this.#api = api;
    this.#name = `outbox ${name}`;
    this.#onState = onState;
    window.addEventListener("online", () => this.#wake());
    for (const { method, path, body } of recall(this.#name) ?? []) this.add(method, path, body).catch(() => {});
  }

  get waiting() {
    return this.#queue.length;
  }

  /** Send when its turn comes; resolves with the server's answer, rejects when the server refuses. */
  add(method, path, body) {
    const sent = new Promise((resolve, reject) => this.#queue.push({ method, path, body, resolve, reject }));
    this.#keep();
    this.#run();
    return sent;
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    this.#onState("sending", this.waiting);
    while (this.#queue.length) await this.#deliver(this.#queue[0]);
    this.#running = false;
    this.#onState("saved", 0);
  }

  async #deliver({ method, path, body, resolve, reject }) {
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await this.#api.call(method, path, body);
        this.#drop();
        return resolve(answer);
      } catch (error) {
        if (!(error instanceof Lost)) {
          this.#drop();
          return reject(error);
        }
      }
      if (tries > 0) this.#onState("lost", this.waiting); // a single failure is not worth a message
      await this.#pause(PAUSES[Math.min(tries, PAUSES.length - 1)]);
    }
  }

  #pause(ms) {
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, ms);
    });
  }

  #drop() {
    this.#queue.shift();
    this.#keep();
  }

  #keep() {
    const answers = this.#queue.filter(({ method }) => method === "PUT");
    remember(this.#name, answers.map(({ method, path, body }) => ({ method, path, body })));
  }
}
