"""Runs of a campaign: add them at any time, see how much of them was judged, and which pairings would help."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.errors import ParameterError, UnknownNameError
from assess.formats.runs import Run
from assess.graph import PreferenceGraph
from assess.live.rescoring import run_means
from assess.live.topic_scores import COMPARED, KNOWN, TOP
from assess.model import Judgment
from assess.store import tables
from assess.store.grades import grades_of
from assess.store.items import shown_docnos
from assess.store.judgments import current_judgments
from assess.store.runs import CURRENT, add_run, rankings_of_run, run_ids
from assess.store.scores import mark_topics, scores_of
from assess.store.tables import Campaign
from assess.store.topics import topic_ids


@dataclass(frozen=True)
class UploadedRun:
    """An uploaded run: how many of the campaign's topics it ranks, how many it lacks, and how many are unknown."""

    name: str
    topics: int
    missing: int
    unknown: int


def upload(
    session: Session, campaign: Campaign, runs: Iterable[Run], *, description: str | None = None, hidden: bool = False
) -> list[UploadedRun]:
    """Add runs to a campaign in any state, and mark every topic to be scored again. If one is bad, none is added."""
    topics = topic_ids(session, campaign.id)
    taken = []
    for run in runs:
        known = run.rankings.keys() & topics.keys()
        if not known:
            such = f", such as {min(topics)}" if topics else ""
            raise ParameterError(f"run {run.name!r} ranks none of the {len(topics)} topics of {campaign.name}{such}")
        id_ = add_run(session, campaign.id, run, topics, hidden=hidden)
        session.get_one(tables.StoredRun, id_).description = description
        taken.append(UploadedRun(run.name, len(known), len(topics) - len(known), len(run.rankings) - len(known)))
    mark_topics(session, campaign.id)
    return taken


def run_named(session: Session, campaign: Campaign, name: str) -> tables.StoredRun:
    """The run of that name. The error for an unknown name lists the known ones."""
    query = select(tables.StoredRun).where(tables.StoredRun.campaign_id == campaign.id, CURRENT)
    run = session.scalar(query.where(tables.StoredRun.name == name))
    if run is None:
        known = ", ".join(run_ids(session, campaign.id)) or "none"
        raise UnknownNameError(f"found no run {name!r} in campaign {campaign.name}, expected one of: {known}")
    return run


def set_hidden(session: Session, run: tables.StoredRun, *, hidden: bool) -> None:
    """Hide a run from the leaderboard, or show it again. It is scored either way."""
    if run.hidden != hidden:
        run.hidden = hidden
        mark_topics(session, run.campaign_id)


@dataclass(frozen=True)
class Coverage:
    """A run, and the share of its top ranks that were compared, and that were compared or graded."""

    name: str
    description: str | None
    hidden: bool
    compared: float
    known: float


def coverage_of_runs(session: Session, campaign: Campaign) -> list[Coverage]:
    """The runs of a campaign by name, hidden ones too."""
    compared, known = (run_means(scores_of(session, campaign.id, share).values()) for share in (COMPARED, KNOWN))
    query = select(tables.StoredRun).where(tables.StoredRun.campaign_id == campaign.id, CURRENT)
    return [
        Coverage(run.name, run.description, run.hidden, compared.get(run.id, 0.0), known.get(run.id, 0.0))
        for run in session.scalars(query.order_by(tables.StoredRun.name))
    ]


@dataclass(frozen=True)
class HelpfulPairing:
    """A pairing that would tell more about a run: its item at that rank against the best known item of the topic.

    ``shown`` is whether the campaign has something to show for the item; if not, it must be added first.
    """

    rank: int
    topic: str
    docno: str
    against: str | None
    shown: bool


def helpful_pairings(
    session: Session, campaign: Campaign, run: tables.StoredRun, top: int = TOP
) -> list[HelpfulPairing]:
    """Pairings of items near the top of a run that nobody has compared yet, best ranks first.

    Items graded 0 or below are left out: enough is known about them.
    """
    judged: dict[str, list[Judgment]] = {}
    for judgment in current_judgments(session, campaign.id):
        judged.setdefault(judgment.topic, []).append(judgment)
    grades, shown = grades_of(session, campaign.id), shown_docnos(session, campaign.id)
    found = []
    for topic, ranking in rankings_of_run(session, run.id).items():
        made, graded = judged.get(topic, []), grades.get(topic, {})
        compared = {docno for judgment in made for docno in (judgment.docno_a, judgment.docno_b)}
        best = _best(made, graded)
        found += [
            HelpfulPairing(rank, topic, docno, best, docno in shown.get(topic, ()))
            for rank, docno in enumerate(ranking.docnos[:top], start=1)
            if docno not in compared and docno != best and graded.get(docno, 1) > 0
        ]
    return sorted(found, key=lambda pairing: (pairing.rank, pairing.topic))


def _best(judgments: Iterable[Judgment], grades: Mapping[str, float]) -> str | None:
    """The best known item of a topic: by its judgments, or without any by its grades."""
    edges = [(edge.winner, edge.loser) for judgment in judgments if (edge := judgment.edge)]
    if edges:
        return PreferenceGraph(edges).ideal()[0]
    return min(grades, key=lambda docno: (-grades[docno], docno), default=None)
