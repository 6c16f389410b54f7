"""The draw of random pairings; the uniformity test covers every labelled graph of 6, 7 and 8 items."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from scipy.stats import chisquare

from assess.tournament.pairings import Pair, random_pairings, round_robin


def pool_of(size: int) -> list[str]:
    return [f"d{number:04}" for number in range(size)]


def degrees(pairs: Sequence[Pair], pool: Sequence[str]) -> Counter[int]:
    met = Counter(docno for pair in pairs for docno in pair)
    return Counter(met[docno] for docno in pool)


def test_a_round_robin_has_every_pairing_once() -> None:
    assert round_robin(["c", "a", "b"]) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert round_robin(["a"]) == []


@pytest.mark.parametrize("per_item", [7, 4])
def test_each_item_meets_p_others_and_one_meets_one_more_when_odd(per_item: int) -> None:
    for size in range(3, 501):
        pool = pool_of(size)
        pairs = random_pairings(pool, per_item, seed=f"degrees/{size}")
        assert len(set(pairs)) == len(pairs)
        assert all(a < b for a, b in pairs)
        expected = min(per_item, size - 1)
        odd = size * expected % 2
        assert degrees(pairs, pool) == Counter({expected: size - odd}) + Counter({expected + 1: odd})


def test_the_same_seed_draws_the_same_pairings_for_any_order_of_the_pool() -> None:
    pool = pool_of(40)
    assert random_pairings(pool, 7, "s") == random_pairings(pool[::-1], 7, "s")
    assert random_pairings(pool, 7, "s") != random_pairings(pool, 7, "t")


def test_a_pool_too_small_for_p_plays_a_round_robin() -> None:
    assert random_pairings(pool_of(6), 7, "s") == round_robin(pool_of(6))
    assert random_pairings([], 7, "s") == []


def graphs(left: Sequence[int], vertex: int = 0) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every simple graph whose vertices from *vertex* on have these many edges left."""
    if vertex == len(left):
        yield ()
        return
    open_ = [other for other in range(vertex + 1, len(left)) if left[other]]
    for chosen in combinations(open_, left[vertex]):
        rest = [number - (other in chosen) for other, number in enumerate(left)]
        for more in graphs(rest, vertex + 1):
            yield tuple((vertex, other) for other in chosen) + more


def all_pairings(size: int, per_item: int) -> list[tuple[tuple[int, int], ...]]:
    if size * per_item % 2 == 0:
        return list(graphs([per_item] * size))
    return [g for one_more in range(size) for g in graphs([per_item + (v == one_more) for v in range(size)])]


@pytest.mark.parametrize(
    ("size", "per_item", "number"), [(6, 2, 70), (6, 3, 70), (7, 2, 465), (7, 3, 5670), (8, 2, 3507)]
)
def test_all_sets_of_pairings_are_equally_likely(size: int, per_item: int, number: int) -> None:
    possible = all_pairings(size, per_item)
    assert len(possible) == number
    pool = pool_of(size)
    position = {docno: place for place, docno in enumerate(pool)}
    drawn = Counter(
        tuple((position[a], position[b]) for a, b in random_pairings(pool, per_item, f"uniform/{draw}"))
        for draw in range(max(5 * number, 3000))
    )
    assert drawn.keys() <= set(possible)
    assert chisquare([drawn[graph] for graph in possible]).pvalue > 0.01
