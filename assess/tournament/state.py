"""What every strategy takes and gives: a topic's tournament, and where it stands."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Protocol

from assess.errors import ParameterError
from assess.model import Pairing
from assess.tournament.pairings import Pair
from assess.tournament.parameters import Parameters
from assess.tournament.tally import Tally

# Best first; items that share a place are tied, in docno order.
Places = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Tournament:
    """The tournament of one topic: who plays, by which numbers, with which randomness.

    The order of candidates plays no part. All randomness comes from the seed,
    the topic and the number of the round.
    """

    topic: str
    candidates: tuple[str, ...]
    parameters: Parameters = field(default_factory=Parameters)
    seed: int = 0

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.candidates))
        for docno, following in pairwise(ordered):
            if docno == following:
                raise ParameterError(f"topic {self.topic}: {docno} is listed twice; expected each candidate once")
        object.__setattr__(self, "candidates", ordered)

    def seed_of(self, round_: int) -> str:
        return f"{self.seed}/{self.topic}/{round_}"

    def rng(self, round_: int) -> Random:
        """A fresh generator for one round, always the same."""
        return Random(self.seed_of(round_))


@dataclass(frozen=True, slots=True)
class Request:
    """A pairing to judge now, and how many judgments it still misses."""

    pairing: Pairing
    round_: int
    missing: int


@dataclass(frozen=True)
class State:
    """Where a tournament stands, given the judgments so far.

    Attributes
    ----------
    needed
        The pairings to judge now; none when the tournament is over.
    ranking
        The top k by place once nothing is needed, tied items in one place;
        empty before.
    round_, pool
        The round being played, from 1, and the items still in play.
    asked
        Judgments asked for so far in all rounds, those of ``needed`` among
        them. Once the tournament is over: what it took.
    """

    needed: tuple[Request, ...]
    ranking: Places
    round_: int
    pool: tuple[str, ...]
    asked: int

    @property
    def done(self) -> bool:
        return not self.needed

    @property
    def missing(self) -> int:
        """Judgments still missing for the pairings needed now."""
        return sum(request.missing for request in self.needed)


class Strategy(Protocol):
    """Which pairings are needed now; what is the ranking, once none is.

    A pure function: the same tournament and the same judgments, in any order,
    give the same state.
    """

    def __call__(self, tournament: Tournament, tally: Tally, /) -> State: ...


def requests(topic: str, round_: int, missing: Iterable[tuple[Pair, int]]) -> tuple[Request, ...]:
    return tuple(Request(Pairing(topic, a, b), round_, number) for (a, b), number in missing)
