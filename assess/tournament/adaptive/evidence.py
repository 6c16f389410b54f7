"""What is known about a topic: its judgments as games, and the pairs that are out with people."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from assess.tournament.bradley_terry import Games
from assess.tournament.pairings import Pair
from assess.tournament.state import Tournament
from assess.tournament.tally import Tally

# A round and a pair: in an adaptive strategy, the n-th time that the pair is asked.
Asking = tuple[int, Pair]


@dataclass(frozen=True)
class TopicEvidence:
    """The judgments of a topic as games, and what else decides the next pairs.

    Every judgment is a game of its own, however many a pairing has. ``judged``
    is their number. ``times`` says how often each pair was asked, and
    ``outstanding`` which pairs are asked now and not yet judged completely.
    """

    tournament: Tournament
    games: Games
    judged: int
    times: Counter[Pair]
    outstanding: tuple[Pair, ...]

    @property
    def pool(self) -> tuple[str, ...]:
        return self.tournament.candidates

    @property
    def generator(self) -> np.random.Generator:
        """Random numbers by seed, topic and number of judgments: their order does not matter."""
        return np.random.default_rng(self.tournament.rng(self.judged).getrandbits(128))


def evidence_of(tournament: Tournament, tally: Tally, outstanding: Collection[Asking] = ()) -> TopicEvidence:
    """Return what the judgments of a topic say, when these pairs are out with people."""
    results = tally.results()
    position = {docno: place for place, docno in enumerate(tournament.candidates)}
    times = Counter(pair for _, pair in results.keys() | set(outstanding))
    # One row for each pair, in a fixed order: the order of judgments must not change a sum in its last digit.
    rows = sorted({pair for _, pair in results})
    row = {pair: number for number, pair in enumerate(rows)}
    points, number = np.zeros(len(rows)), np.zeros(len(rows))
    for (_, pair), (won, judged) in results.items():
        points[row[pair]] += won
        number[row[pair]] += judged
    first = np.array([position[pair[0]] for pair in rows], dtype=np.intp)
    second = np.array([position[pair[1]] for pair in rows], dtype=np.intp)
    games = Games(len(position), first, second, points, number)
    out = tuple(sorted(pair for _, pair in outstanding))
    return TopicEvidence(tournament, games, int(number.sum()), times, out)
