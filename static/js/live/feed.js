/** The board as it changes: by server-sent events, or by asking once a second where these do not come through. */

const POLL = 1000; // ms between two questions
const FIRST_WORD = 3000; // ms in which a stream must begin
const SILENCE = 25_000; // ms without a sign of life after which a stream counts as dead

export class Feed {
  #urls;
  #onBoard;
  #onConnection;
  #tag = null;
  #poll = null;
  #watchdog = null;

  /** *onBoard* is told every change of the board; *onConnection* whether it comes by "events", "asking", or is "lost". */
  constructor(urls, { onBoard, onConnection }) {
    this.#urls = urls;
    this.#onBoard = onBoard;
    this.#onConnection = onConnection;
  }

  start() {
    if (!("EventSource" in window)) return this.#ask();
    const source = new EventSource(this.#urls.events);
    source.addEventListener("open", () => this.#heard(source));
    source.addEventListener("message", (event) => {
      this.#heard(source);
      this.#onBoard(JSON.parse(event.data));
    });
    source.addEventListener("error", () => {
      // CONNECTING: the browser tries again by itself, as after the usual end of a stream.
      if (source.readyState === EventSource.CLOSED) this.#fallBack(source);
      else if (this.#poll === null) this.#ask();
    });
    this.#watch(source, FIRST_WORD);
  }

  #heard(source) {
    clearTimeout(this.#poll);
    this.#poll = null;
    this.#onConnection("events");
    this.#watch(source, SILENCE);
  }

  /** A proxy may swallow a stream without an error: then the page asks instead. */
  #watch(source, patience) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#fallBack(source), patience);
  }

  #fallBack(source) {
    clearTimeout(this.#watchdog);
    source.close();
    if (this.#poll === null) this.#ask();
  }

  async #ask() {
    this.#poll = setTimeout(() => this.#ask(), POLL);
    try {
      const answer = await fetch(this.#urls.board, { headers: this.#tag ? { "If-None-Match": this.#tag } : {} });
      if (answer.status === 200) {
        this.#tag = answer.headers.get("ETag");
        this.#onBoard(await answer.json());
      }
      this.#onConnection(answer.ok || answer.status === 304 ? "asking" : "lost");
    } catch {
      this.#onConnection("lost");
    }
  }
}
