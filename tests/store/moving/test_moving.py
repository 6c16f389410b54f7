"""A database that was moved is the same database: the same exports, links and ids, and judging goes on."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from assess.campaign.access.tokens import Claim
from assess.database.engine import reading, writing
from assess.store.schema import open_database
from assess.store.tables import Base
from tests.campaign.corrections.test_corrections import differences
from tests.conftest import Judged
from tests.store.moving.conftest import assess, content, reopened, willing
from tests.store.test_schema import described

Move = Callable[[str, str], None]


@pytest.fixture(params=["copy", "backup and restore"])
def move(request: pytest.FixtureRequest, tmp_path: Path) -> Move:
    """Move a database from one URL to another, by one command or by two."""

    def copy(source: str, target: str) -> None:
        copied = assess("copy", source, target)
        assert copied.exit_code == 0, copied.output

    def restore(source: str, target: str) -> None:
        for arguments in (
            ["backup", tmp_path / "b.gz", "--db", source],
            ["restore", tmp_path / "b.gz", "--db", target],
        ):
            done = assess(*arguments)
            assert done.exit_code == 0, done.output

    return copy if request.param == "copy" else restore


def exports(url: str, folder: Path) -> dict[str, bytes]:
    """The bytes of every export of the campaign."""
    forms = [["prefs"], ["prefs", "--columns", "4"], ["qrels"], ["jsonl"], ["release"]]
    found = {}
    for form in forms:
        file = folder / f"{'-'.join(form)}.zip"
        exported = assess("export", "bridges", "--as", *form, "-o", file, "--db", url)
        assert exported.exit_code == 0, exported.output
        found[file.name] = file.read_bytes()
    return found


def test_everything_is_the_same_after_a_move(
    played: Judged, database_url: str, empty_url: str, move: Move, tmp_path: Path
) -> None:
    before = exports(database_url, tmp_path), content(database_url, tmp_path / "all")
    move(database_url, empty_url)
    assert (exports(empty_url, tmp_path), content(empty_url, tmp_path / "all")) == before
    assert min(map(len, before[0].values())) > 0

    moved = reopened(empty_url, played)
    assert moved.key.token(Claim(1)) == played.key.token(Claim(1))
    assert differences(moved) == []
    moved.engine.dispose()


def test_people_go_on_judging_with_their_links_and_new_rows_get_new_ids(
    played: Judged, database_url: str, empty_url: str
) -> None:
    cid = played.invited("cid")
    held = willing(played, cid)
    assert assess("copy", database_url, empty_url).exit_code == 0
    moved = reopened(empty_url, played)
    assert moved.taken(cid) == held
    assert moved.answer_all(cid, held).outcome == "kept"
    dora = moved.invited("dora")
    moved.answer_all(dora, willing(moved, dora))
    moved.work(dora)
    assert moved.progress().missing == 0
    assert differences(moved) == []
    moved.engine.dispose()


def test_the_tables_keep_their_rules(played: Judged, database_url: str, empty_url: str) -> None:
    assert assess("copy", database_url, empty_url).exit_code == 0
    fresh = described(open_database(empty_url, create=False))
    if empty_url[:6] == database_url[:6]:
        assert fresh == described(played.engine)
    assert any(table["foreign keys"] for table in fresh.values())
    engine = open_database(empty_url)
    for forbidden in ("DELETE FROM judgment", "UPDATE task SET assignment_id = 999"):
        with pytest.raises(DBAPIError), writing(engine) as session:
            session.execute(text(forbidden))
    engine.dispose()


def test_every_table_is_moved_and_much_has_happened(played: Judged, database_url: str, tmp_path: Path) -> None:
    first = content(database_url, tmp_path / "all")
    assert first == content(database_url, tmp_path / "all")
    told = assess("restore", tmp_path / "all", "--db", f"sqlite:///{tmp_path}/r.db").stdout
    assert f"in {len(Base.metadata.tables)} tables\n" in told
    with reading(open_database(f"sqlite:///{tmp_path}/r.db")) as session:
        stored = {name: session.scalar(text(f"SELECT count(*) FROM {name}")) for name in Base.metadata.tables}
    with reading(played.engine) as session:
        assert stored == {name: session.scalar(text(f"SELECT count(*) FROM {name}")) for name in Base.metadata.tables}
    filled = {"campaign_change", "former_text", "pair_aside", "ledger", "consent", "comment", "decline", "topic_score"}
    assert [name for name in filled | {"ranking", "answer", "setting", "judgment"} if not stored[name]] == []


def test_an_empty_target_may_have_tables_and_one_with_rows_is_left_alone(
    source: str, database_url: str, tmp_path: Path
) -> None:
    assert assess("copy", source, database_url).exit_code == 0
    before = content(database_url, tmp_path / "all")
    again = assess("copy", source, database_url)
    assert again.exit_code == 1
    assert "found rows in the table campaign, expected a new database, or one with empty tables" in again.stderr
    assert content(database_url, tmp_path / "all") == before


def test_a_database_is_not_copied_into_itself(source: str) -> None:
    assert f"found {source} twice" in assess("copy", source, source).stderr


def test_a_failure_at_the_target_changes_nothing(source: str, empty_url: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("INSERT INTO decline (link_id, at) VALUES (999, '2026-01-31 12:00:00.000000')")
    failed = assess("copy", source, empty_url)
    assert failed.exit_code == 1
    assert "cannot fill the database" in failed.stderr
    assert "nothing was changed" in failed.stderr
    assert "decline" in failed.stderr
    refused = assess("status", "bridges", "--db", empty_url)
    assert refused.exit_code == 1
    assert list(tmp_path.glob(".*")) == []
