"""The scores of a campaign's runs by one measure, best run first: by topic, over time, and their significance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from string import ascii_uppercase
from typing import Any

import numpy as np
from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.live.outlook import score_table
from assess.live.rescoring import run_means
from assess.live.view_settings import live_settings
from assess.stats.resampling import Floats
from assess.stats.significance import pairwise
from assess.store.runs import visible_runs
from assess.store.scores import ScoredTopic, scores_of, standings_of
from assess.store.tables import Campaign, StoredRun

# Most points of the history plot that are sent: more would not be visible.
POINTS = 120


@dataclass(frozen=True)
class BoardScores:
    """The visible runs, best first, their shown names, and the scores of all runs by topic."""

    measure: str
    runs: Sequence[StoredRun]
    names: Mapping[int, str]
    topics: Mapping[str, ScoredTopic]
    means: Mapping[int, float]

    @cached_property
    def scores(self) -> Floats:
        """A row for each topic, a column for each visible run."""
        return score_table(self.topics.values(), [run.id for run in self.runs])

    @property
    def judgments(self) -> int:
        return sum(topic.judgments for topic in self.topics.values())

    @property
    def run_names(self) -> list[str]:
        """The names of the runs in order."""
        return [self.names[run.id] for run in self.runs]


def read_table(session: Session, campaign: Campaign, measure: str | None = None) -> BoardScores:
    """The scores by a measure of the campaign; the default is the main measure."""
    known = live_settings(campaign).measures
    measure = known[0] if measure is None else measure
    if measure not in known:
        raise UnknownNameError(f"found measure {measure!r}, expected one of: {', '.join(known)}")
    topics = scores_of(session, campaign.id, measure)
    means = run_means(topics.values())
    runs = visible_runs(session, campaign.id)
    names = shown_names(campaign, runs)
    best_first = sorted(runs, key=lambda run: (-means.get(run.id, 0.0), names[run.id]))
    return BoardScores(measure, best_first, names, topics, means)


def significance(table: BoardScores) -> dict[str, Any]:
    """Which runs differ, best run first: p-values of paired t-tests, plain and with Holm's correction."""
    found = pairwise(table.scores) if table.topics else None
    return {
        "runs": table.run_names,
        "p": np.round(found.p, 4).tolist() if found else [],
        "holm": np.round(found.holm, 4).tolist() if found else [],
    }


def by_topic(table: BoardScores) -> dict[str, Any]:
    """The scores of every topic, runs best first."""
    rows = zip(table.topics.items(), table.scores.tolist(), strict=True)
    return {
        "runs": table.run_names,
        "topics": [{"topic": topic, "judgments": of.judgments, "values": values} for (topic, of), values in rows],
    }


def history(session: Session, campaign: Campaign, table: BoardScores, points: int = POINTS) -> dict[str, Any]:
    """The mean of each run after so many judgments, None before the run was added; at most *points* points."""
    standings = standings_of(session, campaign.id, table.measure)
    chosen = sorted({round(i) for i in np.linspace(0, len(standings) - 1, min(points, len(standings)))})
    kept = [standings[i] for i in chosen]
    return {
        "judgments": [number for number, _ in kept],
        "runs": [
            {"name": table.names[run.id], "means": [means.get(run.id) for _, means in kept]} for run in table.runs
        ],
    }


def shown_names(campaign: Campaign, runs: Sequence[StoredRun]) -> dict[int, str]:
    """Run id to its name; in a blind campaign, to "System" and a letter drawn at random."""
    if not live_settings(campaign).blind:
        return {run.id: run.name for run in runs}
    drawn = sorted(run.id for run in runs)
    Random(f"{campaign.seed}/aliases").shuffle(drawn)
    return {run: f"System {letters(number)}" for number, run in enumerate(drawn)}


def letters(number: int) -> str:
    """A to Z for 0 to 25, then AA, AB and so on."""
    higher, lower = divmod(number, len(ascii_uppercase))
    return (letters(higher - 1) if higher else "") + ascii_uppercase[lower]
