"""Who survives a round: the wins of each item, the places by wins, and the cut at k.

References
----------
Clarke, Vtyurina and Smucker, "Assessing Top-k Preferences", section 4.3,
ACM TOIS, 2021, https://arxiv.org/abs/2007.11682
"""

from collections.abc import Iterable, Mapping
from random import Random

from assess.tournament.state import Places
from assess.tournament.tally import Outcomes


def wins(pool: Iterable[str], outcomes: Outcomes) -> dict[str, float]:
    """Return the wins of each item of *pool*, half a win for a tie."""
    won = dict.fromkeys(pool, 0.0)
    for (first, second), points in outcomes.items():
        won[first] += points
        won[second] += 1 - points
    return won


def survivors(won: Mapping[str, float], per_item: int, at_least: int = 0) -> list[str]:
    """Return the items that won more than ``per_item // 2`` pairings.

    The released data follow this rule: with P = 7 an item with four wins
    survives, also one that met eight others and lost to four. Where fewer than
    *at_least* items survive, the best *at_least* by wins stay, and those tied
    with the last of them.
    """
    kept = [docno for docno, number in won.items() if number > per_item // 2]
    if len(kept) >= min(at_least, len(won)):
        return kept
    return sorted(docno for place in cut(places(won), at_least) for docno in place)


def places(scores: Mapping[str, float]) -> Places:
    """Return the items by score, highest first; equal scores share a place."""
    by_score: dict[float, list[str]] = {}
    for docno in sorted(scores):
        by_score.setdefault(scores[docno], []).append(docno)
    return tuple(tuple(by_score[score]) for score in sorted(by_score, reverse=True))


def cut(ranking: Places, k: int) -> Places:
    """Return the first places that hold at least *k* items; all items tied with the k-th stay."""
    kept, items = [], 0
    for place in ranking:
        if items >= k:
            break
        kept.append(place)
        items += len(place)
    return tuple(kept)


def draw_best(won: Mapping[str, float], number: int, rng: Random) -> list[str]:
    """Return the *number* items with the most wins; among equals, chance decides who stays."""
    order = sorted(won)
    rng.shuffle(order)
    order.sort(key=lambda docno: -won[docno])
    return sorted(order[:number])
