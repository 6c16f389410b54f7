"""The leaderboard of a campaign, computed from stored scores."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from sqlalchemy.orm import Session

from assess.campaign.overview.pace import LATEST, Pace, measure_pace
from assess.campaign.settings import Counted, settings_of
from assess.live.board_scores import BoardScores, read_table
from assess.live.rescoring import run_means
from assess.live.topic_scores import COMPARED, KNOWN
from assess.live.view_settings import LiveSettings, live_settings
from assess.stats.intervals import intervals, likely_bounds
from assess.stats.sensitivity import sensitivity
from assess.store.judgments import latest_times
from assess.store.progress import Progress, count_judged_topics, progress_of
from assess.store.scores import outlook_of, scores_of, standings_of
from assess.store.tables import Campaign

# Movement is shown against the places at this share of the judgments.
EARLIER = 0.9


@dataclass(frozen=True)
class BoardRow:
    """A run on the leaderboard.

    ``low`` and ``high`` are the 95 % interval of its mean, None with a single topic. ``compared`` is the share of its
    top ranks that were compared, ``known`` the share that were compared or graded. ``moved`` is the number of places
    gained since `EARLIER`.
    """

    name: str
    description: str | None
    place: int
    mean: float
    low: float | None
    high: float | None
    compared: float
    known: float
    moved: int


@dataclass(frozen=True)
class Board:
    """The runs in order, their means, and how sure the order is. The outlook is for the main measure only.

    ``judgments`` are those that count, of people or machines by ``counted``; ``judged_topics`` are the topics that have
    some: also in a campaign without runs.
    """

    campaign: str
    state: str
    settings: LiveSettings
    measure: str
    judgments: int
    counted: Counted
    judged_topics: int
    progress: Progress
    pace: Pace | None
    pages: bool
    rows: list[BoardRow]
    sensitivity: float | None
    outlook: Mapping[str, Any] | None


def read_board(session: Session, campaign: Campaign, measure: str | None = None) -> Board:
    """The leaderboard by a measure of the campaign; the default is the main measure."""
    settings, table = live_settings(campaign), read_table(session, campaign, measure)
    progress = progress_of(session, campaign.id)
    outlook = outlook_of(session, campaign.id) if table.measure == settings.measures[0] else None
    return Board(
        campaign=campaign.name,
        state=campaign.state,
        settings=settings,
        measure=table.measure,
        judgments=progress.counted,
        counted=settings_of(campaign).counted,
        judged_topics=count_judged_topics(session, campaign.id),
        progress=progress,
        pace=measure_pace(latest_times(session, campaign.id, LATEST)) if not table.runs else None,
        pages=settings_of(campaign).pages is not None,
        rows=_rows(session, campaign, table),
        sensitivity=sensitivity(table.scores) if len(table.runs) > 1 and table.topics else None,
        outlook=None if outlook is None else {**outlook.figures, "judgments": outlook.judgments},
    )


def as_plain(board: Board) -> dict[str, Any]:
    """The leaderboard as plain names and numbers for pages and the API, without secrets."""
    return {
        "campaign": board.campaign,
        "state": board.state,
        "measure": board.measure,
        "measures": list(board.settings.measures),
        "graph": board.settings.graph,
        "blind": board.settings.blind,
        "judgments": board.judgments,
        "counted": board.counted,
        "judged_topics": board.judged_topics,
        "progress": asdict(board.progress),
        "pace": board.pace.per_hour if board.pace else None,
        "pages": board.pages,
        "runs": [asdict(row) for row in board.rows],
        "sensitivity": board.sensitivity,
        "outlook": _plain_outlook(board.outlook),
        "stop": asdict(board.settings.stop) if board.settings.stop and not board.settings.blind else None,
    }


def _plain_outlook(figures: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The figures about the whole campaign, without those by run and topic."""
    if figures is None:
        return None
    names = ("judgments", "topics", "order", "leader", "swaps", "change", "topic_share", "needed", "worth", "new_topic")
    rule = {"decided": figures["rule"]["probability"]} if "rule" in figures else {}
    # An outlook stored by an earlier version does not say whether the workers are known.
    return {name: figures[name] for name in names} | {"workers_known": figures.get("workers_known", True)} | rule


def _rows(session: Session, campaign: Campaign, table: BoardScores) -> list[BoardRow]:
    blind, bounds = live_settings(campaign).blind, _bounds(table, campaign.seed)
    compared, known = (run_means(scores_of(session, campaign.id, share).values()) for share in (COMPARED, KNOWN))
    means = {run.id: table.means.get(run.id, 0.0) for run in table.runs}
    places, earlier = _places(means), _earlier_places(session, campaign, table)
    return [
        BoardRow(
            name=table.names[run.id],
            description=None if blind else run.description,
            place=places[run.id],
            mean=means[run.id],
            low=low,
            high=high,
            compared=compared.get(run.id, 0.0),
            known=known.get(run.id, 0.0),
            moved=earlier.get(run.id, places[run.id]) - places[run.id],
        )
        for run, (low, high) in zip(table.runs, bounds, strict=True)
    ]


def _places(means: Mapping[int, float]) -> dict[int, int]:
    """Run id to its place; runs with equal means share a place."""
    return {run: 1 + sum(other > mean for other in means.values()) for run, mean in means.items()}


def _bounds(table: BoardScores, seed: int) -> Sequence[tuple[float | None, float | None]]:
    """The 95 % interval of each run's mean; None at both ends if there are too few topics."""
    if len(table.topics) < 2:
        return [(None, None)] * len(table.runs)
    found = intervals(table.scores, np.random.default_rng(seed), bounds=likely_bounds(table.scores))
    return [(low, high) for low, high in found.tolist()]


def _earlier_places(session: Session, campaign: Campaign, table: BoardScores) -> dict[int, int]:
    """The place of each run at `EARLIER`; empty if no point of the history is that early."""
    standings = standings_of(session, campaign.id, table.measure)
    earlier = [means for number, means in standings if number <= EARLIER * table.judgments]
    if not earlier:
        return {}
    means = earlier[-1]
    return _places({run.id: means[run.id] for run in table.runs if run.id in means})
