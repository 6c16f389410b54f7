"""Simulate people who do HITs with challenges, and which of these a rule of screening keeps."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from assess.assignments.weighing import (
    CARELESS_AGREES,
    CARELESS_FAST,
    DOUBTFUL,
    TOO_LIKELY,
    CareEvidence,
    Decision,
    Screening,
    weigh,
)

# The chance that somebody takes another HIT after one, as in rehearsals: 6.7 HITs for each person on average.
GOES_ON = 0.85
# Assumed: how often somebody who looks agrees with the majority of others; and how often their answer takes less than
# an eighth of the median, if the logarithm of their times is normal with standard deviation 0.6.
AGREES, FAST = 0.75, 0.0003
# People in the simulation that tells what a rule does on average.
MANY = 5_000


@dataclass(frozen=True)
class ScreenedCrowd:
    """The people who do HITs, and how they are screened.

    ``shared`` of the pairs of a HIT were judged by others too; ``timed`` pairs have a time. ``spammers`` of the people
    toss a coin.
    """

    screening: Screening
    challenges: int = 3
    spammers: float = 0.0
    accuracy: float = 0.97
    shared: int = 0
    timed: int = 0
    doubtful: float = DOUBTFUL
    too_likely: float = TOO_LIKELY


@dataclass(frozen=True)
class PersonDone:
    """What one person did: HITs that count in the end, HITs that do not, and whether they were excluded."""

    careless: bool
    kept: int
    discarded: int
    excluded: bool


def people_done(crowd: ScreenedCrowd, rng: Random) -> Iterator[PersonDone]:
    """People, one after the other, without end."""
    while True:
        yield _person(crowd, rng)


def _person(crowd: ScreenedCrowd, rng: Random) -> PersonDone:
    careless = rng.random() < crowd.spammers
    kept = discarded = 0
    known = CareEvidence()
    while True:
        known, decision = _hit(crowd, known, rng, careless=careless)
        if decision == "keep":
            kept += 1
        else:
            discarded += 1
        if decision == "exclude":
            # The paper's rule does not look back; by the other one nothing of what they did counts.
            taken_back = kept if crowd.screening == "weighed" else 0
            return PersonDone(careless, kept - taken_back, discarded + taken_back, excluded=True)
        if rng.random() >= GOES_ON:
            return PersonDone(careless, kept, discarded, excluded=False)


def _hit(crowd: ScreenedCrowd, known: CareEvidence, rng: Random, *, careless: bool) -> tuple[CareEvidence, Decision]:
    """What is known after one more HIT, and the decision about it."""
    passed = _drawn(crowd.challenges, 0.5 if careless else crowd.accuracy, rng)
    failed = crowd.challenges - passed
    if crowd.screening == "paper":
        return known, "exclude" if failed else "keep"
    agreed = _drawn(crowd.shared, CARELESS_AGREES if careless else AGREES, rng)
    fast = _drawn(crowd.timed, CARELESS_FAST if careless else FAST, rng)
    known = CareEvidence(
        known.passed + passed,
        known.failed + failed,
        known.agreed + agreed,
        known.disagreed + crowd.shared - agreed,
        known.fast + fast,
        known.timed + crowd.timed,
    )
    return known, weigh(known, crowd.doubtful, crowd.too_likely)


def _drawn(number: int, chance: float, rng: Random) -> int:
    return sum(rng.random() < chance for _ in range(number))


@dataclass(frozen=True)
class ScreeningShares:
    """What a rule does in the long run.

    ``passing``: HITs that count, of all. ``careless``: HITs by people who toss a coin, of those that count.
    ``careful_excluded``: of the people who look, those excluded. ``careless_kept``: of the HITs by people who toss a
    coin, those that count.
    """

    passing: float
    careless: float
    careful_excluded: float
    careless_kept: float


@lru_cache(maxsize=256)
def long_run(crowd: ScreenedCrowd, people: int = MANY) -> ScreeningShares:
    """Simulate so many people, with a seed of its own, and count."""
    rng = Random("screening in the long run")
    done = [person for person, _ in zip(people_done(crowd, rng), range(people), strict=False)]
    kept, every = sum(p.kept for p in done), sum(p.kept + p.discarded for p in done)
    careful = [p for p in done if not p.careless]
    by_careless = [p for p in done if p.careless]
    careless_every = sum(p.kept + p.discarded for p in by_careless)
    return ScreeningShares(
        passing=kept / every,
        careless=sum(p.kept for p in by_careless) / kept if kept else 0.0,
        careful_excluded=sum(p.excluded for p in careful) / len(careful) if careful else 0.0,
        careless_kept=sum(p.kept for p in by_careless) / careless_every if careless_every else 0.0,
    )


def draw_discarded(kept: int, crowd: ScreenedCrowd, rng: Random) -> int:
    """Draw the number of HITs that do not count in the end, until *kept* HITs do."""
    counting = discarded = 0
    for person in people_done(crowd, rng):
        if counting >= kept:
            return discarded
        # Work of the last person that is not needed is not done.
        counting += person.kept
        discarded += person.discarded
    raise AssertionError("people never end")
