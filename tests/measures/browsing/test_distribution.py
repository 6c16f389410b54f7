"""P@H as a random variable: exact and simulated distributions, their moments, and the orders between runs."""

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assess import browsing_moments, compare_p_at_h, p_at_h, p_at_h_distribution
from assess.errors import NotDefinedError, ParameterError
from assess.measures.browsing.browsing_models import (
    AveragePrecision,
    Cascade,
    Deterministic,
    Discounted,
    RankBiased,
    StochasticForward,
    TransitionMatrix,
    Walk,
)
from assess.measures.browsing.distribution import Distribution

R = [1, 0, 0, 1, 0, 0, 1, 0, 0, 1]
# Users jump over items and stay where they are, which no walk does.
JUMPS = TransitionMatrix([[1, 0, 0, 0], [0.2, 0.1, 0.3, 0.4], [0.5, 0.3, 0, 0.2], [0.6, 0, 0.4, 0]])
MODELS = [
    Deterministic(),
    Deterministic(depth=4),
    RankBiased(0.7),
    RankBiased(0.7, depth=inf),
    StochasticForward((0.9, 0.5, 0.9, 0.9)),
    Discounted(),
    Discounted(depth=inf),
    AveragePrecision(),
    AveragePrecision(recall_base=7),
    AveragePrecision(recall_base=7, depth=12),
    Cascade(),
    Cascade(depth=12),
    Walk(0.5, 0.25),
    Walk(0.4, 0.3, first=0.4),
    Walk(0.5, 0.25, depth=15),
    Walk(0.5, 0.25, depth=inf),
    JUMPS,
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_the_exact_distribution_has_the_exact_expectations(model):
    found = p_at_h_distribution(R, model=model)
    assert found.shares.sum() == pytest.approx(1)
    assert found.mean == pytest.approx(p_at_h(R, model=model), abs=1e-10)
    if found.effort < inf:
        assert found.ratio_of_means == pytest.approx(p_at_h(R, model=model, order=2), abs=1e-10)
    assert found.standard_error == 0


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_simulated_users_get_the_exact_values_within_sampling_error(model):
    exact = p_at_h_distribution(R, model=model)
    simulated = p_at_h_distribution(R, model=model, users=50_000, rng=np.random.default_rng(8))
    assert simulated.mean == pytest.approx(exact.mean, abs=4.5 * simulated.standard_error + 1e-12)
    assert simulated.variance == pytest.approx(exact.variance, rel=0.03, abs=1e-12)
    # Dvoretzky, Kiefer and Wolfowitz: a larger distance has a chance of 2 exp(-2 n d^2), here 1e-5.
    values = np.union1d(exact.values, simulated.values)
    assert np.abs(exact.cdf(values + 1e-9) - simulated.cdf(values + 1e-9)).max() < 0.011


@settings(max_examples=15)
@given(
    run=st.lists(st.integers(0, 3), min_size=1, max_size=30),
    forward=st.floats(0.05, 0.9),
    share=st.floats(0, 0.8),
    loss=st.sampled_from([0.0, 0.25, 0.7, 1.0]),
    depth=st.sampled_from([None, 10, inf]),
)
def test_simulated_walks_with_a_loss_have_the_exact_expectation(run, forward, share, loss, depth):
    model = Walk(forward, share * (1 - forward), depth=depth)
    rng = np.random.default_rng(3)
    found = p_at_h_distribution(run, model=model, gain="linear", loss=loss, users=20_000, rng=rng)
    error = 4.5 * found.standard_error + 1e-9
    assert found.mean == pytest.approx(p_at_h(run, model=model, gain="linear", loss=loss), abs=error)
    exact = p_at_h(run, model=model, gain="linear", loss=loss, order=2)
    assert found.ratio_of_means == pytest.approx(exact, rel=0.1, abs=0.02)


def test_a_loss_as_a_function_is_simulated_too():
    model, rng = Walk(0.5, 0.25), np.random.default_rng(1)
    found = p_at_h_distribution(R, model=model, loss=lambda k, y: y / k**2, users=50_000, rng=rng)
    exact = p_at_h(R, model=model, loss=lambda k, y: y / k**2)
    assert found.mean == pytest.approx(exact, abs=4.5 * found.standard_error)


def test_any_effort_is_simulated():
    model, rng = Walk(0.5, 0.25), np.random.default_rng(1)
    found = p_at_h_distribution(R, model=model, effort=lambda h: h**0.5, users=50_000, rng=rng)
    exact = p_at_h_distribution(R, model=model, effort=lambda h: h**0.5)
    assert found.mean == pytest.approx(exact.mean, abs=4.5 * found.standard_error)


def test_the_same_seed_gives_the_same_users():
    found = [p_at_h_distribution(R, model=Walk(), loss=0.5, users=1000, rng=np.random.default_rng(5)) for _ in range(2)]
    assert np.array_equal(found[0].values, found[1].values)
    assert np.array_equal(found[0].shares, found[1].shares)


@pytest.mark.parametrize(
    ("model", "loss"),
    [
        (Walk(0.5, 0.25), 0.25),
        (Walk(0.6, 0.35), 0.25),
        (RankBiased(0.99), 0.0),
        (AveragePrecision(), 0.0),
    ],
    ids=repr,
)
def test_a_hundred_thousand_users_of_a_thousand_items_agree_with_the_exact_value(model, loss):
    run = [1, 0, 0, 1, 0] * 200
    found = p_at_h_distribution(run, model=model, loss=loss, users=100_000, rng=np.random.default_rng(1))
    assert found.mean == pytest.approx(p_at_h(run, model=model, loss=loss), abs=5 * found.standard_error)


@pytest.mark.parametrize("model", [RankBiased(0.7), AveragePrecision(), Walk(0.5, 0.25), JUMPS], ids=repr)
def test_moments_by_linear_algebra_are_those_of_the_distribution(model):
    """With f = H and gains of 1 at every visit, P@H is 1; with f = 1 it is the utility, or the steps."""
    moments = browsing_moments(R, model=model)
    utility = p_at_h_distribution(R, model=model, effort="constant")
    assert (moments.utility, moments.utility_variance) == pytest.approx((utility.mean, utility.variance), abs=1e-9)
    if not isinstance(model, AveragePrecision):
        steps = p_at_h_distribution([1] * len(R), model=model, effort="constant")
        assert (moments.steps, moments.steps_variance) == pytest.approx((steps.mean, steps.variance), abs=1e-8)


def test_users_who_browse_almost_for_ever_are_not_simulated():
    with pytest.raises(ParameterError, match="found users who make more than"):
        p_at_h_distribution([1] * 50, model=Walk(0.01, 0.99), users=10, rng=np.random.default_rng(0))
    with pytest.raises(ParameterError, match=r"found 100000 users with 1e\+06 steps each, expected fewer"):
        p_at_h_distribution([1] * 1000, model=Walk(0.5, 0.5), users=100_000, rng=np.random.default_rng(0))
    with pytest.raises(ParameterError, match="found users who make more than"):
        browsing_moments([1] * 50, model=Walk(0.01, 0.99))


def test_moments_of_an_empty_run_are_refused():
    with pytest.raises(ParameterError, match="found a run without items"):
        browsing_moments([], model=Walk())
    with pytest.raises(ParameterError, match="found users who never stop"):
        browsing_moments({"a": 1, "b": 1}, ["a"], model=AveragePrecision())


def test_the_cdf_is_the_share_of_users_who_get_at_most_that():
    found = p_at_h_distribution(R, model=AveragePrecision())
    assert found.cdf([-1, 0.39, 0.4, 0.45, 0.999, 1, 2]).tolist() == [0, 0, 0.25, 0.5, 0.75, 1, 1]


@pytest.mark.parametrize("users", [None, 10])
def test_an_empty_run_gives_everybody_nothing(users):
    found = p_at_h_distribution([], model=Walk(), users=users, rng=np.random.default_rng(0))
    assert (found.mean, found.variance, found.ratio_of_means, float(found.cdf(0))) == (0, 0, 0, 1)


def test_users_who_never_stop_gain_nothing_per_step():
    found = p_at_h_distribution({"a": 1, "b": 1}, ["a"], model=AveragePrecision())
    assert found.values.tolist() == [0, 1]
    assert found.shares.tolist() == [0.5, 0.5]
    with pytest.raises(NotDefinedError, match="some users never stop"):
        _ = found.ratio_of_means


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"loss": 0.25}, "give users and a generator to simulate it"),
        ({"gain": "linear", "relevance": [0.5]}, "found a walk with a loss, or with gains that are not whole numbers"),
        ({"users": 10}, "and a generator"),
        ({"users": 0, "rng": np.random.default_rng(0)}, "found 0 users, expected at least 1"),
        ({"relevance": [1] * 1000, "model": Walk(0.5, 0.5)}, "browse too long for the exact distribution"),
    ],
)
def test_what_has_no_exact_distribution_is_refused_with_the_way_out(arguments, message):
    with pytest.raises(ParameterError, match=message):
        p_at_h_distribution(**({"relevance": [1, 0], "model": Walk()} | arguments))


