/** The live page: the board comes by the feed; the parts that depend on it are fetched when it has changed. */

import { byId, pageData, setAttributes, setText } from "../shared/dom.js";
import { Feed } from "./feed.js";
import { drawMatrix } from "./matrix.js";
import { number, percent } from "./numbers.js";
import { drawOutlook } from "./outlook.js";
import { Parts } from "./parts.js";
import { drawPlot } from "./plot.js";
import { drawTable } from "./table.js";
import { drawTopics } from "./topics.js";

const CONNECTIONS = { events: "live", asking: "live, asking every second", lost: "connection lost, trying again" };
const MOVERS = 4; // runs whose change of place is told

function drawBoard(board) {
  setText(byId("judgments"), number(board.judgments));
  setText(byId("judged-topics"), `${number(board.judged_topics)} of ${number(board.progress.topics)}`);
  setText(byId("done-topics"), `${number(board.progress.done)} of ${number(board.progress.topics)}`);
  byId("pace").hidden = board.pace === null;
  setText(byId("pace").querySelector("[data-pace]"), number(Math.round(board.pace ?? 0)));
  setText(byId("missing"), number(board.progress.missing));
  setText(byId("state"), board.state);
  setText(byId("sensitivity"), board.sensitivity === null ? "–" : percent(board.sensitivity, 1));
  drawTable(byId("board").tBodies[0], board.runs);
  drawOutlook(board);
  drawMovers(board.runs);
}

function drawMovers(runs) {
  const moved = runs.filter((run) => run.moved).sort((a, b) => Math.abs(b.moved) - Math.abs(a.moved)).slice(0, MOVERS);
  const told = moved.map((run) => `${run.name} ${run.moved > 0 ? "up" : "down"} ${Math.abs(run.moved)}`);
  setText(byId("movers"), told.length ? `Biggest movers: ${told.join(", ")}.` : "");
}

function drawConnection(way) {
  setText(byId("connection"), CONNECTIONS[way]);
  setAttributes(byId("connection"), { "data-way": way });
}

class Board {
  #parts;
  #latest = null;

  constructor({ board, urls }) {
    const details = byId("topics-details");
    this.#parts = new Parts(urls, {
      history: { draw: (found) => drawPlot(byId("plot"), found) },
      significance: { draw: (found) => setText(byId("matrix-part"), drawMatrix(byId("matrix"), found)) },
      topics: {
        draw: (found) => drawTopics(byId("topics"), found, byId("topics-sort").value),
        wanted: () => details.open,
      },
    });
    details.addEventListener("toggle", () => this.#parts.fetch());
    byId("topics-sort").addEventListener("change", () => this.#parts.redraw("topics"));
    window.addEventListener("resize", () => this.#parts.redraw("history"));
    this.#show(board);
    new Feed(urls, { onBoard: (changed) => this.#show(changed), onConnection: drawConnection }).start();
  }

  /** Boards may come faster than they can be drawn: only the latest is. */
  #show(board) {
    if (this.#latest === null) requestAnimationFrame(() => this.#draw());
    this.#latest = board;
  }

  #draw() {
    drawBoard(this.#latest);
    this.#latest = null;
    this.#parts.refresh();
  }
}

new Board(pageData());
