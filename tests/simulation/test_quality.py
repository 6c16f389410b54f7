"""The quality of a result, and Kendall's tau against scipy."""

from random import Random

import pytest
from scipy.stats import kendalltau

from assess.simulation.quality import kendall_tau, recall, tau_of_tops, top_one

TRUTH = ["a", "b", "c", "d", "e", "f"]


def test_a_perfect_result_has_quality_one() -> None:
    found = (("a",), ("b",), ("c",))
    assert (recall(found, TRUTH, 3), top_one(found, TRUTH), tau_of_tops(found, TRUTH, 3)) == (1, 1, 1)


def test_recall_does_not_depend_on_the_places_of_found_items() -> None:
    assert recall((("c", "f"), ("a",)), TRUTH, 3) == pytest.approx(2 / 3)


def test_recall_is_of_all_items_where_there_are_fewer_than_k() -> None:
    assert recall((("a",),), ["a", "b"], 5) == 0.5


def test_recall_takes_exactly_k_and_breaks_ties_by_expectation() -> None:
    # Two of the four items tied for the second and third place count: on average half of "b" and half of "c".
    assert recall((("a",), ("b", "c", "e", "f")), TRUTH, 3) == pytest.approx((1 + 2 * 2 / 4) / 3)
    assert recall((tuple(TRUTH),), TRUTH, 3) == pytest.approx(3 * 3 / 6 / 3)
    assert recall((("a", "b"), ("c",), ("d",)), TRUTH, 2) == 1


def test_a_shared_first_place_counts_by_its_share() -> None:
    assert top_one((("a", "b"), ("c",)), TRUTH) == 0.5
    assert top_one((("b",), ("a",)), TRUTH) == 0.0


def test_a_reversed_result_has_tau_minus_one() -> None:
    assert tau_of_tops((("c",), ("b",), ("a",)), TRUTH, 3) == -1


def test_disjoint_tops_have_a_tau_below_zero() -> None:
    # Over d e f a b c: 9 pairs between the two tops are reversed, 3 within each are tied in one of them.
    assert tau_of_tops((("d",), ("e",), ("f",)), TRUTH, 3) == pytest.approx(-9 / 12)


def test_tau_equals_that_of_scipy() -> None:
    rng = Random(1)
    for _ in range(50):
        size = rng.randrange(2, 12)
        scores, others = ([rng.randrange(5) for _ in range(size)] for _ in range(2))
        expected = kendalltau(scores, others).statistic
        if expected == expected:
            assert kendall_tau(dict(enumerate(scores)), dict(enumerate(others))) == pytest.approx(expected)


def test_tau_is_one_without_anything_to_order_and_zero_where_one_side_ties_all() -> None:
    assert kendall_tau({1: 0.0}, {1: 0.0}) == 1
    assert kendall_tau({1: 0.0, 2: 0.0}, {1: 1.0, 2: 0.0}) == 0
