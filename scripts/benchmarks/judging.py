"""32 assessors on the default server with SQLite, compared with bare Flask; after 100 and 100,000 judgments."""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import tables
from load import ASSESSORS, Times, all_together
from sqlalchemy import Engine, text

from assess.campaign.access.tokens import Claim, signing_key
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.lifecycle import open_campaign
from assess.campaign.setup.sources import Sources
from assess.database.engine import reading, writing
from assess.formats.items import Item
from assess.sockets import listen
from assess.store.links import add_link
from assess.store.schema import open_database
from assess.tournament import Parameters
from assess.web.server import THREADS

HERE = Path(__file__).parent
ITEMS = 40  # of a topic: 780 pairings in its round robin
FULL, OPEN = 129, 40  # topics that are judged before (100,620 judgments), and topics to judge
TURNS, SECONDS, WARM_UP = 5, 2.0, 1.0
# A crowd's HIT has 13 tasks. Without challenges every answer counts at once, which costs most.
TASKS = 13


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        few, many = f"{folder}/few.db", f"{folder}/many.db"
        with _opened(few) as engine:
            tokens = _campaign(engine)
        shutil.copy(few, many)
        with _opened(many) as engine:
            filled = _fill(engine)
        with _bare(f"{folder}/bare.db") as bare, _assess(few) as first, _assess(many) as second:
            servers = {
                "bare Flask and SQLite": bare,
                "assess serve": first,
                f"assess serve after {filled:,} judgments": second,
            }
            for port in servers.values():  # warm up: the first call of each kind is slower
                all_together(port, tokens, WARM_UP)
            _compare(servers, tokens)
            _compare(servers, tokens[:1])
        for path in (few, many):
            with _opened(path) as engine:
                _check(engine)


def _compare(servers: Mapping[str, int], tokens: list[str]) -> None:
    """Measure the servers in turn, and print the medians."""
    times: dict[str, list[Times]] = {name: [] for name in servers}
    for _ in range(TURNS):
        for name, port in servers.items():
            times[name].append(all_together(port, tokens, SECONDS))
    print(f"{len(tokens)} at a time, {TURNS} turns of {SECONDS:g} s:")
    speeds = {name: statistics.median(turn.per_second("save") for turn in turns) for name, turns in times.items()}
    yardstick = next(iter(speeds.values()))
    heading = ["server", "saves/s", "ratio", "save p50", "p99 ms", "page p50", "p99 ms", "errors"]
    tables.show(heading, [_row(name, turns, speeds[name], speeds[name] / yardstick) for name, turns in times.items()])


def _row(name: str, turns: list[Times], speed: float, ratio: float) -> list[str]:
    cells = [name, f"{speed:,.0f}", f"{ratio:.2f}"]
    for kind in ("save", "page"):
        for share in (0.5, 0.99):
            cells.append(f"{statistics.median(turn.quantile(kind, share) for turn in turns):.1f}")
    return [*cells, str(sum(len(turn.errors) for turn in turns))]


def _campaign(engine: Engine) -> list[str]:
    """Make and open the campaign; return the tokens of its assessors."""
    names = [f"t{number:03}" for number in range(FULL + OPEN)]
    docnos = [f"d{number:02}" for number in range(ITEMS)]
    sources = Sources(
        topics={topic: f"What is {topic}?" for topic in names},
        items=[Item(docno, topic, text=f"{docno} of {topic}. " * 40) for topic in names for docno in docnos],
        grades={topic: dict.fromkeys(docnos, 1.0) for topic in names},
    )
    now = datetime.now(UTC)
    with writing(engine) as session:
        rules = Parameters()
        campaign = create_campaign(session, "bench", sources, parameters=rules, strategy="round-robin", seed=1, now=now)
        open_campaign(session, campaign, now)
        # Topics that are filled later must not be handed out.
        session.execute(text("UPDATE topic SET held = missing WHERE topic < :first"), {"first": names[FULL]})
        key = signing_key(session)
        links = [
            add_link(session, campaign.id, "invited", f"p{number}", {"pairings": TASKS}, now)
            for number in range(ASSESSORS)
        ]
        return [key.token(Claim(link.id)) for link in links]


