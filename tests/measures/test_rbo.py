"""Rank-biased overlap: the tables of the thesis, and arguments that are refused."""

import json

import pytest

from assess.errors import ParameterError
from assess.graph.overlap import sum_of_ranks, sum_of_tails
from assess.measures.rbo import nrbo, rbo, tail_sums, weights


@pytest.fixture(scope="module")
def thesis(shared_data):
    return json.loads((shared_data / "worked-examples" / "thesis.json").read_text())


def weights_below(p: float, depth: int) -> float:
    """The thesis multiplies by 1 - p; ours divides by the weights to the depth."""
    return 1 - p**depth


@pytest.mark.parametrize("ideal", ["ideal_1", "ideal_2"])
def test_tables_2_3_and_2_4_of_the_thesis(thesis, ideal):
    rankings, expected = thesis["ndcg_figure_2_1"], thesis["rbo_tables_2_3_2_4"]
    actual, p = rankings["actual"], expected["p"]
    at_7 = rbo(actual, rankings[ideal], p, depth=7) * weights_below(p, 7)
    assert at_7 == pytest.approx(expected[f"rbo_depth7_{ideal}"], abs=5e-10)
    assert rbo(actual, rankings[ideal], p) == pytest.approx(expected[f"rbo_depth1000_{ideal}"], abs=5e-10)
    assert nrbo(actual, rankings[ideal], p) == pytest.approx(expected[f"nrbo_depth1000_{ideal}"], abs=5e-10)


def test_table_2_4_prints_the_value_for_another_p_than_its_text_says(thesis):
    rankings, printed = thesis["ndcg_figure_2_1"], thesis["rbo_tables_2_3_2_4"]["printed_ideal_2"]["rbo"]
    at_p_080 = rbo(rankings["actual"], rankings["ideal_2"], 0.80, depth=7) * weights_below(0.80, 7)
    assert at_p_080 == pytest.approx(printed, abs=5e-4)
    assert printed == 0.457


def test_a_ranking_as_long_as_the_depth_overlaps_itself_by_one():
    assert rbo("abcdef", "abcdef", 0.9, depth=6) == 1.0


def test_overlap_is_symmetric_and_ignores_ranks_beyond_the_depth():
    assert rbo("abc", "cbx", 0.9, depth=2) == rbo("cbx", "abc", 0.9, depth=2) == rbo("ab", "cb", 0.9, depth=2)


def test_an_empty_ideal_scores_zero():
    assert nrbo("abc", "", 0.9) == 0.0


@pytest.mark.parametrize("begins", [[], [1], [3, 3, 700], [1, 2, 2, 9, 1000]])
def test_the_table_of_tails_gives_the_same_sum(begins):
    by_rank = sum_of_ranks(begins, weights(0.95, 1000))
    assert sum_of_tails(begins, tail_sums(0.95, 1000)) == pytest.approx(by_rank, rel=1e-13)


@pytest.mark.parametrize("p", [0.5, 0.8, 0.95, 0.999])
def test_ending_early_changes_no_digit(p):
    begins = [1, 2, 2, 40, 90, 700]
    whole = 0.0
    for rank, weight in enumerate(weights(p, 1000)):
        if rank:
            whole += weight * sum(begin <= rank for begin in begins) / rank
    assert sum_of_ranks(begins, weights(p, 1000)) == whole


@pytest.mark.parametrize("p", [0, 1, -0.5, 1.5, float("nan")])
def test_p_outside_zero_and_one_is_refused(p):
    with pytest.raises(ParameterError, match=r"expected a number between 0 and 1, both excluded"):
        rbo("ab", "ab", p)


@pytest.mark.parametrize("depth", [0, -1])
def test_a_depth_below_one_is_refused(depth):
    with pytest.raises(ParameterError, match="expected at least 1"):
        rbo("ab", "ab", 0.9, depth)


def test_an_item_twice_is_refused():
    with pytest.raises(ParameterError, match="found an item twice in a ranking"):
        rbo("aba", "ab", 0.9)
