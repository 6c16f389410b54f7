"""Simulated workers who judge what they see on the page: the question's topic and two texts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Protocol

from assess.formats.items import Item
from assess.simulation.assessors import Model, Truth, check_share, tie_chance

# Numbers of answers that a page offers.
WITH_TIE, WITH_STRENGTHS = (3, 5), (4, 5)


def truth_of_texts(items: Iterable[Item], values: Mapping[str, Mapping[str, float]]) -> Truth:
    """The truth by topic and text, because workers see no docnos; *values* has the quality of each docno by topic."""
    known: dict[str, float] = {}
    for item in items:
        topics = values if item.topic is None else [item.topic]
        known |= {
            key_of(topic, item.text): values[topic][item.docno]
            for topic in topics
            if item.docno in values.get(topic, {})
        }
    return Truth(sorted(known, key=lambda key: (-known[key], key)), known, known)


def key_of(topic: str, text: str) -> str:
    """The key of an item in a truth by topic and text."""
    return f"{topic}\t{text}"


class TextJudge(Protocol):
    """Somebody who answers pairs of texts."""

    def answer(self, topic: str, left: str, right: str, answers: int, rng: Random, /) -> int:
        """The answer as the page sends it: negative for the left text, 0 for a tie, ±2 for "definitely"."""
        ...


@dataclass(frozen=True)
class TextWorker:
    """Judges by the truth with the accuracy of the model; a spammer answers at random.

    A text that is unknown in the topic is the foil of a challenge, and worse
    than any other. ``challenge_accuracy`` is the probability to notice that.
    ``ties`` is that of `SimulatedCrowd`, if the page offers a tie. If it offers
    "definitely", that is the answer with probability 2 p - 1, where p is the
    accuracy for the pair: never for equal items, always for clear cases.
    """

    truth: Truth
    model: Model
    spammer: bool = False
    challenge_accuracy: float = 1.0
    ties: float = 0.0

    def __post_init__(self) -> None:
        check_share("ties", self.ties)

    def answer(self, topic: str, left: str, right: str, answers: int, rng: Random, /) -> int:
        """The answer as the page sends it; *answers* is how many it offers: 2, 3 with a tie, 4 and 5 with strengths."""
        a, b = key_of(topic, left), key_of(topic, right)
        if self.spammer or (not self.knows(a) and not self.knows(b)):
            better, accuracy = -1, 0.5
        elif self.knows(a) and self.knows(b):
            better, accuracy = self._better(a, b)
            if self.ties and answers in WITH_TIE and rng.random() < tie_chance(self.ties, accuracy):
                return 0
        else:
            better, accuracy = -1 if self.knows(a) else 1, self.challenge_accuracy
        side = better if rng.random() < accuracy else -better
        return 2 * side if answers in WITH_STRENGTHS and rng.random() < 2 * accuracy - 1 else side

    def knows(self, key: str) -> bool:
        return key in self.truth.values

    def _better(self, a: str, b: str) -> tuple[int, float]:
        """The side of the better text, and the chance to prefer it."""
        if self.truth.values[a] >= self.truth.values[b]:
            return -1, self.model.chance(a, b, self.truth)
        return 1, self.model.chance(b, a, self.truth)


@dataclass(frozen=True)
class RepeatableWorkers:
    """Several workers whose n-th answer about a pair follows from the seed alone.

    It does not matter which of them is asked, when, and which text is on the left. So a campaign that is played again
    gets the same judgments, although its workers race.
    """

    worker: TextJudge
    seed: int
    asked: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    offered: set[int] = field(default_factory=set)  # numbers of answers that the pages offered
    lock: Lock = field(default_factory=Lock)

    def answer(self, topic: str, left: str, right: str, answers: int, _: Random, /) -> int:
        first, second = sorted((left, right))
        with self.lock:
            self.offered.add(answers)
            self.asked[topic, first, second] += 1
            time = self.asked[topic, first, second]
        rng = Random("\t".join((str(self.seed), str(time), topic, first, second)))
        answer = self.worker.answer(topic, first, second, answers, rng)
        return answer if first == left else -answer
