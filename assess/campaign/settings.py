"""The settings of a campaign. Only this module parses the JSON that is stored with it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, cast, get_args

from sqlalchemy.orm import Session

from assess.assignments.weighing import SCREENING, Screening
from assess.errors import ParameterError
from assess.pay import parse_money
from assess.store.campaigns import change_campaign
from assess.store.tables import AssessorKind, Campaign
from assess.tournament import Parameters

STRATEGY = "two-stage"
# How many answers a pair may offer: 2 and 4 allow no tie, 3 and 5 do.
ANSWERS = (2, 3, 4, 5)
USUAL_ANSWERS = 2
# Whose judgments count in the tournament, the scores and the exports.
Counted = Literal["people", "machines", "both"]
COUNTED = "people, machines or both"
# Days; a hundred years.
LONGEST_RETENTION = 36_500


@dataclass(frozen=True)
class GradeName:
    """A grade that an assessor may give, and the guideline when to give it."""

    value: float
    name: str
    guideline: str


USUAL_GRADES = (
    GradeName(2, "A", "It answers the question."),
    GradeName(1, "B", "It is related to the question, but does not answer it."),
    GradeName(0, "C", "It is not relevant."),
)


@dataclass(frozen=True)
class TrainingPair:
    """Two items of a topic, which of them is better, and why."""

    topic: str
    preferred: str
    other: str
    why: str = ""


@dataclass(frozen=True)
class AssignmentSize:
    """The pairings and challenges of a crowd's assignment, and the minutes for it; None means the default."""

    pairings: int | None = None
    challenges: int | None = None
    minutes: int | None = None

    def chosen(self) -> dict[str, int]:
        """What the organiser chose, without defaults."""
        return {name: size for name, size in asdict(self).items() if size is not None}


@dataclass(frozen=True)
class CampaignSettings:
    """Everything that the organiser decides about a campaign, except its texts.

    ``live`` is parsed by `assess.live.view_settings`, which knows the measures. ``workers_known`` is false in a
    replay of judgments that do not say who made them. ``pages`` is the depth of the result pages that are compared.
    ``retention`` is after how many days a closed campaign forgets its people; None: never.
    ``graders`` is how many people grade each item, if grades are collected.
    """

    parameters: Parameters = field(default_factory=Parameters)
    strategy: str = STRATEGY
    answers: int = USUAL_ANSWERS
    grading: bool = False
    graders: int = 1
    assignment_size: AssignmentSize = field(default_factory=AssignmentSize)
    scale: tuple[GradeName, ...] = USUAL_GRADES
    training: tuple[TrainingPair, ...] = ()
    budget: Decimal | None = None
    live: Mapping[str, Any] = field(default_factory=dict)
    workers_known: bool = True
    counted: Counted = "people"
    pages: int | None = None
    screening: Screening = "paper"
    retention: int | None = None

    def counts(self, kind: AssessorKind) -> bool:
        """Whether judgments of this kind of assessor count."""
        return self.counted == "both" or (self.counted == "machines") == (kind == "machine")


def settings_of(campaign: Campaign) -> CampaignSettings:
    """The settings of a campaign."""
    return parse_settings(campaign.parameters, campaign.name)


def parse_settings(stored: Mapping[str, Any], name: str) -> CampaignSettings:
    """Parse stored settings; what was never chosen gets its default."""
    numbers = {known.name: stored[known.name] for known in fields(Parameters) if known.name in stored}
    answers = int(stored.get("answers", USUAL_ANSWERS))
    if answers not in ANSWERS:
        raise ParameterError(f"found {answers} answers in campaign {name}, expected 2, 3, 4 or 5")
    budget = stored.get("budget")
    return CampaignSettings(
        parameters=Parameters(**numbers),
        strategy=str(stored.get("strategy", STRATEGY)),
        answers=answers,
        grading=bool(stored.get("grading", False)),
        graders=_graders(stored.get("graders", 1), name),
        assignment_size=AssignmentSize(**stored.get("assignment_size", {})),
        scale=tuple(GradeName(**grade) for grade in stored.get("scale") or ()) or USUAL_GRADES,
        training=tuple(TrainingPair(**pair) for pair in stored.get("training", ())),
        budget=None if budget is None else parse_money(budget),
        live=stored.get("live", {}),
        workers_known=bool(stored.get("workers_known", True)),
        counted=_counted(stored.get("counted", "people"), name),
        pages=stored.get("pages"),
        screening=_screening(stored.get("screening", "paper"), name),
        retention=_retention(stored.get("retention"), name),
    )


def _graders(found: Any, name: str) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or found < 1:
        raise ParameterError(f"found graders = {found!r} in campaign {name}, expected a whole number, 1 or more")
    return found


def _counted(found: str, name: str) -> Counted:
    for known in get_args(Counted):
        if found == known:
            return cast(Counted, known)
    raise ParameterError(f"found the judgments of {found!r} counted in campaign {name}, expected {COUNTED}")


def _screening(found: str, name: str) -> Screening:
    for known in get_args(Screening):
        if found == known:
            return cast(Screening, known)
    raise ParameterError(f"found the screening {found!r} in campaign {name}, expected {SCREENING}")


def _retention(found: Any, name: str) -> int | None:
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= LONGEST_RETENTION:
        raise ParameterError(
            f"found the retention period {found!r} in campaign {name}, "
            f"expected days after it is closed, 0 to {LONGEST_RETENTION:,}"
        )
    return found


def change_settings(session: Session, campaign: Campaign, changes: Mapping[str, Any], now: datetime) -> None:
    """Change the settings of these names and record the old values. Invalid values raise and change nothing."""
    changed = campaign.parameters | dict(changes)
    parse_settings(changed, campaign.name)
    change_campaign(session, campaign, "parameters", changed, now)
