"""A new SQLite file that appears under its name only when it is complete."""

from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from assess.cli.options.database import store_in
from assess.database.engine import reading, writing
from assess.errors import StoreError
from assess.store.campaigns import add_campaign, all_campaigns
from assess.store.schema import open_database
from tests.store.conftest import NOW


def add(session: Session, name: str) -> None:
    add_campaign(session, name, 1, {}, NOW)


def names(url: str) -> list[str]:
    engine = open_database(url, create=False)
    with reading(engine) as session:
        found = [campaign.name for campaign in all_campaigns(session)]
    engine.dispose()
    return found


def test_a_file_that_another_process_created_meanwhile_is_kept_and_used(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    calls = []

    def store(session: Session) -> None:
        calls.append(1)
        if len(calls) == 1:
            other = open_database(url)
            with writing(other) as theirs:
                add(theirs, "theirs")
            other.dispose()
        add(session, "ours")

    store_in(url, store)
    assert (len(calls), names(url)) == (2, ["theirs", "ours"])
    assert [path.name for path in tmp_path.iterdir()] == ["new.db"]


def test_a_crash_halfway_leaves_the_folder_empty(tmp_path: Path) -> None:
    def store(session: Session) -> None:
        add(session, "ours")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store_in(f"sqlite:///{tmp_path}/new.db", store)
    assert list(tmp_path.iterdir()) == []


def test_a_link_to_a_file_that_is_missing_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "real.db")
    store_in(f"sqlite:///{tmp_path}/link.db", lambda session: add(session, "ours"))
    assert names(f"sqlite:///{tmp_path}/real.db") == ["ours"]


def test_a_file_system_without_hard_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refuse)  # no such file system is at hand
    store_in(f"sqlite:///{tmp_path}/new.db", lambda session: add(session, "ours"))
    assert names(f"sqlite:///{tmp_path}/new.db") == ["ours"]
    assert [path.name for path in tmp_path.iterdir()] == ["new.db"]


def test_a_database_in_memory_has_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store_in("sqlite://", lambda session: add(session, "ours"))
    assert list(tmp_path.iterdir()) == []


def test_changes_that_a_former_file_left_are_not_applied_to_a_new_one(tmp_path: Path) -> None:
    former = open_database(f"sqlite:///{tmp_path}/new.db")
    with writing(former) as session:
        add(session, "theirs")
    (tmp_path / "new.db").rename(tmp_path / "former.db")
    with pytest.raises(StoreError, match=r"found .*new\.db-wal without new\.db: .* move it too"):
        store_in(f"sqlite:///{tmp_path}/new.db", lambda session: add(session, "ours"))
    assert not (tmp_path / "new.db").exists()
    former.dispose()