# One assignment for each topic, every pairing of it judged once, and counted. All by the first assessor, who goes on
# judging: a save must not take longer the more the same person has judged.
FILL = """
INSERT INTO assessor (campaign_id, kind, identity) VALUES (1, 'invited', 'p0');
INSERT INTO assignment (campaign_id, assessor_id, link_id, kind, state, screened, external_id, platform,
                        completion_code, taken_at, expires_at, finished_at)
    SELECT 1, (SELECT max(id) FROM assessor), 1, 'judging', 'finished', false, topic, '{}', '', :now, :now, :now
    FROM topic WHERE held = missing AND missing > 0;
INSERT INTO task (assignment_id, position, assessor_id, pairing_id, left_id, right_id, topic_id, released)
    SELECT assignment.id, row_number() OVER (PARTITION BY pairing.topic_id ORDER BY pairing.id),
           assignment.assessor_id, pairing.id, item_a_id, item_b_id, topic_id, false
    FROM pairing JOIN topic ON topic.id = topic_id JOIN assignment ON external_id = topic.topic;
INSERT INTO judgment (pairing_id, assessor_id, left_id, preferred_id, strength, seconds, changes, at)
    SELECT pairing_id, task.assessor_id, left_id, right_id, 1, 1.5, 0, :now
    FROM task JOIN assignment ON assignment.id = assignment_id WHERE external_id <> '';
UPDATE pairing SET counted = votes WHERE topic_id IN (
    SELECT topic_id FROM task JOIN assignment ON assignment.id = assignment_id WHERE external_id <> '');
UPDATE topic SET counted = missing, missing = 0, held = 0, done_at = :now
    WHERE topic IN (SELECT external_id FROM assignment WHERE external_id <> '')
"""


def _fill(engine: Engine) -> int:
    """Fill the reserved topics with judgments; return how many."""
    now = datetime.now(UTC).isoformat(sep=" ")
    with writing(engine) as session:
        for statement in FILL.split(";"):
            session.execute(text(statement), {"now": now} if ":now" in statement else {})
        return int(session.execute(text("SELECT count(*) FROM judgment")).scalar_one())


def _check(engine: Engine) -> None:
    """Check that no judgment is stored twice, and that all counts agree with the log."""
    twice = "SELECT count(*) FROM (SELECT 1 FROM judgment GROUP BY pairing_id, assessor_id HAVING count(*) > 1) AS t"
    wrong = """SELECT count(*) FROM pairing WHERE counted <> (SELECT count(*) FROM judgment
               WHERE pairing_id = pairing.id) OR held + counted > votes"""
    with reading(engine) as session:
        stored, doubled, miscounted = (
            session.scalar(text(query)) for query in ("SELECT count(*) FROM judgment", twice, wrong)
        )
    print(f"{stored:,} judgments, stored twice: {doubled}, miscounted: {miscounted}")


@contextmanager
def _opened(path: str) -> Iterator[Engine]:
    engine = open_database(f"sqlite:///{path}")
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _assess(path: str) -> Iterator[int]:
    """Start ``assess serve`` as a user does."""
    port = _free_port()
    with _server([sys.executable, "-m", "assess", "serve", "--port", str(port), "--db", f"sqlite:///{path}"]):
        _wait(port, "/health")
        yield port


@contextmanager
def _bare(path: str) -> Iterator[int]:
    port = _free_port()
    with _server([sys.executable, str(HERE / "bare_server.py"), path, str(port), str(THREADS)]):
        _wait(port, "/")
        yield port


@contextmanager
def _server(command: list[str]) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _free_port() -> int:
    with listen("127.0.0.1", 0) as free:
        return int(free.getsockname()[1])


def _wait(port: int, path: str) -> None:
    """Wait until the server responds with any status."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            urlopen(f"http://127.0.0.1:{port}{path}").close()
        except URLError as error:
            if hasattr(error, "code"):
                return
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"no server at port {port}")
