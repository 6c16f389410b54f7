"""Runs against a baseline: SciPy's tests, formulas by hand, and what is not defined."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import permutation_test, ttest_rel

import assess
from assess.errors import NotDefinedError, ParameterError, UnknownNameError
from assess.files import load
from assess.formats.preferences import parse_preferences
from assess.stats.comparison.power import detectable_difference
from assess.stats.significance import holm


def made(topics: int, runs: int = 4) -> dict[str, dict[str, dict[str, float]]]:
    table = np.random.default_rng(7).beta([2, 3, 4, 6][:runs], 4, size=(topics, runs))
    names = "base", "near", "far", "best"
    return {
        name: {"AP": {f"t{row}": float(value) for row, value in enumerate(column)}}
        for name, column in zip(names, table.T, strict=False)
    }


def column(scores: dict[str, dict[str, dict[str, float]]], run: str) -> np.ndarray:
    return np.array([*scores[run]["AP"].values()])


@pytest.mark.parametrize("topics", [8, 40])
def test_the_tests_are_those_of_scipy_and_holm_is_over_the_runs(topics: int) -> None:
    scores = made(topics)
    found = assess.compare_runs(scores, "base")["AP"]
    assert [of.run for of in found.differences] == ["near", "far", "best"]
    for of in found.differences:
        pair = column(scores, of.run), column(scores, "base")
        expected = ttest_rel(*pair)
        assert (of.t, of.p) == pytest.approx((expected.statistic, expected.pvalue))
        exact = topics <= 16
        drawn = permutation_test(
            (pair[0] - pair[1],),
            np.mean,
            permutation_type="samples",
            n_resamples=np.inf if exact else 20_000,
            rng=np.random.default_rng(1),
        )
        assert of.randomization == pytest.approx(drawn.pvalue, abs=1e-9 if exact else 0.015)
    assert [of.p_holm for of in found.differences] == pytest.approx(holm(np.array([of.p for of in found.differences])))
    assert [of.randomization_holm for of in found.differences] == pytest.approx(
        holm(np.array([of.randomization for of in found.differences]))
    )


def test_effect_size_interval_and_detectable_difference_follow_the_differences() -> None:
    scores = made(12)
    of = assess.compare_runs(scores, "base")["AP"].differences[2]
    differences = column(scores, "best") - column(scores, "base")
    assert of.difference == pytest.approx(differences.mean())
    assert of.effect == pytest.approx(differences.mean() / differences.std(ddof=1))
    # d_z of Cohen is t over the root of the number of topics.
    assert of.t == pytest.approx((of.effect or 0) * 12**0.5)
    assert (of.low or 1) < of.difference < (of.high or 0)
    assert of.detectable == pytest.approx(detectable_difference(float(differences.std(ddof=1)), 12))


def test_sensitivity_is_over_all_pairs_and_the_detectable_difference_pools_them() -> None:
    scores = made(40)
    table = np.column_stack([column(scores, run) for run in scores])
    pairs = [(a, b) for a in range(4) for b in range(a)]
    found = assess.compare_runs(scores, "near")["AP"]
    significant = [ttest_rel(table[:, a], table[:, b]).pvalue < 0.05 for a, b in pairs]
    assert found.sensitivity == pytest.approx(np.mean(significant))
    variance = np.mean([np.var(table[:, a] - table[:, b], ddof=1) for a, b in pairs])
    assert found.detectable == pytest.approx(detectable_difference(float(variance) ** 0.5, 40))


def test_the_same_seed_gives_the_same_comparison() -> None:
    scores = made(40)
    assert assess.compare_runs(scores, "base", seed=2) == assess.compare_runs(scores, "base", seed=2)
    assert assess.compare_runs(scores, "base", seed=2) != assess.compare_runs(scores, "base", seed=3)


def test_one_topic_says_that_nothing_but_the_difference_is_defined() -> None:
    found = assess.compare_runs({"a": {"AP": {"t1": 0.5}}, "b": {"AP": {"t1": 0.75}}}, "a")["AP"]
    [of] = found.differences
    assert (found.topics, found.sensitivity, found.detectable) == (1, None, None)
    assert of.difference == 0.25
    assert (of.low, of.t, of.p_holm, of.randomization, of.effect, of.detectable) == (None,) * 6
    assert of.remark is not None
    assert of.remark.startswith("not defined because there is one topic")


def test_equal_systems_have_no_t_test_but_an_interval_and_a_randomization_test() -> None:
    values = {"t1": 0.1, "t2": 0.7, "t3": 0.3}
    scores = {"a": {"AP": values}, "twin": {"AP": values}, "b": {"AP": {"t1": 0.2, "t2": 0.9, "t3": 0.6}}}
    twin, other = assess.compare_runs(scores, "a")["AP"].differences
    assert (twin.difference, twin.randomization, twin.t, twin.p, twin.effect, twin.detectable) == (0, 1, *(None,) * 4)
    assert twin.remark is not None
    assert "the same on all topics" in twin.remark
    assert other.p_holm == other.p  # one t-test was made


def test_a_difference_that_is_constant_but_for_rounding_has_no_t_test() -> None:
    scores = {"a": {"AP": {"t1": 0.1, "t2": 0.7}}, "b": {"AP": {"t1": 0.1 + 0.2, "t2": 0.7 + 0.2}}}
    assert assess.compare_runs(scores, "a")["AP"].differences[0].t is None


def test_topics_without_a_value_for_some_run_are_left_out_and_named() -> None:
    scores = {"a": {"AP": {"t1": 0.1, "t2": 0.7, "t3": 0.5}}, "b": {"AP": {"t1": 0.2, "t2": 0.9, "t4": 1.0}}}
    found = assess.compare_runs(scores, "a")["AP"]
    assert (found.topics, found.left_out) == (2, ("t3", "t4"))
    assert found.differences[0].difference == pytest.approx(0.15)


def test_what_cannot_be_compared_is_said() -> None:
    with pytest.raises(UnknownNameError, match="found baseline 'x', expected one of the runs: base, near"):
        assess.compare_runs(made(3, runs=2), "x")
    with pytest.raises(ParameterError, match="found the baseline alone"):
        assess.compare_runs(made(3, runs=1), "base")
    with pytest.raises(NotDefinedError, match="AP: not defined because there is no topic for which every run"):
        assess.compare_runs({"a": {"AP": {"t1": 0.1}}, "b": {"AP": {"t2": 0.1}}}, "a")
    with pytest.raises(NotDefinedError, match="AP: not defined because the baseline 'a' has no value"):
        assess.compare_runs({"a": {"AP": {}}, "b": {"AP": {"t2": 0.1}}}, "a")


def test_the_baseline_needs_another_run_with_values() -> None:
    with pytest.raises(NotDefinedError, match="AP: not defined because no run but the baseline has a value"):
        assess.compare_runs({"a": {"AP": {"t1": 0.1}}, "b": {"AP": {}}}, "a")


def test_all_but_one_pair_of_the_runs_of_cast_differ(shared_data: Path) -> None:
    folder = shared_data / "cast2019"
    preferences = load(folder / "TREC-CAsT-2019.pref", parse_preferences)
    scores = assess.score_files(sorted((folder / "runs").glob("*.gz")), preferences, p=0.8, processes=1)
    found = assess.compare_runs(scores, "exp16")["pgc"]
    assert found.topics == 171
    assert found.sensitivity == pytest.approx(14 / 15)
