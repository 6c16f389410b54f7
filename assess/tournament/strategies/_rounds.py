"""Strategies that are played in rounds: a course says which pairings each round has, `in_rounds` plays it."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from assess.tournament.overlap import wanted_votes
from assess.tournament.pairings import Pair
from assess.tournament.state import Places, State, Strategy, Tournament, requests
from assess.tournament.tally import Outcomes, Tally


@dataclass(frozen=True)
class Round:
    """One batch of pairings, to be judged completely before the next; *by_lot* items were left out by a draw."""

    pool: Sequence[str]
    pairs: Sequence[Pair]
    votes: int
    by_lot: int = 0


# Yields the rounds one after the other, is sent the outcomes of each, and returns the ranking.
Course = Generator[Round, Outcomes, Places]


def in_rounds(course: Callable[[Tournament], Course]) -> Strategy:
    """Make a strategy from a course: play it from the start by the tally, up to the first judgment that is missing."""

    def strategy(tournament: Tournament, tally: Tally) -> State:
        rounds = course(tournament)
        number, asked, pool, by_lot = 0, 0, tournament.candidates, 0
        try:
            current = next(rounds)
            while True:
                number, pool, by_lot = number + 1, tuple(current.pool), current.by_lot
                wanted = wanted_votes(tournament, current.pairs, current.votes)
                asked += sum(wanted.values()) - sum(wanted.get(pair, 0) for pair in tally.aside)
                outcomes, missing = tally.settle(number, wanted)
                if missing:
                    return State(requests(tournament.topic, number, missing.items()), (), number, pool, asked, by_lot)
                current = rounds.send(outcomes)
        except StopIteration as end:
            return State((), end.value, number, pool, asked, by_lot)

    return strategy
