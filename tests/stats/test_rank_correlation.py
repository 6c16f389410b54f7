"""Rank correlations: tau_AP against its definition with every order of ties written out."""

from itertools import pairwise, permutations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import NotDefinedError, ParameterError
from assess.stats.rank_correlation import kendall_tau_b, spearman_rho, tau_ap

SCORES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=6)


def tau_ap_of_order(order: tuple[int, ...], truth: list[int]) -> float:
    """Equation 3 of Yilmaz, Aslam and Robertson: ranks from 2 on, and the runs above that are truly above."""
    total = 0.0
    for rank in range(1, len(order)):
        right = sum(
            (truth[above] > truth[order[rank]]) + (truth[above] == truth[order[rank]]) / 2 for above in order[:rank]
        )
        total += right / rank
    return 2 / (len(order) - 1) * total - 1


@given(SCORES)
def test_tau_ap_is_the_mean_over_all_orders_of_ties(pairs: list[tuple[int, int]]) -> None:
    scores, truth = [a for a, _ in pairs], [b for _, b in pairs]
    runs = range(len(pairs))
    orders = [o for o in permutations(runs) if all(scores[a] >= scores[b] for a, b in pairwise(o))]
    expected = fmean(tau_ap_of_order(order, truth) for order in orders)
    assert tau_ap(scores, truth) == pytest.approx(expected, abs=1e-12)


def test_an_error_at_the_top_costs_more_than_at_the_bottom() -> None:
    truth = [5, 4, 3, 2, 1]
    top, bottom = [4, 5, 3, 2, 1], [5, 4, 3, 1, 2]
    assert kendall_tau_b(top, truth) == kendall_tau_b(bottom, truth) == pytest.approx(0.8)
    # By hand: rank 2 has 0 of 1 right, the rest all: (0 + 1 + 1 + 1) / 4; and (1 + 1 + 1 + 3/4) / 4.
    assert tau_ap(top, truth) == pytest.approx(0.5)
    assert tau_ap(bottom, truth) == pytest.approx(0.875)


def test_the_same_order_gives_one_the_reverse_minus_one() -> None:
    for correlation in (kendall_tau_b, spearman_rho, tau_ap):
        assert correlation([0.1, 0.2, 0.7], [1, 5, 9]) == pytest.approx(1)
        assert correlation([0.1, 0.2, 0.7], [9, 5, 1]) == pytest.approx(-1)


def test_equal_scores_give_zero_or_a_reason() -> None:
    assert tau_ap([1, 1, 1], [1, 2, 3]) == pytest.approx(0)
    for correlation in (kendall_tau_b, spearman_rho):
        with pytest.raises(NotDefinedError, match="all runs the same score"):
            correlation([1, 1, 1], [1, 2, 3])
    with pytest.raises(NotDefinedError, match="there is 1 run"):
        tau_ap([1], [1])
    with pytest.raises(ParameterError, match="found scores of 2 and 1 runs"):
        kendall_tau_b([1, 2], [1])
