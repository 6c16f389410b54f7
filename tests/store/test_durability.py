"""A judgment that was acknowledged is still stored after all writing processes were killed."""

import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace

from sqlalchemy import Engine

from assess.database.engine import reading, writing
from assess.store.judgments import judgment_log
from assess.store.schema import open_database

# Stores a judgment of one pairing for one assessor after another, and prints each after its commit.
WRITER = """
import sys
from datetime import UTC, datetime
from itertools import count
from assess.store.assessors import get_or_create_assessor
from assess.database.engine import writing
from assess.store.schema import open_database
from assess.store.judgments import Answer, add_judgment

url, who, campaign, pairing, item = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
engine = open_database(url)
for number in count():
    with writing(engine) as session:
        assessor = get_or_create_assessor(session, campaign, "machine", f"{who}{number}")
        judgment = add_judgment(session, pairing, assessor, Answer(item, item), datetime.now(UTC))
    print(judgment, flush=True)
"""


def test_acknowledged_judgments_survive_killed_processes(
    database: Engine, database_url: str, plant: Callable[..., SimpleNamespace]
) -> None:
    with writing(database) as session:
        small = plant(session)
    numbers = [str(number) for number in (small.id, small.pairings["d1", "d2"], small.items["d1"])]
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, database_url, who, *numbers], stdout=subprocess.PIPE, text=True)
        for who in ("A", "B")
    ]
    acknowledged: set[int] = set()
    for writer in writers:
        assert writer.stdout
        acknowledged |= {int(writer.stdout.readline()) for _ in range(20)}
    for writer in writers:
        writer.kill()
        rest, _ = writer.communicate()
        acknowledged |= {int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")}

    with reading(open_database(database_url)) as session:
        stored = [logged.id for logged in judgment_log(session, small.id)]
    assert acknowledged <= set(stored)
    assert len(acknowledged) >= 40
    # A process may be killed after a commit and before it prints: at most one judgment for each process.
    assert len(stored) - len(acknowledged) <= len(writers)
