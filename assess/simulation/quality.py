"""The quality of a result: compare the top k that a tournament found with the true top k."""

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from math import sqrt

from assess.tournament.state import Places


def recall(found: Places, truth: Sequence[str], k: int) -> float:
    """Return the share of the *k* truly best items among the first *k* found; of all items if there are fewer.

    Exactly *k* items count. If several items share the place at the cut, the
    result is the expectation over all ways to break the tie at random.
    """
    best = set(truth[:k])
    expected, room = 0.0, k
    for place in found:
        taken = min(room, len(place))
        expected += sum(docno in best for docno in place) * taken / len(place)
        room -= taken
    return expected / len(best) if best else 1.0


def top_one(found: Places, truth: Sequence[str]) -> float:
    """Return 1 if the truly best item has the first place, or 1/n if it is one of n items there; else 0."""
    return 1 / len(found[0]) if found and truth and truth[0] in found[0] else 0.0


def tau_of_tops(found: Places, truth: Sequence[str], k: int) -> float:
    """Return Kendall's tau-b of the two top *k*, over the union of their items; items missing in one are tied last.

    References
    ----------
    Fagin, Kumar and Sivakumar, "Comparing top k lists", SIAM Journal on
    Discrete Mathematics 17, 2003.
    """
    one = {docno: number for number, place in enumerate(found) for docno in place}
    other = {docno: number for number, docno in enumerate(truth[:k])}
    either = sorted(one.keys() | other.keys())
    return kendall_tau(
        {docno: -one.get(docno, len(either)) for docno in either},
        {docno: -other.get(docno, len(either)) for docno in either},
    )


def kendall_tau(scores: Mapping[Hashable, float], others: Mapping[Hashable, float]) -> float:
    """Return Kendall's tau-b of two scores of the same things; 1 if both tie everything, 0 if only one does.

    References
    ----------
    Kendall, "The treatment of ties in ranking problems", Biometrika 33, 1945.
    """
    agreeing = ordered = ordered_by_others = 0
    for a, b in combinations(scores, 2):
        sign, other_sign = _sign(scores[a] - scores[b]), _sign(others[a] - others[b])
        agreeing += sign * other_sign
        ordered += sign != 0
        ordered_by_others += other_sign != 0
    if not ordered or not ordered_by_others:
        return float(ordered == ordered_by_others)
    return agreeing / sqrt(ordered * ordered_by_others)


def _sign(difference: float) -> int:
    return (difference > 0) - (difference < 0)
