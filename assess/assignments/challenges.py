"""Challenges: pairings with a known answer, drawn so that nothing but reading tells them from other pairings.

A challenge sets an item in play against a foil, an item graded 0. Foils are drawn as if they were in play themselves:
a topic has so many of them that each meets about as many items a round as the items meet each other, no pair comes more
often than a pairing does, and from round to round as many foils stay as items survive. So how often an item, a pair or
a topic is seen says nothing, even to somebody who compares many assignments.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain
from math import floor
from random import Random

from assess.errors import ParameterError
from assess.model import Challenge, Pairing

# How many challenges there are for each pairing: the paper's HIT has 3 for 10.
SHARE = 0.3
# Multiples of the golden ratio, modulo 1, are spread evenly.
GOLDEN = 0.6180339887498949


@dataclass(frozen=True)
class RoundInPlay:
    """The round that a topic is in.

    Parameters
    ----------
    number
        Counted from 1.
    pool
        Its items.
    votes
        How many judgments each of its pairings asks for.
    waiting
        How many of these judgments nobody has made or holds.
    asked
        How often each challenge was handed out in this round.
    """

    number: int
    pool: Sequence[str]
    votes: Sequence[int] = ()
    waiting: int = 0
    asked: Mapping[Pairing, int] = field(default_factory=dict)

    def meetings(self, share: float) -> float:
        """How many items a foil meets: as many as an item meets items and foils, so that both are seen as often."""
        items = len(self.pool)
        return min(items, (2 + share) * len(self.votes) / items) if items else 0.0

    def times(self, place: int) -> int:
        """How often the challenge at this place of the plan is asked: as often as a pairing."""
        return self.votes[place % len(self.votes)] if self.votes else 1


@dataclass(frozen=True)
class Challenger:
    """Draws challenges for any topic.

    Parameters
    ----------
    grades
        Topic -> docno -> grade of everything that can be shown.
    rounds
        Topic -> the round it is in.
    seed
        Decides which foils a topic has, and what they meet.
    share
        How many challenges there are for each pairing.
    same_everywhere
        Whether a docno is the same item in every topic: then an item that is known in a topic is no foil from another.
    """

    grades: Mapping[str, Mapping[str, float]]
    rounds: Mapping[str, RoundInPlay]
    seed: str = ""
    share: float = SHARE
    same_everywhere: bool = True

    def chance(self, topic: str) -> float:
        """The share of challenges among what the round of the topic still asks."""
        play = self.rounds[topic]
        if not play.votes:
            return 0.0
        planned = self._number_of_foils(topic) * play.meetings(self.share) * sum(play.votes) / len(play.votes)
        left = max(0.0, planned - sum(play.asked.values()))
        return left / (left + play.waiting) if left else 0.0

    def draw(self, topic: str, seen: Collection[Pairing]) -> Challenge:
        """Return the challenge to ask next: of the round's foils, or of one more foil if all of those were asked.

        A challenge that the person has *seen*, or that was asked as often as a pairing is, comes again only if there is
        no other.
        """
        play = self.rounds[topic]
        possible = self._planned(topic, self._foils(topic))
        asked = [play.asked.get(it.pairing, 0) // play.times(place) for place, it in enumerate(possible)]
        for avoided in (seen, ()):
            times = [number for number, it in zip(asked, possible, strict=True) if it.pairing not in avoided]
            if times:
                return next(
                    it
                    for number, it in zip(asked, possible, strict=True)
                    if number == min(times) and it.pairing not in avoided
                )
        raise ParameterError(
            f"topic {topic}: no challenge can be made: it has no candidate, or no item "
            "to set against them, neither graded 0 nor of another topic; grade one item 0, or ask for no challenges"
        )

    def _number_of_foils(self, topic: str) -> int:
        """Foils in the topic's round. Fractions are rounded so that over all topics they add up."""
        play = self.rounds[topic]
        chance = (Random(f"{self.seed}/foils").random() + sorted(self.rounds).index(topic) * GOLDEN) % 1
        meetings = play.meetings(self.share)
        return floor(self.share * len(play.votes) / meetings + chance) if meetings else 0

    def _planned(self, topic: str, foils: Sequence[tuple[str, str]]) -> list[Challenge]:
        """The challenges of the round in the order to ask them: first those of its foils, mixed, then foil by foil."""
        play = self.rounds[topic]
        number, meetings = self._number_of_foils(topic), max(1.0, play.meetings(self.share))
        rng, met = Random(f"{self.seed}/{topic}/{play.number}/challenges"), Counter[str]()
        by_foil = []
        for foil, foil_topic in foils:
            order = sorted(_shuffled(play.pool, rng), key=met.__getitem__)
            opponents = [docno for docno in order if docno != foil][: floor(meetings + rng.random())]
            met.update(opponents)
            by_foil.append([Challenge(topic, docno, foil, foil_topic) for docno in opponents])
        mixed = list(chain(*by_foil[:number]))
        rng.shuffle(mixed)
        return [*mixed, *chain(*by_foil[number:])]

    def _foils(self, topic: str) -> list[tuple[str, str]]:
        """Foils of the topic with the topic they belong to, in random order.

        Items of other topics serve only if the topic has no foil of its own, those first that are not in play there.
        """
        rng, grades = Random(f"{self.seed}/{topic}/order"), self.grades.get(topic, {})
        own = _idle(grades) - set(self.rounds[topic].pool)
        if own:
            return [(docno, topic) for docno in _shuffled(own, rng)]
        known = grades.keys() | set(self.rounds[topic].pool) if self.same_everywhere else set()
        others = _shuffled(self.rounds.keys() - {topic}, rng)
        for only_idle in (True, False):
            for other in others:
                if found := (_idle(self.grades.get(other, {})) if only_idle else self._items(other)) - known:
                    return [(docno, other) for docno in _shuffled(found, rng)]
        return []

    def _items(self, topic: str) -> Set[str]:
        return self.grades.get(topic, {}).keys() | set(self.rounds[topic].pool)


def give_way(chances: Sequence[float], number: int, rng: Random) -> list[int]:
    """Return the places of the questions that give way to a challenge, drawn with these chances.

    If too few questions have a chance, others are drawn as well.
    """
    keys = [rng.random() ** (1 / chance) if chance else rng.random() - 1 for chance in chances]
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=True)[:number]


def _idle(grades: Mapping[str, float]) -> Set[str]:
    """Items graded 0 or below, which are never in play."""
    return {docno for docno, grade in grades.items() if grade <= 0}


def _shuffled(values: Collection[str], rng: Random) -> list[str]:
    """The values in random order, independent of their order before."""
    return rng.sample(sorted(values), len(values))
