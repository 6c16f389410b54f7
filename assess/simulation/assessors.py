"""Simulated assessors: which of two items they prefer, given which one is truly better."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Protocol

from assess.errors import ParameterError
from assess.tournament.bradley_terry import fit
from assess.tournament.pairings import Pair, pair_of

# The crowd of CAsT 2019, fitted by scripts/fit-assessors: true quality scatters around the grade with this standard
# deviation, in grades, and on the logistic scale of preferences items of one grade differ with SPREAD / SCALE = 0.9.
SPREAD = 1.0
SCALE = 1.1

# How often somebody who looks passes a challenge. If all that the bill of CAsT 2019 pays for beyond its released
# judgments were discarded HITs (9.8 %), it would be 0.966; without its pilots (5 %), 0.983.
CHALLENGE_ACCURACY = 0.97

# Two docnos -> the preferred one, or None for a tie.
Assessor = Callable[[str, str], str | None]


@dataclass(frozen=True)
class Truth:
    """The true quality of a topic's candidates in a simulation, and their true order.

    ``ranking`` is a total order: equal values are ordered at random.
    """

    ranking: Sequence[str]
    values: Mapping[str, float]
    grades: Mapping[str, float]


def draw_truth(values: Mapping[str, float], grades: Mapping[str, float], rng: Random, spread: float = 0.0) -> Truth:
    """Return a truth around these *values*: a normal error with standard deviation *spread* is added to each."""
    drawn = {docno: values[docno] + spread * rng.gauss() for docno in sorted(values)}
    order = sorted(drawn)
    rng.shuffle(order)
    order.sort(key=lambda docno: -drawn[docno])
    return Truth(order, drawn, grades)


class Model(Protocol):
    """How well assessors distinguish two items."""

    def chance(self, better: str, worse: str, truth: Truth, /) -> float:
        """The probability that the better item is preferred."""
        ...


@dataclass(frozen=True)
class Constant:
    """The same accuracy for every pair."""

    accuracy: float

    def __post_init__(self) -> None:
        check_share("accuracy", self.accuracy)

    def chance(self, better: str, worse: str, truth: Truth, /) -> float:
        return self.accuracy


@dataclass(frozen=True)
class ByDistance:
    """Accuracies for items of the same grade, one grade apart, two, ...; the last one for all larger distances."""

    accuracies: Sequence[float]

    def __post_init__(self) -> None:
        for accuracy in self.accuracies:
            check_share("accuracy", accuracy)

    def chance(self, better: str, worse: str, truth: Truth, /) -> float:
        distance = int(abs(truth.grades[better] - truth.grades[worse]))
        return self.accuracies[min(distance, len(self.accuracies) - 1)]


@dataclass(frozen=True)
class BradleyTerry:
    """Accuracy grows with the difference: if it is one *scale*, the better item is preferred with probability 0.73."""

    scale: float = 1.0

    def __post_init__(self) -> None:
        if not self.scale > 0:
            raise ParameterError(f"found scale {self.scale} of Bradley-Terry, expected more than 0")

    def chance(self, better: str, worse: str, truth: Truth, /) -> float:
        return 1 / (1 + exp((truth.values[worse] - truth.values[better]) / self.scale))


def parse_model(text: str) -> Model:
    """Parse a model written as its name and numbers, such as ``distance:0.6,0.75,0.9``."""
    name, _, numbers = text.partition(":")
    try:
        values = [float(number) for number in numbers.split(",")]
    except ValueError:
        values = []
    if name == "constant" and len(values) == 1:
        return Constant(values[0])
    if name == "distance" and values:
        return ByDistance(tuple(values))
    if name == "bradley-terry" and len(values) == 1:
        return BradleyTerry(values[0])
    raise ParameterError(
        f"found assessors {text!r}, expected constant:ACCURACY, distance:ACCURACY,ACCURACY,... or bradley-terry:SCALE"
    )


@dataclass(frozen=True)
class SimulatedCrowd:
    """Assessors of one model, and spammers who answer at random.

    Parameters
    ----------
    model
        The model of assessors who are not spammers.
    spammers
        Share of HITs by people who answer at random. They pass a challenge
        with probability 1/2.
    ties
        Share of ties if an assessor cannot distinguish the two items. If the
        better one is preferred with probability p, the share is multiplied by
        4 p (1 - p).
    challenge_accuracy
        Probability that somebody who is no spammer passes a challenge.
    """

    model: Model
    spammers: float = 0.0
    ties: float = 0.0
    challenge_accuracy: float = CHALLENGE_ACCURACY

    def __post_init__(self) -> None:
        check_share("spammers", self.spammers)
        check_share("ties", self.ties)
        check_share("challenge accuracy", self.challenge_accuracy)

    def passing(self, challenges: int) -> float:
        """Return the share of HITs in which all *challenges* are passed, by spammers or not."""
        return self._lucky(challenges) + (1 - self.spammers) * self.challenge_accuracy**challenges

    def _lucky(self, challenges: int) -> float:
        """The share of HITs by spammers who pass all *challenges*."""
        return self.spammers * 0.5**challenges

    def assessor(self, truth: Truth, challenges: int, rng: Random) -> Assessor:
        """Return a random assessor of a topic who passed all *challenges*."""
        rank = {docno: place for place, docno in enumerate(truth.ranking)}
        random, chance, ties = rng.random, self.model.chance, self.ties
        passing = self.passing(challenges)
        spammers = self._lucky(challenges) / passing if passing else 0.0

        def prefer(a: str, b: str) -> str | None:
            better, worse = (a, b) if rank[a] < rank[b] else (b, a)
            if spammers and random() < spammers:
                return better if random() < 0.5 else worse
            right = chance(better, worse, truth)
            if ties and random() < tie_chance(ties, right):
                return None
            return better if random() < right else worse

        return prefer


def tie_chance(ties: float, accuracy: float) -> float:
    """The probability of a tie, for *ties* as in `SimulatedCrowd`; *accuracy* is the chance to prefer the better."""
    return ties * 4 * accuracy * (1 - accuracy)


class Recording:
    """The recorded judgments of a topic, used as answers in a simulation.

    A pair that was judged gets one of its recorded answers. Other pairs are
    answered by simulated assessors; their truth is the Bradley-Terry strengths
    of the recorded items.
    """

    def __init__(self, edges: Sequence[Pair]) -> None:
        self.edges = edges
        self._answers: dict[Pair, list[str]] = {}
        for winner, loser in edges:
            self._answers.setdefault(pair_of(winner, loser), []).append(winner)

    def strengths(self, pool: Iterable[str]) -> dict[str, float]:
        """Return the strength of each item of *pool*, judged or not."""
        known = frozenset(pool)
        results = ((pair_of(*edge), float(edge[0] < edge[1])) for edge in self.edges if known.issuperset(edge))
        return dict(fit(tuple(sorted(known)), tuple(results)))

    def assessor(self, otherwise: Assessor, rng: Random) -> Assessor:
        """Return an assessor who repeats recorded answers, and asks *otherwise* for the rest."""

        def prefer(a: str, b: str) -> str | None:
            recorded = self._answers.get(pair_of(a, b))
            return rng.choice(recorded) if recorded else otherwise(a, b)

        return prefer


def check_share(name: str, value: float) -> None:
    """Refuse a number outside 0 to 1."""
    if not 0 <= value <= 1:
        raise ParameterError(f"found {name} {value}, expected a number from 0 to 1")
