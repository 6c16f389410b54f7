"""The overlap of two rankings, down all ranks: two ways to the same sum.

An item at rank a of one ranking and rank b of the other begins to count at max(a, b), and counts from there on.
"""

from array import array
from collections.abc import Iterable, Sequence

_NEGLIGIBLE = 2.0**-54  # less than half of a float's last digit: adding such a share changes nothing


def beginnings(ideal: Iterable[int], ranks: Sequence[int]) -> list[int]:
    """Where the vertices of the *ideal* ranking begin to count, given the *ranks* (0: absent) of all vertices."""
    return [rank if rank > place else place for place, v in enumerate(ideal, start=1) if (rank := ranks[v])]


def sum_of_tails(begins: Iterable[int], tail: "array[float]") -> float:
    """The sum of ``tail[rank]``: what an item adds that begins to count there (index 0 is unused)."""
    total, depth = 0.0, len(tail) - 1
    for rank in begins:
        if rank <= depth:
            total += tail[rank]
    return total


def sum_of_ranks(begins: Iterable[int], weights: "array[float]") -> float:
    """The sum of ``weights[rank]`` times the share of common items so far, from the first rank on (index 0 is unused).

    The weights must fall. Additions are in the order of the program published with the compatibility measure, so
    that the result is the same to the last digit.
    """
    depth = len(weights) - 1
    fresh = [0] * (depth + 1)
    for rank in begins:
        if rank <= depth:
            fresh[rank] += 1
    total, both = 0.0, 0
    for rank in range(1, depth + 1):
        both += fresh[rank]
        total += weights[rank] * both / rank
        if weights[rank] < total * _NEGLIGIBLE:
            break
    return total
