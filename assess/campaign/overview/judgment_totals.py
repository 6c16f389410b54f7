"""The judgments of a campaign: how many count, why others do not, and the same by round and by person.

Every number comes from the same rows, so they add up.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.judging.held_work import HeldWork
from assess.store.assessors import assessors_of
from assess.store.judgments import REASONS, JudgmentCount, count_superseded, judgment_counts
from assess.store.pairings import asked_by_round
from assess.store.progress import Progress
from assess.store.tables import Assessor, Campaign


@dataclass(frozen=True)
class JudgmentTotals:
    """``made`` judgments are those that count and those that do not; a changed answer is one judgment.

    ``missing`` judgments are needed and not made; ``held`` of them are handed out. ``changed`` answers were superseded.
    """

    made: int
    counting: int
    not_counting: dict[str, int]
    missing: int
    held: int
    changed: int


@dataclass(frozen=True)
class RoundLine:
    """The work of a round in all topics. Round 0 is what was judged beside the tournament."""

    round: int
    topics: int
    pairings: int
    judgments: int
    not_counting: int
    held: int
    missing: int


@dataclass(frozen=True)
class PersonLine:
    """The work of an assessor; ``number`` is theirs in every command. ``holds`` are questions without an answer."""

    number: int
    kind: str
    identity: str
    judgments: int
    not_counting: int
    holds: int
    latest: datetime | None
    excluded: bool


@dataclass(frozen=True)
class JudgmentLines:
    """The totals, and the lines that add up to them."""

    totals: JudgmentTotals
    rounds: tuple[RoundLine, ...]
    people: tuple[PersonLine, ...]

    @property
    def machines_only(self) -> bool:
        """Whether every judgment that counts is a machine's."""
        kinds = {person.kind for person in self.people if person.judgments}
        return kinds == {"machine"}


def read_judgment_lines(
    session: Session, campaign: Campaign, progress: Progress, held: Sequence[HeldWork]
) -> JudgmentLines:
    """Count the judgments of the campaign."""
    counts = judgment_counts(session, campaign.id)
    why = Counter[str]()
    for count in counts:
        why[count.reason or ""] += count.number
    totals = JudgmentTotals(
        made=why.total(),
        counting=why[""],
        not_counting={reason: why[reason] for reason in REASONS if why[reason]},
        missing=progress.missing,
        held=progress.held,
        changed=count_superseded(session, campaign.id),
    )
    return JudgmentLines(totals, _rounds(session, campaign, counts), _people(session, campaign, counts, held))


def _rounds(session: Session, campaign: Campaign, counts: Iterable[JudgmentCount]) -> tuple[RoundLine, ...]:
    made: defaultdict[int, Counter[bool]] = defaultdict(Counter)
    for count in counts:
        made[count.round_][count.reason is None] += count.number
    return tuple(
        RoundLine(
            round=asked.round_,
            topics=asked.topics,
            pairings=asked.pairings,
            judgments=made[asked.round_][True],
            not_counting=made[asked.round_][False],
            held=asked.held,
            missing=asked.missing,
        )
        for asked in asked_by_round(session, campaign.id)
    )


def _people(
    session: Session, campaign: Campaign, counts: Sequence[JudgmentCount], held: Iterable[HeldWork]
) -> tuple[PersonLine, ...]:
    """A line for each assessor, the one who judged last first."""
    own: defaultdict[int, list[JudgmentCount]] = defaultdict(list)
    for count in counts:
        own[count.assessor_id].append(count)
    holds = Counter[int]()
    for work in held:
        holds[work.person] += work.open
    lines = [_person(assessor, own[assessor.id], holds[assessor.id]) for assessor in assessors_of(session, campaign.id)]
    return tuple(sorted(lines, key=lambda line: (line.latest is None, -_seconds(line.latest), line.number)))


def _seconds(time: datetime | None) -> float:
    return time.timestamp() if time else 0.0


def _person(assessor: Assessor, counts: Sequence[JudgmentCount], holds: int) -> PersonLine:
    return PersonLine(
        number=assessor.id,
        kind=assessor.kind,
        identity=assessor.identity,
        judgments=sum(count.number for count in counts if count.reason is None),
        not_counting=sum(count.number for count in counts if count.reason is not None),
        holds=holds,
        latest=max((count.latest for count in counts), default=None),
        excluded=assessor.excluded_at is not None,
    )
