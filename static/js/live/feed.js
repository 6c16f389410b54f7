// The board as it changes: by server-sent events, or by asking once a second where these do not come through.

const POLL = 1000;
const SILENCE = 25000;

export class Feed {
  // onBoard(board) is called with every change, onWay("events" | "asking" | "lost") with every change of the way.
  constructor(urls, onBoard, onWay) {
    this.urls = urls;
    this.onBoard = onBoard;
    this.onWay = onWay;
    this.tag = null;
    this.timer = null;
    this.watchdog = null;
  }

  start() {
    if (!("EventSource" in window)) {
      this.ask();
      return;
    }
    const source = new EventSource(this.urls.events);
    source.onmessage = (event) => {
      this.heard(source);
      this.onBoard(JSON.parse(event.data));
    };
    source.onopen = () => this.heard(source);
    source.onerror = () => {
      // CONNECTING: the browser tries again by itself, as after the usual end of a stream.
      if (source.readyState === EventSource.CLOSED) {
        this.fallBack(source);
      } else if (this.timer === null) {
        this.ask();
      }
    };
    this.arm(source, POLL * 3);
  }

  heard(source) {
    clearTimeout(this.timer);
    this.timer = null;
    this.onWay("events");
    this.arm(source, SILENCE);
  }

  // A proxy may swallow a stream without a word: then asking must do.
  arm(source, patience) {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.fallBack(source), patience);
  }

  fallBack(source) {
    clearTimeout(this.watchdog);
    source.close();
    if (this.timer === null) {
      this.ask();
    }
  }

  async ask() {
    this.timer = setTimeout(() => this.ask(), POLL);
    try {
      const answer = await fetch(this.urls.board, { headers: this.tag ? { "If-None-Match": this.tag } : {} });
      if (answer.status === 200) {
        this.tag = answer.headers.get("ETag");
        this.onBoard(await answer.json());
      }
      this.onWay(answer.ok || answer.status === 304 ? "asking" : "lost");
    } catch {
      this.onWay("lost");
    }
  }
}
