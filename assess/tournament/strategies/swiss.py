"""Rounds between items with equally many wins; the ranking is by Bradley-Terry strength."""

from collections.abc import Sequence, Set

from assess.tournament.pairings import Pair, pair_of
from assess.tournament.state import Tournament
from assess.tournament.strategies._rounds import Course, Round
from assess.tournament.survivors import cut, places, wins
from assess.tournament.tally import Outcomes


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
    return cut(places(fit(pool, tuple(results.items()))), parameters.k)


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
