"""Every run against every other: the numbers of a comparison with a baseline, corrected for all pairs."""

from dataclasses import fields

import numpy as np
import pytest

import assess
from assess.stats.comparison.differences import ComparisonSettings
from assess.stats.comparison.every_pair import compare_every_pair
from assess.stats.significance import holm

RUNS = ["best", "far", "near", "base"]


@pytest.mark.parametrize("topics", [8, 40])
def test_a_pair_has_the_numbers_of_a_comparison_with_its_second_run_but_for_holm(topics: int) -> None:
    table = np.random.default_rng(7).beta([6, 4, 3, 2], 4, size=(topics, 4))
    scores = {
        run: {"AP": {f"t{row:02}": float(value) for row, value in enumerate(column)}}
        for run, column in zip(RUNS, table.T, strict=True)
    }
    found = compare_every_pair(RUNS, table, ComparisonSettings(seed=3))
    assert len(found) == 6
    for (run, other), of in found.items():
        [expected] = [one for one in assess.compare_runs(scores, other, seed=3)["AP"].differences if one.run == run]
        for field in fields(of):
            if not field.name.endswith("_holm"):
                value = getattr(expected, field.name)
                assert getattr(of, field.name) == (pytest.approx(value) if isinstance(value, float) else value)
    assert [of.p_holm for of in found.values()] == holm(np.array([of.p for of in found.values()])).tolist()
    flipped = np.array([of.randomization for of in found.values()])
    assert [of.randomization_holm for of in found.values()] == holm(flipped).tolist()


def test_pairs_that_differ_by_the_same_everywhere_have_a_reason_and_are_not_corrected_for() -> None:
    table = np.array([[0.5, 0.3, 0.3], [0.6, 0.4, 0.4], [0.7, 0.1, 0.1]])
    found = compare_every_pair(["one", "two", "twin"], table, ComparisonSettings())
    equal = found["two", "twin"]
    assert (equal.difference, equal.p, equal.p_holm, equal.effect, equal.randomization) == (0, None, None, None, 1)
    assert "the difference is the same on all topics" in (equal.remark or "")
    varied = found["one", "two"]
    assert varied.p_holm == pytest.approx(2 * (varied.p or 0))  # two tests, not three
