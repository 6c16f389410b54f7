"""Migrations: they build the same tables as the models, run only once, and never run backwards."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, make_url, text
from sqlalchemy.engine.interfaces import ReflectedColumn, ReflectedIndex

from assess.database.engine import reading, writing
from assess.errors import StoreError
from assess.store.schema import MIGRATIONS, VERSION_TABLE, newest, open_database
from assess.store.tables import Base


def described(engine: Engine) -> dict[str, Any]:
    """Everything that the database reports about its tables, without the version table."""
    inspector = inspect(engine)
    return {
        table: {
            "columns": [described_column(column) for column in inspector.get_columns(table)],
            "primary key": inspector.get_pk_constraint(table),
            "foreign keys": sorted(inspector.get_foreign_keys(table), key=str),
            "unique": sorted(inspector.get_unique_constraints(table), key=str),
            "checks": sorted(inspector.get_check_constraints(table), key=str),
            "indexes": sorted(described_index(index) for index in inspector.get_indexes(table)),
        }
        for table in inspector.get_table_names()
        if table != VERSION_TABLE
    }


def described_column(column: ReflectedColumn) -> dict[str, str]:
    return {name: repr(value) for name, value in column.items()}


def described_index(index: ReflectedIndex) -> str:
    options = {name: str(value) for name, value in index.pop("dialect_options", {}).items()}
    return f"{index} {options}"


@pytest.fixture
def created_by_models(database: Engine, tmp_path: Path, request: pytest.FixtureRequest) -> Engine:
    """A database of the same kind as the migrated one, created from the models without a migration."""
    if database.dialect.name == "sqlite":
        engine = create_engine(f"sqlite:///{tmp_path}/models.db")
    else:
        empty: Callable[[], str] = request.getfixturevalue("empty_postgresql")
        engine = create_engine(make_url(empty()).set(drivername="postgresql+psycopg"))
    Base.metadata.create_all(engine)
    return engine


def test_the_migrated_schema_is_that_of_the_models(database: Engine, created_by_models: Engine) -> None:
    migrated = described(database)
    assert set(migrated) == set(Base.metadata.tables)
    assert migrated == described(created_by_models)


def test_alembic_finds_no_difference_between_models_and_database(database: Engine) -> None:
    with database.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_opening_again_changes_nothing(database_url: str) -> None:
    engine = open_database(database_url)
    before = described(engine)
    assert described(open_database(database_url)) == before


def test_a_database_of_a_newer_program_is_refused_and_left_alone(database_url: str) -> None:
    engine = open_database(database_url)
    with writing(engine) as session:
        session.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(StoreError, match=rf"schema '9999' is newer than this program \('{newest()}'\): upgrade assess"):
        open_database(database_url)
    with reading(engine) as session:
        assert session.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) == "9999"


OPEN = "import sys; from assess.store.schema import open_database; print(open_database(sys.argv[1]).name)"


def test_processes_that_start_at_once_migrate_a_new_database_once(empty_url: str) -> None:
    command = [sys.executable, "-c", OPEN, empty_url]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    kind = make_url(empty_url).get_backend_name()
    assert [process.communicate() for process in started] == [(f"{kind}\n", "")] * 4
    with reading(open_database(empty_url)) as session:
        assert session.scalars(text(f"SELECT version_num FROM {VERSION_TABLE}")).all() == [newest()]


def test_threads_that_start_at_once_migrate_a_new_database_once(empty_url: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        engines = list(pool.map(open_database, [empty_url] * 8))
    with reading(engines[0]) as session:
        assert session.scalars(text(f"SELECT version_num FROM {VERSION_TABLE}")).all() == [newest()]


def test_a_migration_that_fails_leaves_the_database_as_it_was(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alembic.op.create_index", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        open_database(empty_url)
    monkeypatch.undo()
    with reading(open_database(empty_url)) as session:
        assert session.scalar(text("SELECT count(*) FROM judgment")) == 0


def test_the_names_of_the_migrations_are_their_versions_in_order() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert newest() == scripts.get_current_head()
    for script in scripts.walk_revisions():
        assert Path(script.path).name.startswith(f"v{script.revision}_")
