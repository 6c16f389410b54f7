"""A backup shows one moment, while others write; and values of every kind come back as they were."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, func, insert, inspect, select, text

from assess.campaign.access.tokens import signing_key
from assess.database.engine import connect, parse_url, reading, writing
from assess.store.campaigns import add_campaign
from assess.store.moving.backup_file import write_backup
from assess.store.moving.portable_tables import portable_table
from assess.store.moving.snapshot import Snapshot, TableSize, batches_of
from assess.store.schema import VERSION_TABLE, newest, open_database
from assess.store.tables import Base, CampaignChange, Setting, StoredRanking, StoredRun
from assess.store.topics import add_topics
from tests.campaign.corrections.test_corrections import differences
from tests.conftest import Judged, MakeJudged
from tests.store.moving.conftest import TAKEN_AT, assess, content
from tests.store.old_databases import make_old_database
from tests.store.test_assignments_migration import CAMPAIGN, MONEY, WORK
from tests.store.test_durability import ROOT, WRITER


def test_a_backup_taken_while_people_judge_shows_one_moment(
    judged: MakeJudged, database_url: str, tmp_path: Path
) -> None:
    campaign = judged(topics=8, candidates=30)
    command = [sys.executable, "-c", WRITER, database_url, "anna", campaign.invited("anna")]
    writer = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    taken: list[tuple[int, int, Path]] = []
    while sum(0 < before < after for before, after, _ in taken) < 2:  # somebody judged during these
        assert writer.poll() is None
        path, before = tmp_path / f"{len(taken)}.gz", judgments(campaign)
        assert assess("backup", path, "--db", database_url).exit_code == 0
        taken.append((before, judgments(campaign), path))
    writer.kill()
    writer.wait()
    for before, after, path in taken[-2:]:
        assert assess("restore", path, "--db", f"sqlite:///{path}.db").exit_code == 0
        restored = of_first_campaign(f"sqlite:///{path}.db")
        assert differences(restored) == []
        assert before <= judgments(restored) <= after
        restored.engine.dispose()


def judgments(campaign: Judged) -> int:
    [(number,)] = campaign.rows("SELECT count(*) FROM judgment")
    return int(number)


def of_first_campaign(url: str) -> Judged:
    engine = open_database(url, create=False)
    with writing(engine) as session:
        return Judged(engine, signing_key(session), 1)


VALUES: list[Any] = [
    None,
    True,
    0,
    2**53,
    -1.5,
    0.1 + 0.2,
    1e-300,
    "",
    "null",
    "5",
    'Brücken 橋 🌉 \u2028 "x" \\ \x7f \x01',
    "half a character: \ud83c",
    [],
    {},
    {"z": [None, {"a": 1.0}], "a": "ß", "": False},
    "lang 🌉" * 100_000,
]
TIMES = [datetime(1, 1, 1, tzinfo=UTC), datetime(2026, 3, 29, 2, 30, 0, 1, UTC), datetime.max.replace(tzinfo=UTC)]


def test_values_of_every_kind_come_back(database: Engine, database_url: str, empty_url: str, tmp_path: Path) -> None:
    with writing(database) as session:
        campaign = add_campaign(session, "c-ä 🌉", -(2**63), {"values": VALUES[1:]}, TIMES[1])
        rows = [{"campaign_id": campaign.id, "at": at, "field": "f", "new": new} for at in TIMES for new in VALUES]
        session.execute(insert(CampaignChange), rows)
        topic = add_topics(session, campaign.id, {"t": "\n"})["t"]
        runs = [{"campaign_id": campaign.id, "name": f"{hidden}", "hidden": hidden} for hidden in (True, False)]
        session.execute(insert(StoredRun), runs)
        scores = [0.0, -0.0, 1 / 3, float("inf"), 5e-324]
        ranking = {"topic_id": topic, "docnos": [*"abcdé"], "scores": scores}
        session.execute(insert(StoredRanking), [{"run_id": 1, **ranking}, {"run_id": 2, **ranking}])
    assert assess("backup", tmp_path / "b.gz", "--db", database_url).exit_code == 0
    assert assess("restore", tmp_path / "b.gz", "--db", empty_url).exit_code == 0
    copied = open_database(empty_url)
    assert repr(stored(copied)) == repr(stored(database))
    with reading(copied) as session:  # not the "null" of JSON
        assert session.scalar(text("SELECT count(*) FROM campaign_change WHERE new IS NULL")) == len(TIMES)
    copied.dispose()


def stored(engine: Engine) -> list[list[tuple[Any, ...]]]:
    """Everything, as the models read it."""
    with reading(engine) as session:
        tables = Base.metadata.sorted_tables
        return [[tuple(row) for row in session.execute(select(t).order_by(*t.primary_key))] for t in tables]


def test_a_text_that_postgresql_cannot_hold_is_refused_by_name(
    source: str, empty_postgresql: Callable[[], str]
) -> None:
    with writing(open_database(source)) as session:
        session.execute(insert(Setting), {"name": "nul", "value": "a\0b"})
    refused = assess("copy", source, empty_postgresql())
    assert refused.exit_code == 1
    assert "nothing was changed: PostgreSQL text fields cannot contain NUL (0x00) bytes" in refused.stderr


@pytest.fixture
def old_url(tmp_path: Path) -> str:
    """The URL of a database as an older program left it."""
    url = f"sqlite:///{tmp_path}/old.db"
    make_old_database(url, "0005", CAMPAIGN + WORK + MONEY)
    return url


@pytest.fixture
def old_backup(old_url: str, tmp_path: Path) -> Path:
    """A backup of it, as that program would have written it."""
    engine = connect(parse_url(old_url))
    with reading(engine) as session:
        names = set(inspect(session.connection()).get_table_names()) - {VERSION_TABLE}
        tables = {name: portable_table(session.connection(), name) for name in sorted(names)}
        counted = {
            name: session.execute(select(func.count()).select_from(tables[name])).scalar_one() for name in tables
        }
        sizes = [TableSize(name, tuple(table.c.keys()), counted[name]) for name, table in tables.items()]
        snapshot = Snapshot("0005", TAKEN_AT, tuple(sizes))
        write_backup(tmp_path / "old.gz", snapshot, batches_of(session, snapshot))
    engine.dispose()
    return tmp_path / "old.gz"


def test_a_backup_of_an_older_program_is_migrated(old_backup: Path, old_url: str, empty_url: str) -> None:
    restored = assess("restore", old_backup, "--db", empty_url)
    assert (restored.exit_code, "campaigns      2\n" in restored.stdout) == (0, True), restored.output
    assert content(empty_url, old_backup) == content(old_url, old_backup)
    with writing(open_database(empty_url)) as session:
        assert add_campaign(session, "new", 1, {}, TAKEN_AT).id == 3


def test_a_backup_of_an_older_program_needs_a_database_without_tables(old_backup: Path, database_url: str) -> None:
    refused = assess("restore", old_backup, "--db", database_url)
    assert refused.exit_code == 1
    assert f"its tables are newer ({newest()}) than the backup (0005), expected a new database" in refused.stderr
