"""Simulated workers who judge what they see on the page: the question's topic and two texts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from assess.formats.items import Item
from assess.simulation.assessors import Model, Truth


def truth_of_texts(items: Iterable[Item], values: Mapping[str, Mapping[str, float]]) -> Truth:
    """The truth by topic and text, because workers see no docnos; *values* has the quality of each docno by topic."""
    known: dict[str, float] = {}
    for item in items:
        topics = values if item.topic is None else [item.topic]
        known |= {
            key_of(topic, item.text): values[topic][item.docno] for topic in topics if item.docno in values[topic]
        }
    return Truth(sorted(known, key=lambda key: (-known[key], key)), known, known)


def key_of(topic: str, text: str) -> str:
    """The key of an item in a truth by topic and text."""
    return f"{topic}\t{text}"


@dataclass(frozen=True)
class TextWorker:
    """Judges by the truth with the accuracy of the model; a spammer answers at random.

    A text that is unknown in the topic is the foil of a challenge, and worse
    than any other. ``challenge_accuracy`` is the probability to notice that.
    """

    truth: Truth
    model: Model
    spammer: bool = False
    challenge_accuracy: float = 1.0

    def answer(self, topic: str, left: str, right: str, answers: int, rng: Random) -> int:
        """The answer as the page sends it: negative for the left text, ±2 for "definitely" if the page offers it."""
        a, b = key_of(topic, left), key_of(topic, right)
        if self.spammer or (not self.knows(a) and not self.knows(b)):
            side = rng.choice((-1, 1))
        elif self.knows(a) and self.knows(b):
            side = self._prefer(a, b, rng)
        else:
            side = self._pass_challenge(-1 if self.knows(a) else 1, rng)
        return 2 * side if answers >= 4 and rng.random() < 0.5 else side

    def knows(self, key: str) -> bool:
        return key in self.truth.values

    def _pass_challenge(self, expected: int, rng: Random) -> int:
        return expected if rng.random() < self.challenge_accuracy else -expected

    def _prefer(self, a: str, b: str, rng: Random) -> int:
        better, worse = (a, b) if self.truth.values[a] >= self.truth.values[b] else (b, a)
        preferred = better if rng.random() < self.model.chance(better, worse, self.truth) else worse
        return -1 if preferred == a else 1
