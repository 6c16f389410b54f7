"""Killed at any moment, a move leaves everything as it was, and a second try works."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, make_url

from tests.store.moving.conftest import assess, content
from tests.store.test_durability import ROOT

# Runs a command, and kills itself when a statement, a commit or the naming of a file is about to begin with a text.
KILLED = """
import os, signal, sys
from sqlalchemy import Engine, event
from assess.cli import main

moment = sys.argv[1]

def die(begun):
    if " ".join(begun.split()).startswith(moment):
        os.kill(os.getpid(), signal.SIGKILL)

event.listen(Engine, "before_cursor_execute", lambda _, __, statement, *___: die(statement))
event.listen(Engine, "commit", lambda _: die("COMMIT"))
sys.addaudithook(lambda name, args: die(name) if name.startswith("os.") and ".part" in str(args) else None)
main(sys.argv[2:])
"""
LOADING = ["CREATE TABLE campaign", "INSERT INTO campaign (", "INSERT INTO judgment", "COMMIT"]
MOMENTS = {"sqlite": [*LOADING, "os.link"], "postgresql": [*LOADING, "ALTER TABLE judgment ADD"]}


def killed(moment: str, *arguments: object) -> None:
    command = [sys.executable, "-c", KILLED, moment, *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert ended.returncode == -signal.SIGKILL, (moment, ended)


@pytest.mark.parametrize("moment", ["SELECT count(*) AS count_1 FROM judgment", "SELECT judgment.id", "os.rename"])
def test_a_killed_backup_leaves_the_older_file(source: str, tmp_path: Path, moment: str) -> None:
    path = tmp_path / "b.gz"
    path.write_text("older")
    killed(moment, "backup", path, "--force", "--db", source)
    assert path.read_text() == "older"
    assert assess("backup", path, "--force", "--db", source).exit_code == 0
    assert assess("restore", path, "--db", f"sqlite:///{tmp_path}/r.db").exit_code == 0


def test_a_killed_backup_leaves_no_file_where_there_was_none(source: str, tmp_path: Path) -> None:
    killed("os.link", "backup", tmp_path / "b.gz", "--db", source)
    assert not (tmp_path / "b.gz").exists()
    [left] = tmp_path.glob(".*.part")
    assert left.stat().st_mode & 0o777 == 0o600


def test_a_killed_restore_leaves_no_database(backup_file: Path, empty_url: str, tmp_path: Path) -> None:
    for moment in MOMENTS[empty_url.partition(":")[0]]:
        killed(moment, "restore", backup_file, "--db", empty_url)
        assert nothing_there(empty_url), moment
    assert assess("restore", backup_file, "--db", empty_url).exit_code == 0
    assert content(empty_url, tmp_path / "x") == backup_file.read_bytes()


def test_a_killed_copy_leaves_no_database(source: str, empty_url: str, tmp_path: Path) -> None:
    before = content(source, tmp_path / "x")
    for moment in ("SELECT judgment.id", "COMMIT"):
        killed(moment, "copy", source, empty_url)
        assert nothing_there(empty_url), moment
    assert assess("copy", source, empty_url).exit_code == 0
    assert content(empty_url, tmp_path / "x") == content(source, tmp_path / "x") == before


def nothing_there(url: str) -> bool:
    if url.startswith("sqlite"):
        return not Path(url.removeprefix("sqlite:///")).exists()
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    names = inspect(engine).get_table_names()
    engine.dispose()
    return names == []


def test_a_killed_move_leaves_an_empty_database_empty(backup_file: Path, database_url: str, tmp_path: Path) -> None:
    empty = content(database_url, tmp_path / "x")
    for moment in ("INSERT INTO judgment", "COMMIT"):
        killed(moment, "restore", backup_file, "--db", database_url)
        assert content(database_url, tmp_path / "x") == empty
    assert assess("restore", backup_file, "--db", database_url).exit_code == 0
    assert content(database_url, tmp_path / "x") == backup_file.read_bytes()
