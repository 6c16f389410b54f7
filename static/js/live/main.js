// The live page: the board comes by the feed; what hangs on it is fetched again when it has changed and is in sight.

import { number, percent, setAttributes, setText } from "./dom.js";
import { Feed } from "./feed.js";
import { drawMatrix } from "./matrix.js";
import { drawOutlook } from "./outlook.js";
import { drawPlot } from "./plot.js";
import { drawTable } from "./table.js";
import { drawTopics } from "./topics.js";

// The parts behind the board are fetched at most so often.
const REST = 2000;
const WAYS = { events: "live", asking: "live, asking every second", lost: "connection lost, trying again" };

const { board, urls } = JSON.parse(document.getElementById("live-data").textContent);
const byId = (id) => document.getElementById(id);
let topics = null;
let history = null;

function drawBoard(now) {
  setText(byId("judgments"), number(now.judgments));
  setText(byId("judged-topics"), `${number(now.judged_topics)} of ${number(now.progress.topics)}`);
  setText(byId("missing"), number(now.progress.missing));
  setText(byId("state"), now.state);
  setText(byId("sensitivity"), now.sensitivity === null ? "–" : percent(now.sensitivity, 1));
  drawTable(byId("board").tBodies[0], now.runs);
  drawOutlook(now);
  drawMovers(now.runs);
}

function drawMovers(runs) {
  const moved = runs.filter((run) => run.moved).sort((a, b) => Math.abs(b.moved) - Math.abs(a.moved)).slice(0, 4);
  const told = moved.map((run) => `${run.name} ${run.moved > 0 ? "up" : "down"} ${Math.abs(run.moved)}`);
  setText(byId("movers"), told.length ? `Biggest movers: ${told.join(", ")}.` : "");
}

const drawn = {
  history: (found) => {
    history = found;
    drawPlot(byId("plot"), found);
  },
  significance: (found) => setText(byId("matrix-part"), drawMatrix(byId("matrix"), found)),
  topics: (found) => {
    topics = found;
    drawTopics(byId("topics"), found, byId("topics-sort").value);
  },
};
const wanted = { history: () => true, significance: () => true, topics: () => byId("topics-details").open };
let busy = false;
let stale = new Set();

async function fetchParts() {
  const names = [...stale].filter((name) => wanted[name]());
  if (busy || !names.length) {
    return;
  }
  busy = true;
  names.forEach((name) => stale.delete(name));
  try {
    await Promise.all(names.map(async (name) => {
      const answer = await fetch(urls[name]);
      if (answer.ok) {
        drawn[name](await answer.json());
      }
    }));
  } catch {
    names.forEach((name) => stale.add(name));
  }
  setTimeout(() => {
    busy = false;
    fetchParts();
  }, REST);
}

let latest = null;

// Boards may come faster than they can be drawn: only the latest is.
function take(now) {
  if (latest === null) {
    requestAnimationFrame(() => {
      drawBoard(latest);
      latest = null;
      stale = new Set(Object.keys(drawn));
      fetchParts();
    });
  }
  latest = now;
}

byId("topics-details").addEventListener("toggle", fetchParts);
byId("topics-sort").addEventListener("change", () => topics && drawn.topics(topics));

window.addEventListener("resize", () => history && drawPlot(byId("plot"), history));

take(board);
new Feed(urls, take, (way) => {
  setText(byId("connection"), WAYS[way]);
  setAttributes(byId("connection"), { "data-way": way });
}).start();
