"""Two finished evaluations: a small one that can be scored by hand, and the CAsT crowd's."""

from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Protocol

import pytest
from sqlalchemy import Engine

from assess.database.engine import writing
from assess.files import load
from assess.formats.preferences import parse_judgments
from assess.formats.qrels import parse_qrels
from assess.formats.runs import Ranking, Run, parse_run
from assess.live.replay import Log, ReplayStage, log_of_preferences
from assess.live.view_settings import LiveSettings
from assess.model import Judgment

NOW = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
TOPICS = [f"t{number}" for number in range(1, 9)]
ITEMS = [f"d{number}" for number in range(6)]


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def small_log() -> Log:
    """Eight topics of six items; item d0 is the best and d5 the worst, by judgments that err now and then.

    The run "exact" knows that, "middling" half, "reverse" has it the wrong way round and lacks topic t8.
    """
    rng, judgments, grades = Random(7), [], {}
    for topic in TOPICS:
        for _ in range(12):
            a, b = sorted(rng.sample(ITEMS, 2))
            judgments.append(Judgment(topic, a, b, a if rng.random() < 0.85 else b))
        grades[topic] = {docno: max(5.0 - place, 1.0) for place, docno in enumerate(ITEMS)}
    rng.shuffle(judgments)
    orders = {"exact": ITEMS, "middling": [*ITEMS[2:4], "x", *ITEMS[:2], *ITEMS[4:]], "reverse": ["y", *ITEMS[::-1]]}
    runs = [
        Run(
            name,
            {
                topic: Ranking(order, [float(-place) for place, _ in enumerate(order)])
                for topic in TOPICS
                if (name, topic) != ("reverse", "t8")
            },
        )
        for name, order in orders.items()
    ]
    return log_of_preferences(judgments, runs, grades)


class MakeStage(Protocol):
    """Make a closed campaign to play the small log on, with these live settings."""

    def __call__(self, name: str = "small", **settings: object) -> ReplayStage: ...


@pytest.fixture
def stage(database: Engine, small_log: Log) -> MakeStage:
    """See MakeStage."""

    def make(name: str = "small", **settings: object) -> ReplayStage:
        with writing(database) as session:
            return ReplayStage(session, name, small_log, LiveSettings(**settings), NOW)  # type: ignore[arg-type]

    return make


@pytest.fixture(scope="session")
def cast_log(shared_data: Path) -> Log:
    """The 14,573 judgments of the CAsT crowd, shuffled as if topics had been judged in parallel, and six runs."""
    folder = shared_data / "cast2019"
    judgments = [judgment for _, judgment in load(folder / "TREC-CAsT-2019.pref", parse_judgments)]
    Random(2019).shuffle(judgments)
    runs = [load(path, parse_run) for path in sorted((folder / "runs").glob("*.run.gz"))]
    return log_of_preferences(judgments, runs)


@pytest.fixture(scope="session")
def cast_grades(shared_data: Path) -> dict[str, dict[str, float]]:
    return {t: dict(g) for t, g in load(shared_data / "cast2019" / "2019qrels.txt", parse_qrels).items()}
