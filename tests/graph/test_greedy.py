"""The greedy arrangement in plain Python, compared with the published algorithm."""

from array import array
from itertools import chain

import pytest

from assess.errors import ParameterError
from assess.graph.algorithm2 import greedy_ideal
from assess.graph.arranger import PlainArranger
from tests.graph.examples import random_examples


def test_plain_python_arranges_random_graphs_as_the_published_algorithm() -> None:
    for example in random_examples(1200, 14, seed=1):
        plain = PlainArranger(example.n, example.pairs, example.packed_levels)
        published = greedy_ideal(example.all_edges(), example.ranking, range(example.n))
        assert plain.ideals(array("i", example.ranks)).tolist() == published, example


def test_levels_arrange_as_the_edges_they_stand_for() -> None:
    for example in random_examples(400, 30, seed=2):
        with_levels = PlainArranger(example.n, example.pairs, example.packed_levels)
        written_out = PlainArranger(example.n, array("i", chain.from_iterable(example.all_edges())), None)
        ranks = array("i", example.ranks)
        assert with_levels.ideals(ranks) == written_out.ideals(ranks), example


def test_many_runs_are_arranged_at_once() -> None:
    plain = PlainArranger(3, array("i", [0, 1]), None)
    assert plain.ideals(array("i", [1, 2, 3, 0, 0, 1])).tolist() == [0, 1, 2, 2, 0, 1]


def test_ranks_of_an_incomplete_run_are_refused() -> None:
    with pytest.raises(ParameterError, match="found 4 ranks, expected a multiple of the 3 vertices"):
        PlainArranger(3, array("i", [0, 1]), None).ideals(array("i", [1, 2, 3, 4]))


def test_negative_ranks_are_refused() -> None:
    with pytest.raises(ParameterError, match="found rank -1, expected ranks from 1, or 0"):
        PlainArranger(2, array("i", [0, 1]), None).ideals(array("i", [1, -1]))
