"""A judgment that was acknowledged is still stored after all writing processes were killed."""

import subprocess
import sys
from pathlib import Path

from assess.database.engine import reading
from assess.store.judgments import judgment_log
from assess.store.schema import open_database
from tests.conftest import MakeJudged

ROOT = Path(__file__).parents[2]

# Judges as one assessor until there is nothing to do, and prints each judgment once it is saved.
WRITER = """
import sys
from sqlalchemy.orm import Session
from assess.campaign.access.tokens import signing_key
from assess.store.schema import open_database
from tests.conftest import Judged

url, who, token = sys.argv[1:]
engine = open_database(url)
with Session(engine) as session:
    campaign = Judged(engine, signing_key(session), 1)
while True:
    assignment = campaign.taken(token)
    for task in assignment.tasks:
        campaign.save(token, assignment, task.position, 1)
        print(who, task.topic, *sorted([task.left.docno, task.right.docno]), flush=True)
    campaign.finish(token, assignment)
"""


def test_acknowledged_judgments_survive_killed_processes(judged: MakeJudged, database_url: str) -> None:
    campaign = judged(topics=8, candidates=20)
    tokens = {who: campaign.invited(who) for who in ("anna", "bob")}
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, database_url, who, token], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        for who, token in tokens.items()
    ]
    acknowledged: set[str] = set()
    for writer in writers:
        assert writer.stdout
        acknowledged |= {writer.stdout.readline().strip() for _ in range(20)}
    for writer in writers:
        writer.kill()
        rest, _ = writer.communicate()
        acknowledged |= {line.strip() for line in rest.splitlines(keepends=True) if line.endswith("\n")}

    with reading(open_database(database_url)) as session:
        log = judgment_log(session, campaign.campaign_id)
        stored = [f"{logged.identity} {logged.topic} {logged.docno_a} {logged.docno_b}" for logged in log]
    assert acknowledged <= set(stored)
    assert len(acknowledged) >= 40
    # A judgment may be saved and its process killed before it could print it: one each at most.
    assert len(stored) - len(acknowledged) <= len(writers)
