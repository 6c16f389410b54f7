"""Tournaments whose pairings depend on the results so far; the ranking is by Bradley-Terry strength."""

from collections.abc import Sequence, Set
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from assess.tournament.pairings import Pair, pair_of, random_pairings
from assess.tournament.state import Tournament
from assess.tournament.strategies._rounds import Course, Round
from assess.tournament.survivors import cut, places, wins
from assess.tournament.tally import Outcomes

if TYPE_CHECKING:
    from assess.tournament.bradley_terry import Posterior


def swiss(tournament: Tournament) -> Course:
    """Play P rounds between items with the same number of wins; no pairing is repeated.

    An item without a new opponent sits the round out. The ranking is by
    Bradley-Terry strength over all rounds, so wins over strong items count more.
    """
    from assess.tournament.bradley_terry import fit  # NumPy takes a while to import

    pool, parameters = tournament.candidates, tournament.parameters
    results: Outcomes = {}
    for number in range(1, min(parameters.per_item, len(pool) - 1) + 1):
        order = list(pool)
        tournament.rng(number).shuffle(order)
        won = wins(pool, results)
        order.sort(key=lambda docno: -won[docno])
        outcomes = yield Round(pool, neighbours(order, results.keys()), parameters.votes)
        results |= outcomes
    return cut(places(fit(pool, tuple(results.items())).mean), parameters.k)


def neighbours(order: Sequence[str], met: Set[Pair]) -> list[Pair]:
    """Pair each item with the next one it has not met."""
    pairs, free = [], list(order)
    while free:
        docno = free.pop(0)
        other = next((other for other in free if pair_of(docno, other) not in met), None)
        if other is not None:
            free.remove(other)
            pairs.append(pair_of(docno, other))
    return pairs


def active(tournament: Tournament) -> Course:
    """Ask next where the order of the top k is least certain (Thompson sampling of Bradley-Terry strengths).

    It asks for the same number of pairings as a two-stage tournament with one
    round of reduction. First each item gets half of its P pairings at random;
    the other pairings come in batches. For each batch, strengths are drawn
    together from their posterior, and neighbours in the first k + 1 places of the draw meet;
    a pairing may be repeated.
    """
    from assess.tournament.bradley_terry import fit  # NumPy takes a while to import

    pool, parameters = tournament.candidates, tournament.parameters
    left = _two_stage_pairings(len(pool), parameters.per_item, parameters.few)
    batch = max(parameters.k, len(pool) // 4)
    pairs = random_pairings(pool, (parameters.per_item + 1) // 2, tournament.seed_of(1))
    results: list[tuple[Pair, float]] = []
    number = 1
    while left > 0:
        pairs = pairs[:left]
        outcomes = yield Round(pool, pairs, parameters.votes)
        results += outcomes.items()
        left, number = left - len(pairs), number + 1
        pairs = promising(fit(pool, tuple(results)), parameters.k, batch, tournament.rng(number))
    return cut(places(fit(pool, tuple(results)).mean), parameters.k)


def promising(strengths: "Posterior", k: int, number: int, rng: Random) -> list[Pair]:
    """Return up to *number* pairs of items that may be neighbours among the best."""
    chosen: dict[Pair, None] = {}
    for drawn in strengths.draws(2 * number, rng):
        best = sorted(drawn, key=lambda docno: -drawn[docno])[: k + 1]
        chosen |= dict.fromkeys(pair_of(a, b) for a, b in pairwise(best))
        if len(chosen) >= number:
            break
    return list(chosen)[:number]


def _two_stage_pairings(size: int, per_item: int, few: int) -> int:
    final = min(size, few)
    reduction = size * per_item // 2 if size > few else 0
    return reduction + final * (final - 1) // 2
