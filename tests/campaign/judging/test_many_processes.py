"""Many processes hand out work and save answers of the same campaign at once, and all counts stay correct."""

import subprocess
import sys

from assess.campaign.verification import verify_campaign
from assess.database.engine import reading
from assess.store.tables import Campaign
from assess.tournament import Parameters
from assess.tournament.adaptive.proposals import MOST_TIMES
from assess.tournament.strategies.topk import most_judgments
from tests.conftest import Judged, MakeJudged

# A fixture of tests/conftest.py: an open campaign without a judgment.
PROCESSES = 2

# One process: three threads, each with a link. People leave halfway, correct answers, and fail challenges.
PEOPLE = """
import sys, threading
from random import Random
from datetime import UTC, datetime
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.access.tokens import signing_key
from assess.campaign.judging.answers import Reply, save
from assess.campaign.judging.finishing import finish
from assess.campaign.judging.leases import release
from assess.errors import AssessError
from assess.settings import Settings
from assess.database.engine import writing
from assess.store.schema import open_database
from assess.web.site import Site

url, *tokens = sys.argv[1:]
engine = open_database(url)
with writing(engine) as session:
    key = signing_key(session)
site = Site(engine, key, Settings(), lambda: datetime(2026, 1, 31, 12, 0, tzinfo=UTC))

def judge(token):
    rng, claim = Random(token), key.read(token)
    def ended(end, assignment):
        return site.writer.run_session(lambda s: end(s, site.arrival(s, token), assignment.id, site.now()))
    while isinstance(assignment := site.hand_out(token)[1], HeldAssignment):
        if rng.random() < 0.1:
            ended(release, assignment)
            continue
        for task in assignment.tasks:
            right = -1 if task.left.docno > task.right.docno else 1
            for answer in (-right, right) if rng.random() < 0.2 else (right,):
                reply = Reply(answer, key=f"{task.position}/{answer}")
                site.writer.run(lambda c: save(c, claim, assignment.id, task.position, reply, site.now()))
        ended(finish, assignment)
    print(assignment.reason)

threads = [threading.Thread(target=judge, args=(token,)) for token in tokens]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def people(campaign: Judged, url: str, tokens: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PEOPLE, url, *tokens]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_no_pairing_gets_more_than_asked_whoever_asks_at_once(judged: MakeJudged, database_url: str) -> None:
    campaign = judged(topics=2, candidates=5, votes=3, strategy="round-robin")
    crowd = campaign.shared(pairings=6, challenges=2)
    started = []
    for process in range(PROCESSES):
        own = [campaign.invited(f"p{process}-{number}") for number in range(2)]
        sent = [campaign.arrived(crowd, f"w{process}", f"V{process}")]
        started.append(people(campaign, database_url, own + sent))
    ended = [process.communicate(timeout=300) for process in started]
    assert [errors for _, errors in ended] == [""] * PROCESSES
    # More people judge until everything is done: those above may have left while others still held work.
    campaign.work(campaign.invited("last"))
    campaign.work(campaign.invited("very last"))

    pairings, progress = 2 * 10, campaign.progress()
    assert (progress.counted, progress.missing, progress.held, progress.done) == (pairings * 3, 0, 0, 2)
    assert campaign.rows("SELECT count(*) FROM pairing WHERE counted <> 3 OR held <> 0 OR votes <> 3") == [(0,)]
    assert campaign.rows("SELECT count(*) FROM judgment WHERE supersedes_id IS NULL") == [(pairings * 3,)]
    once = "SELECT count(*) FROM (SELECT DISTINCT pairing_id, assessor_id FROM judgment) AS t"
    assert campaign.rows(once) == [(pairings * 3,)]
    assert campaign.rows("SELECT DISTINCT state FROM assignment ORDER BY state") in (
        [("finished",)],
        [("finished",), ("returned",)],
    )


def test_topk_asks_as_much_as_it_may_whoever_asks_at_once(judged: MakeJudged, database_url: str) -> None:
    """32 people in two processes; everybody gets work while others hold some of the same topics."""
    campaign = judged(topics=2, candidates=24, strategy="topk")
    crowd = campaign.shared(pairings=3, challenges=0)
    started = [
        people(
            campaign, database_url, [campaign.arrived(crowd, f"w{process}-{n}", f"V{process}-{n}") for n in range(16)]
        )
        for process in range(PROCESSES)
    ]
    ended = [process.communicate(timeout=300) for process in started]
    assert [errors for _, errors in ended] == [""] * PROCESSES
    campaign.work(campaign.invited("last"))

    most, progress = most_judgments(24, Parameters()), campaign.progress()
    assert (progress.counted, progress.missing, progress.held, progress.done) == (2 * most, 0, 0, 2)
    assert campaign.rows("SELECT count(*) FROM pairing WHERE counted <> 1 OR held <> 0 OR votes <> 1") == [(0,)]
    [(rounds,)] = campaign.rows("SELECT max(round) FROM pairing")
    assert rounds <= MOST_TIMES
    with reading(campaign.engine) as session:
        assert list(verify_campaign(session, session.get_one(Campaign, campaign.campaign_id))) == []
