"""Switching a new SQLite file to the write-ahead log while another connection locks it."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assess.database.engine import use_write_ahead_log


@pytest.fixture
def held(tmp_path: Path) -> sqlite3.Connection:
    """A connection with an exclusive lock on its file."""
    holder = sqlite3.connect(tmp_path / "held.db", isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN EXCLUSIVE")
    return holder


def opened(tmp_path: Path) -> sqlite3.Connection:
    return sqlite3.connect(tmp_path / "held.db", timeout=0, check_same_thread=False)


def test_it_is_tried_until_the_file_is_free(held: sqlite3.Connection, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        switching = pool.submit(use_write_ahead_log, opened(tmp_path), 60)
        assert not switching.done()
        held.execute("COMMIT")
        switching.result()
    assert held.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_it_is_not_tried_for_ever(held: sqlite3.Connection, tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        use_write_ahead_log(opened(tmp_path), 0)
    held.execute("COMMIT")