def distribution(*shares: float) -> Distribution:
    """Shares of the values 0, 1, 2 ..."""
    values = np.arange(len(shares), dtype=float)
    return Distribution.of(values, np.array(shares), float(values @ shares), 1.0)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((0.5, 0.5), (0.5, 0.5), "equal"),
        ((0.4, 0.6), (0.5, 0.5), "better"),
        ((0.5, 0.2, 0.3), (0.5, 0.3, 0.2), "better"),
        ((0.5, 0.5), (0.4, 0.6), "worse"),
        ((0.5, 0, 0.5), (0, 1, 0), "not comparable"),
    ],
)
def test_stochastic_dominance(first, second, expected):
    assert compare_p_at_h(distribution(*first), distribution(*second), order=3) == expected


RUNS = st.lists(st.integers(0, 1), min_size=6, max_size=6)


@settings(max_examples=50)
@given(RUNS, RUNS, st.sampled_from([RankBiased(0.6), AveragePrecision(), Walk(0.4, 0.2), Cascade(1)]))
def test_a_run_that_dominates_has_the_higher_expectation(first, second, model):
    r, s = (p_at_h_distribution(run, model=model) for run in (first, second))
    opposite = {"better": "worse", "worse": "better"}
    for order in (1, 3):
        found = compare_p_at_h(r, s, order)
        assert compare_p_at_h(s, r, order) == opposite.get(found, found)
    if compare_p_at_h(r, s, order=3) in ("better", "worse", "equal"):
        assert compare_p_at_h(r, s, order=1, tolerance=1e-10) in (compare_p_at_h(r, s, order=3), "equal")


def test_an_unknown_order_is_refused():
    with pytest.raises(ParameterError, match="found order 4, expected 1, 2 or 3"):
        compare_p_at_h(distribution(1), distribution(1), order=4)
