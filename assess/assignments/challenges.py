"""Challenges: pairings with a known answer, drawn from the grades."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import product
from random import Random

from assess.errors import ParameterError
from assess.model import Challenge, Pairing


@dataclass(frozen=True)
class Challenger:
    """Draws challenges for any topic.

    Parameters
    ----------
    grades
        Topic -> docno -> grade of everything that can be shown.
    candidates
        Topic -> its candidates.
    same_everywhere
        Whether a docno is the same item in every topic: then an item that is known in a topic is no foil from another.
    """

    grades: Mapping[str, Mapping[str, float]]
    candidates: Mapping[str, Sequence[str]]
    same_everywhere: bool = True

    def draw(self, topic: str, seen: Collection[Pairing], rng: Random) -> Challenge:
        """Return a challenge that is not yet *seen*: a random candidate against a random item graded 0 or below.

        If the topic has none left, the foil is an item of another topic that is
        unknown in this one. If every challenge was seen, one is repeated.
        """
        for avoided in (seen, ()):
            for challenge in self._possible(topic, rng):
                if challenge.pairing not in avoided:
                    return challenge
        raise ParameterError(
            f"topic {topic}: no challenge can be made: it has no candidate, or no item "
            "to set against them, neither graded 0 nor of another topic; grade one item 0, or ask for no challenges"
        )

    def _possible(self, topic: str, rng: Random) -> Iterator[Challenge]:
        """Every challenge of the topic in random order, those with a foil of the topic first."""
        own = self._items(topic) if self.same_everywhere else set()
        foils = {docno for docno, grade in self.grades.get(topic, {}).items() if grade <= 0}
        yield from self._against(topic, foils.difference(self.candidates.get(topic, ())), topic, rng)
        for other in _shuffled((self.grades.keys() | self.candidates.keys()) - {topic}, rng):
            yield from self._against(topic, self._items(other) - own, other, rng)

    def _against(self, topic: str, foils: Set[str], foil_topic: str, rng: Random) -> Iterator[Challenge]:
        candidates = _shuffled(self.candidates.get(topic, ()), rng)
        for foil, candidate in product(_shuffled(foils, rng), candidates):
            if foil != candidate:
                yield Challenge(topic, candidate, foil, foil_topic)

    def _items(self, topic: str) -> Set[str]:
        return self.grades.get(topic, {}).keys() | set(self.candidates.get(topic, ()))


def _shuffled(values: Collection[str], rng: Random) -> list[str]:
    """The values in random order, independent of their order before."""
    return rng.sample(sorted(values), len(values))
