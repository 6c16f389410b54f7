"""What every strategy takes and returns: the tournament of a topic, and its state after some judgments."""

from collections.abc import Iterable, Mapping
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
    """The tournament of one topic: its candidates, parameters and seed.

    The order of candidates does not matter. All randomness comes from the
    seed, the topic and the number of the round. Pairs that were set *aside* are
    not asked; each counts as tied. *outstanding* are pairings that were asked
    before, each with its round: a strategy that chooses freely keeps them. If
    *over*, nothing more is asked. *hints* tell about the candidates before any
    judgment: the name of the parameter with their weight, to docno, to a number.
    """

    topic: str
    candidates: tuple[str, ...]
    parameters: Parameters = field(default_factory=Parameters)
    seed: int = 0
    aside: frozenset[Pair] = frozenset()
    outstanding: frozenset[tuple[int, Pair]] = frozenset()
    over: bool = False
    hints: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.candidates))
        for docno, following in pairwise(ordered):
            if docno == following:
                raise ParameterError(f"topic {self.topic}: {docno} is listed twice; expected each candidate once")
        object.__setattr__(self, "candidates", ordered)

    def seed_of(self, round_: int) -> str:
        return f"{self.seed}/{self.topic}/{round_}"

    def rng(self, round_: int) -> Random:
        """A new generator for one round, always with the same seed."""
        return Random(self.seed_of(round_))


@dataclass(frozen=True, slots=True)
class Request:
    """A pairing to judge now, and the number of its missing judgments.

    ``gain`` is how much its answer would tell, where the strategy knows that: the largest of all topics come first.
    """

    pairing: Pairing
    round_: int
    missing: int
    gain: float | None = None


@dataclass(frozen=True)
class State:
    """The state of a tournament, given the judgments so far.

    Attributes
    ----------
    needed
        The pairings to judge now; empty when the tournament is over.
    ranking
        The top k by place when the tournament is over, tied items in one
        place; empty before.
    round_, pool
        The current round, from 1, and the items still in play.
    asked
        Number of judgments asked for in all rounds so far, including those of
        ``needed``. When the tournament is over: its total.
    by_lot
        Number of items that a draw left out of the round robin, because ties
        kept too many in play; in `topk`, of the last place of the top k.
    expected_recall
        The expected share of the true top k in ``ranking``, where the strategy
        knows that and the tournament is over.
    """

    needed: tuple[Request, ...]
    ranking: Places
    round_: int
    pool: tuple[str, ...]
    asked: int
    by_lot: int = 0
    expected_recall: float | None = None

    @property
    def done(self) -> bool:
        return not self.needed

    @property
    def missing(self) -> int:
        """Judgments still missing for the pairings needed now."""
        return sum(request.missing for request in self.needed)


class Strategy(Protocol):
    """Returns the pairings needed now, or the ranking if none is needed.

    A pure function: the same tournament and the same judgments, in any order,
    give the same state.
    """

    def __call__(self, tournament: Tournament, tally: Tally, /) -> State: ...


def requests(topic: str, round_: int, missing: Iterable[tuple[Pair, int]]) -> tuple[Request, ...]:
    return tuple(Request(Pairing(topic, a, b), round_, number) for (a, b), number in missing)
