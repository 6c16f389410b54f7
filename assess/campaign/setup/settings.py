"""How a campaign is judged: its own parameters, and what a link changes of them."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from assess.campaign.access.arrivals import Visit
from assess.campaign.setup.create import STRATEGY
from assess.errors import ParameterError
from assess.store.tables import Campaign

ANSWERS = (2, 3, 4, 5)
USUAL_ANSWERS = 2
# A dedicated assessor holds a few pairings, as long as she is at work; a worker's HIT is that of the paper.
DEDICATED: dict[str, Any] = {"pairings": 5, "challenges": 0, "minutes": 30}
CROWD: dict[str, Any] = {"pairings": 10, "challenges": 3, "minutes": 60}


@dataclass(frozen=True)
class Terms:
    """What one visitor gets: the size of a HIT, its challenges, and for how long she may hold it.

    ``renews``: the lease begins anew with each answer. ``by_topic``: one topic after the other instead of a mixture.
    """

    pairings: int
    challenges: int
    lease: timedelta
    renews: bool
    by_topic: bool
    hits_per_person: int | None


def strategy_of(campaign: Campaign) -> str:
    return str(campaign.parameters.get("strategy", STRATEGY))


def answers_of(campaign: Campaign) -> int:
    """How many answers a pair has: 2 or 4 are strict, 3 and 5 allow a tie."""
    answers = int(campaign.parameters.get("answers", USUAL_ANSWERS))
    if answers not in ANSWERS:
        raise ParameterError(f"found {answers} answers in campaign {campaign.name}, expected 2, 3, 4 or 5")
    return answers


def terms_of(visit: Visit) -> Terms:
    """The terms of a visit: the link's settings, else the campaign's for a crowd, else the usual ones."""
    if visit.own_link:
        chosen = DEDICATED | visit.link.settings
    else:
        chosen = CROWD | visit.campaign.parameters.get("hits", {}) | visit.link.settings
    return Terms(
        pairings=chosen["pairings"],
        challenges=chosen["challenges"],
        lease=timedelta(minutes=chosen["minutes"]),
        renews=visit.own_link,
        by_topic=chosen.get("by_topic", visit.own_link),
        hits_per_person=chosen.get("hits_per_person"),
    )


@dataclass(frozen=True)
class GradeName:
    """A grade that an assessor may give, and when."""

    value: float
    name: str
    guideline: str


USUAL_GRADES = (
    GradeName(2, "A", "It answers the question."),
    GradeName(1, "B", "It is related to the question, but does not answer it."),
    GradeName(0, "C", "It is not relevant."),
)


def grades_of_scale(campaign: Campaign) -> tuple[GradeName, ...]:
    """The campaign's own grades, best first, or the usual three."""
    scale = campaign.parameters.get("scale")
    return tuple(GradeName(**grade) for grade in scale) if scale else USUAL_GRADES
