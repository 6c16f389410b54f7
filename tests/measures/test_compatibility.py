"""Compatibility against the values published with its program, to the last digit."""

from array import array

import pytest

from assess import files
from assess.errors import ParameterError
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.measures.compatibility import compatibility, compatibility_of_ranks, ideal_levels

# From the README of compat-sample; the values come from the authors' own program.
PUBLISHED = {
    0.95: (0.51779512165509, 0.018400100569017922),
    0.90: (0.3761334522946854, 0.004344079941789211),
    0.80: (0.16723008845234535, 0.00022806427320561776),
}


@pytest.mark.parametrize("p", PUBLISHED)
def test_the_published_sample_to_the_last_digit(shared_data, p):
    folder = shared_data / "compat-sample"
    qrels = files.load(folder / "compat.qrels", parse_qrels)
    run = files.load(folder / "compat.run", parse_run)
    values = tuple(compatibility(qrels[topic], run.rankings[topic].docnos, p) for topic in ("31_1", "31_2"))
    assert values == PUBLISHED[p]


def test_levels_of_zero_and_below_stay_out_of_the_ideal():
    assert compatibility({"a": 1, "b": 0, "c": -2}, ["b", "c", "a"]) == compatibility({"a": 1}, ["x", "y", "a"])


def test_equal_levels_follow_the_run():
    assert compatibility({"a": 1, "b": 1, "c": 2}, ["c", "b", "a"]) == pytest.approx(1.0)


def test_a_topic_without_relevant_items_scores_zero():
    assert compatibility({"a": 0}, ["a"]) == 0.0


def test_normalization_divides_by_the_overlap_of_the_ideal_with_itself():
    levels = {"a": 2, "b": 1}
    raw = compatibility(levels, ["b", "a"], 0.8, normalize=False)
    best = compatibility(levels, ["a", "b"], 0.8, normalize=False)
    assert compatibility(levels, ["b", "a"], 0.8) == raw / best
    assert best < 1


def test_many_runs_score_as_each_alone():
    levels = {"a": 2, "b": 1, "c": 1, "d": 0}
    graph = ideal_levels(levels)
    rankings = [["c", "d", "a"], [], ["a", "b", "c", "d"]]
    ranks = array("i", [rank for ranking in rankings for rank in graph.ranks(ranking)])
    assert compatibility_of_ranks(graph, ranks, 0.8) == [compatibility(levels, r, 0.8) for r in rankings]


def test_an_item_twice_in_a_ranking_is_refused():
    with pytest.raises(ParameterError, match="found 'a' at rank 2 again"):
        compatibility({"a": 1}, ["a", "a"])
