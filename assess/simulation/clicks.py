"""Simulated users who click on an interleaved list: at random, or more often on relevant items."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from assess.interleaving import interleave
from assess.interleaving.comparison import Impression
from assess.interleaving.lists import Rankings


@dataclass(frozen=True, slots=True)
class Clicker:
    """A user who reads a list from the top, clicks on some items, and may stop after a click.

    Each chance is that for an irrelevant and for a relevant item.
    """

    click: tuple[float, float]
    stop: tuple[float, float]

    def clicks(self, relevant: list[bool], rng: Random) -> frozenset[int]:
        """The places clicked, from 1."""
        clicked = set()
        for place, good in enumerate(relevant, start=1):
            if rng.random() < self.click[good]:
                clicked.add(place)
                if rng.random() < self.stop[good]:
                    break
        return frozenset(clicked)


# "random" and "impatient" users know nothing about relevance. The others are those of Hofmann, Whiteson and de Rijke,
# "A probabilistic method for inferring preferences from clicks", CIKM 2011.
CLICKERS: Mapping[str, Clicker] = {
    "random": Clicker((0.5, 0.5), (0.0, 0.0)),
    "impatient": Clicker((0.5, 0.5), (1.0, 1.0)),
    "perfect": Clicker((0.0, 1.0), (0.0, 0.0)),
    "navigational": Clicker((0.05, 0.95), (0.2, 0.9)),
    "informational": Clicker((0.4, 0.9), (0.1, 0.5)),
}


def simulate_impressions(
    rankings: Rankings,
    grades: Mapping[str, float],
    method: str,
    clicker: Clicker,
    number: int,
    length: int,
    rng: Random,
) -> list[Impression]:
    """So many impressions of one topic, each with a list of its own; an item graded above 0 is relevant."""
    impressions = []
    for _ in range(number):
        shown = interleave(rankings, method, length, rng)
        clicked = clicker.clicks([grades.get(docno, 0) > 0 for docno in shown.docnos], rng)
        impressions.append(Impression("simulated", shown, clicked))
    return impressions
