"""What each person does to the ranking of systems: the scores without their judgments."""

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from assess.errors import NotDefinedError
from assess.live.rank_cache import ScoreCache
from assess.live.topic_scores import JudgedTopic, measured, read_campaign, read_topic
from assess.stats.rank_correlation import kendall_tau_b
from assess.store.runs import run_ids
from assess.store.scores import MarkedTopic
from assess.store.tables import Campaign
from assess.store.topics import topics_of

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PersonEffect:
    """What leaving a person out does: the run whose mean changes most, by how much, and tau of the two orders.

    ``tau`` is None if it is not defined: with one run, or if all have the same mean.
    """

    measure: str
    run: str
    change: float
    tau: float | None


def effects_of_people(session: Session, campaign: Campaign) -> dict[int, PersonEffect]:
    """Assessor id to the effect of leaving them out, for everybody with a judgment that counts; empty without runs.

    Compatibility is computed from the top k, which only a new tournament would change: then nobody has an effect here.
    """
    live, cache = read_campaign(session, campaign.id), ScoreCache()
    if not live.runs or live.measures[0].label.startswith("compat"):
        return {}
    rows, changed = list[Floats | None](), defaultdict[int, dict[int, Floats | None]](dict)
    for place, topic in enumerate(topics_of(session, campaign.id)):
        marked = MarkedTopic(topic.id, topic.topic, campaign.id, topic.version)
        judged = read_topic(session, cache, live, marked)
        rows.append(_row(session, cache, judged))
        for who in sorted({vote.assessor_id for vote in judged.votes}):
            kept = [vote for vote in judged.votes if vote.assessor_id != who]
            changed[who][place] = _row(session, cache, replace(judged, votes=kept))
    names = {number: name for name, number in run_ids(session, campaign.id).items()}
    labels = [names[run] for run in live.runs]
    return {
        who: effect
        for who, instead in changed.items()
        if (effect := _effect(rows, instead, labels, live.settings.measures[0])) is not None
    }


def _row(session: Session, cache: ScoreCache, judged: JudgedTopic) -> Floats | None:
    """The scores of all runs on the topic by the main measure; None if the topic has no judgments for it."""
    found = measured(session, cache, judged, judged.live.measures[0])
    return None if found is None else np.array(found, np.float64)


def _effect(
    rows: list[Floats | None], instead: dict[int, Floats | None], labels: list[str], measure: str
) -> PersonEffect | None:
    before, after = _means(rows), _means([instead.get(place, row) for place, row in enumerate(rows)])
    if before is None or after is None:
        return None
    change = after - before
    most = int(np.argmax(np.abs(change)))
    return PersonEffect(measure, labels[most], float(change[most]), _tau(before, after))


def _means(rows: list[Floats | None]) -> Floats | None:
    scored = [row for row in rows if row is not None]
    return np.mean(scored, axis=0) if scored else None


def _tau(before: Floats, after: Floats) -> float | None:
    try:
        return kendall_tau_b(before, after)
    except NotDefinedError:
        return None
