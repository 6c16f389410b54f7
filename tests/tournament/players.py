"""Assessors of known accuracy for the tests, and a function that plays a tournament to the end."""

from collections.abc import Callable
from math import ceil, log2

from assess.model import Judgment
from assess.tournament import Request, State, Tally, Tournament, play

# Two docnos, the smaller first -> the preferred one, or None for a tie.
Assessor = Callable[[str, str], str | None]


def pool_of(size: int) -> tuple[str, ...]:
    return tuple(f"d{number:02}" for number in range(size))


def by_number(a: str, b: str) -> str | None:
    """A reliable assessor: d00 is the best item, d01 the second, ..."""
    return min(a, b)


def judge(request: Request, assessor: Assessor) -> Judgment:
    pairing = request.pairing
    preferred = assessor(pairing.docno_a, pairing.docno_b)
    return Judgment(pairing.topic, pairing.docno_a, pairing.docno_b, preferred, request.round_)


def finish(tournament: Tournament, assessor: Assessor, strategy: str = "two-stage") -> tuple[State, list[Judgment]]:
    """Play to the end, all needed pairings at a time; return the last state and the judgments in order."""
    tally = Tally(tournament.topic, tournament.candidates)
    judgments: list[Judgment] = []
    state = play(tournament, tally, strategy)
    while not state.done:
        for request in state.needed:
            for _ in range(request.missing):
                judgments.append(judge(request, assessor))
                tally.add(judgments[-1])
        state = play(tournament, tally, strategy)
    return state, judgments


def most_judgments(candidates: int, k: int) -> int:
    """The paper's bound on the judgments of a heap tournament: |C| + (k - 1) ⌈log2 |C|⌉."""
    return candidates + (k - 1) * ceil(log2(candidates)) if candidates else 0
