"""Opening databases: URLs, settings of each database, sessions that read or write."""

from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from assess.database.engine import reading, writing
from assess.errors import StoreError
from assess.settings import read_settings
from assess.store.schema import open_database


def insert_campaign(name: str) -> str:
    return (
        "INSERT INTO campaign (name, state, seed, parameters, texts, created_at) "
        f"VALUES ('{name}', 'draft', 1, '{{}}', '{{}}', '2026-01-01 00:00:00')"
    )


def test_the_database_is_a_file_here_unless_the_environment_names_another() -> None:
    assert read_settings({}).database == "sqlite:///assess.db"
    assert read_settings({"ASSESS_DATABASE": ""}).database == "sqlite:///assess.db"
    assert read_settings({"ASSESS_DATABASE": "sqlite:///x.db"}).database == "sqlite:///x.db"


@pytest.mark.parametrize(
    "url", ["assess.db", "mysql://host/x", "", "sqlite+aiosqlite:///x.db", "postgresql://host:port/x"]
)
def test_a_url_of_no_known_database_is_refused_with_the_expected_form(url: str) -> None:
    with pytest.raises(StoreError, match="expected sqlite:///FILE or postgresql://"):
        open_database(url)


def test_a_password_is_never_shown() -> None:
    with pytest.raises(StoreError) as error:
        open_database("mysql://me:secret@host/x")
    assert "secret" not in str(error.value)


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot open the database .*none/a\.db: unable to open database file"):
        open_database(f"sqlite:///{tmp_path}/none/a.db")


def test_a_file_that_is_no_database_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text("topic winner loser\n" * 100)
    with pytest.raises(StoreError, match="file is not a database"):
        open_database(f"sqlite:///{tmp_path}/a.db")


def test_a_postgresql_server_that_is_not_there_is_a_clear_error() -> None:
    with pytest.raises(StoreError, match=r"cannot open the database postgresql\+psycopg://me:\*\*\*@"):
        open_database("postgresql://me:secret@127.0.0.1:1/x")


def test_reading_commands_do_not_create_a_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no database at .*assess new makes one"):
        open_database(f"sqlite:///{tmp_path}/typo.db", create=False)
    assert not (tmp_path / "typo.db").exists()


def test_a_database_in_memory_serves_small_scripts() -> None:
    engine = open_database("sqlite://", create=False)
    with writing(engine) as session:
        session.execute(text(insert_campaign("a")))
    with reading(engine) as session:
        assert session.scalar(text("SELECT name FROM campaign")) == "a"


def test_sqlite_commits_durably_beside_readers_and_keeps_its_rules(tmp_path: Path) -> None:
    with reading(open_database(f"sqlite:///{tmp_path}/a.db")) as session:
        found = {
            name: session.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "busy_timeout")
        }
    full = 2
    assert found == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "busy_timeout": 60_000,
    }


def test_a_reading_session_refuses_to_write(database: Engine) -> None:
    with pytest.raises(DBAPIError, match=r"(?i)read-?only"), reading(database) as session:
        session.execute(text(insert_campaign("a")))
    with writing(database) as session:
        session.execute(text(insert_campaign("b")))
    with reading(database) as session:
        assert session.scalars(text("SELECT name FROM campaign")).all() == ["b"]


def test_a_writing_session_keeps_all_or_nothing(database: Engine) -> None:
    def write_and_fail() -> None:
        with writing(database) as session:
            session.execute(text(insert_campaign("a")))
            raise KeyError("halfway")

    with pytest.raises(KeyError):
        write_and_fail()
    with reading(database) as session:
        assert session.scalar(text("SELECT count(*) FROM campaign")) == 0


def test_a_reading_session_sees_one_state_while_others_write(database: Engine) -> None:
    count = text("SELECT count(*) FROM campaign")
    with reading(database) as reader:
        assert reader.scalar(count) == 0
        with writing(database) as writer:
            writer.execute(text(insert_campaign("a")))
        assert reader.scalar(count) == 0
    with reading(database) as reader:
        assert reader.scalar(count) == 1
