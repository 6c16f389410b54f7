"""Every figure of section 5.2 and of the appendices of Ferrante and Ferro, with its conventions."""

import json
from math import inf, log2, sqrt

import numpy as np
import pytest

from assess import browsing_moments, compare_p_at_h, p_at_h, p_at_h_distribution
from assess.measures.browsing.browsing_models import (
    AveragePrecision,
    Deterministic,
    Discounted,
    RankBiased,
    TransitionMatrix,
    Walk,
)
from assess.measures.browsing.stopping import forward_times
from assess.measures.browsing.utility import user_model

RUNS = ["r", "s"]
WALK = Walk(forward=0.5, back=0.25)


@pytest.fixture(scope="module")
def example(shared_data):
    return json.loads((shared_data / "worked-examples" / "other.json").read_text())["ferrante_ferro_section_5_2"]


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("order", [1, 2])
def test_precision_is_the_same_by_both_orders(example, run, order):
    assert p_at_h(example[run], model=Deterministic(), order=order) == pytest.approx(example["precision_10"][run])


@pytest.mark.parametrize("run", RUNS)
def test_ap_is_order_1_of_its_model(example, run):
    assert p_at_h(example[run], model=AveragePrecision()) == pytest.approx(example["ap_order1"][run], abs=1e-9)


@pytest.mark.parametrize("run", RUNS)
def test_order_2_of_the_model_of_ap(example, run):
    expected = example["ap_model_order2"][run]
    assert p_at_h(example[run], model=AveragePrecision(), order=2) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize(("figure", "depth"), [("rbp_half_infinite", inf), ("rbp_half_N10", None)])
def test_rbp_is_order_2_of_its_model(example, run, figure, depth):
    model = RankBiased(p=0.5, depth=depth)
    assert p_at_h(example[run], model=model, order=2) == pytest.approx(example[figure][run], abs=1e-9)


@pytest.mark.parametrize("run", RUNS)
def test_order_1_of_the_model_of_rbp(example, run):
    assert p_at_h(example[run], model=RankBiased(p=0.5)) == pytest.approx(example["rbp_model_order1"][run], abs=5e-6)


def test_order_1_of_the_model_of_rbp_needs_the_corrected_last_term(example):
    """Appendix A prints p^N for users who get to the last item; with p^(N-1) the probabilities sum to one."""
    p, n, run = 0.5, 10, np.array(example["r"])
    precision = np.cumsum(run) / np.arange(1, n + 1)
    before_last = sum(p ** (h - 1) * (1 - p) * precision[h - 1] for h in range(1, n))
    ours = p_at_h(run, model=RankBiased(p))
    assert ours == pytest.approx(before_last + p ** (n - 1) * precision[-1])
    assert ours != pytest.approx(before_last + p**n * precision[-1], abs=1e-5)
    assert forward_times(RankBiased(p), n).shares.sum() == pytest.approx(1)


def test_the_walk_has_the_probabilities_of_figure_1d(example):
    walk = example["random_walk"]
    forward, back = WALK.steps(10)
    assert (forward[0], back[0], 1 - forward[0]) == (walk["first"]["forward"], 0, walk["first"]["stop"])
    assert (forward[4], back[4], WALK.stop) == tuple(walk["inner"][step] for step in ("forward", "back", "stop"))
    assert (forward[9], back[9], 1 - back[9]) == (0, walk["last"]["back"], walk["last"]["stop"])


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize(("figure", "has_loss"), [("order2_exact", True), ("order2_without_loss", False)])
def test_order_2_of_the_walk(example, run, figure, has_loss):
    walk = example["random_walk"]
    loss = walk["utility_loss"] if has_loss else 0.0
    assert p_at_h(example[run], model=WALK, loss=loss, order=2) == pytest.approx(walk[figure][run], abs=5e-6)


@pytest.mark.parametrize("run", RUNS)
def test_order_1_of_the_walk_is_what_a_million_simulated_users_got(example, run):
    walk = example["random_walk"]
    simulated, error = walk["order1_simulated_1e6_users"][run]
    assert p_at_h(example[run], model=WALK, loss=walk["utility_loss"]) == pytest.approx(simulated, abs=3 * error)


@pytest.mark.parametrize("run", RUNS)
def test_our_simulation_agrees_with_theirs_and_with_the_exact_value(example, run):
    walk = example["random_walk"]
    simulated, error = walk["order1_simulated_1e6_users"][run]
    rng = np.random.default_rng(15)
    ours = p_at_h_distribution(example[run], model=WALK, loss=walk["utility_loss"], users=200_000, rng=rng)
    assert ours.mean == pytest.approx(simulated, abs=3 * sqrt(error**2 + ours.standard_error**2))
    assert ours.standard_error == pytest.approx(error * sqrt(5), rel=0.02)
    assert ours.ratio_of_means == pytest.approx(walk["order2_exact"][run], abs=0.005)


def test_the_steps_of_the_walk(example):
    assert browsing_moments(example["r"], model=WALK).steps == pytest.approx(
        example["random_walk"]["expected_steps"], abs=5e-6
    )


def test_appendix_c(example):
    given = example["appendix_c_N6"]
    walk = Walk(given["p"], given["q"], first=given["p"])
    found = browsing_moments(given["run"], model=walk)
    assert found.utility == pytest.approx(given["expected_relevant_visits"], abs=5e-7)
    assert found.steps == pytest.approx(given["expected_steps"], abs=5e-7)
    assert p_at_h(given["run"], model=walk, effort="constant") == pytest.approx(found.utility)
    endless = browsing_moments(given["run"], model=Walk(given["p"], given["q"], first=given["p"], depth=inf))
    assert endless.steps == pytest.approx(given["expected_steps_N_infinite"], abs=5e-7)


CHANCES = [(0.5, 0.25), (0.3, 0.6), (0.6, 0.3), (0.7, 0.01)]


@pytest.mark.parametrize(("p", "q"), CHANCES)
def test_the_closed_form_of_appendix_c_for_six_items(p, q):
    closed = (1 - 4 * p * q + p**3 + 3 * p**2 * q**2 - p**4 * q + p**5) / (
        1 - 5 * p * q + 6 * p**2 * q**2 - p**3 * q**3
    )
    found = p_at_h([1, 0, 0, 1, 0, 1], model=Walk(p, q, first=p), effort="constant")
    assert found == pytest.approx(closed, abs=1e-12)


@pytest.mark.parametrize(("p", "q"), CHANCES)
@pytest.mark.parametrize("n", [1, 2, 6, 20])
def test_the_expected_steps_of_appendix_c_in_closed_form(p, q, n):
    root, stop = sqrt(1 - 4 * p * q), 1 - p - q
    low, high = (1 - root) / (2 * p), (1 + root) / (2 * p)
    g1, g2 = low**n - q * low ** (n - 1), high**n - q * high ** (n - 1)
    closed = (g1 - p) / stop / (g2 - g1) * root / p + (2 * p - 1 + root) / (2 * p * stop)
    assert browsing_moments([1] * n, model=Walk(p, q, first=p)).steps == pytest.approx(closed, rel=1e-10)


@pytest.mark.parametrize(("p", "q"), CHANCES)
def test_the_limit_of_the_expected_steps_of_appendix_c(p, q):
    closed = (2 * p - 1 + sqrt(1 - 4 * p * q)) / (2 * p) / (1 - p - q)
    endless = Walk(p, q, first=p, depth=inf)
    assert browsing_moments([1], model=endless).steps == pytest.approx(closed, abs=1e-12)
    assert p_at_h([1, 0, 1], model=endless, order=2) * closed == pytest.approx(
        p_at_h([1, 0, 1], model=endless, effort="constant")
    )


@pytest.mark.parametrize("p", [0.2, 0.5, 0.95])
def test_the_variance_of_appendix_b_for_a_constant_chance_of_going_on(p):
    run = [0, 2, 1, 0, 3, 1, 0]
    closed = sum(
        run[m - 1] * p ** (m - 1) * (1 - p ** (m - 1))
        * (run[m - 1] + 2 * sum(run[i - 1] * p ** (i - m) for i in range(m + 1, len(run) + 1)))
        for m in range(2, len(run) + 1)
    )  # fmt: skip
    found = browsing_moments(run, model=RankBiased(p), gain="linear")
    assert found.utility == pytest.approx(sum(r * p**i for i, r in enumerate(run)))
    assert found.utility_variance == pytest.approx(closed)


def test_the_variance_of_appendix_b_in_general(example):
    """With the sign of the second moment corrected, it is the variance of the exact distribution of the utility."""
    found = browsing_moments(example["r"], model=WALK)
    utility = p_at_h_distribution(example["r"], model=WALK, effort="constant")
    assert found.utility_variance == pytest.approx(utility.variance, abs=1e-9)
    between = TransitionMatrix(matrix(WALK, 10)).between
    visits = np.linalg.inv(np.eye(10) - between)
    gains = np.array(example["r"])
    printed = (visits @ np.diag(gains) @ (np.eye(10) - 2 * between @ visits) @ gains)[0]
    assert printed < 0 < found.utility_variance


def test_the_distribution_of_the_utility_of_appendix_b(example):
    gains, between = np.array(example["r"]), TransitionMatrix(matrix(WALK, 10)).between
    to_next = np.linalg.inv(np.eye(10) - np.diag(1 - gains) @ between)
    again = to_next @ np.diag(gains) @ between
    utility = p_at_h_distribution(example["r"], model=WALK, effort="constant")
    for n in range(1, 9):
        share = np.linalg.matrix_power(again, n - 1) @ (np.eye(10) - again) @ to_next @ gains
        assert utility.cdf(n) - utility.cdf(n - 1) == pytest.approx(share[0], abs=1e-12)


def matrix(walk: Walk, n: int) -> np.ndarray:
    """The paper's transition matrix of a walk on n items."""
    forward, back = walk.steps(n)
    between = np.diag(forward[:-1], 1) + np.diag(back[1:], -1)
    rows = np.column_stack([1 - between.sum(axis=1), between])
    return np.vstack([np.eye(n + 1)[0], rows])


def test_the_stops_of_dcg_in_appendix_d():
    """With base 2: nobody stops at rank 1, and the forward probabilities are log(i) / log(i + 1)."""
    times = forward_times(Discounted(base=2), 8)
    assert times.shares[:2] == pytest.approx([0, (log2(3) - 1) / log2(3)])
    assert times.shares[2:7] == pytest.approx([(log2(i + 1) - log2(i)) / (log2(i + 1) * log2(i)) for i in range(3, 8)])
    assert times.shares[7] == pytest.approx(1 / log2(8))


@pytest.mark.parametrize(
    ("model", "loss", "expected"),
    [
        (Deterministic(), 0.0, ["equal", "equal", "equal"]),
        (AveragePrecision(), 0.0, ["worse", "worse", "not comparable"]),
        (RankBiased(0.5), 0.0, ["better", "better", "better"]),
        (WALK, 0.25, ["better", "worse", "not comparable"]),
    ],
)
def test_the_orders_that_section_5_2_tells_of_its_four_figures(example, model, loss, expected):
    rng = np.random.default_rng(2020)
    simulated = {"users": 100_000, "rng": rng} if loss else {}
    r, s = (p_at_h_distribution(example[run], model=model, loss=loss, **simulated) for run in RUNS)
    tolerance = 0.01 if loss else 1e-9
    assert [compare_p_at_h(r, s, order, tolerance) for order in (1, 2, 3)] == expected


def test_the_distributions_of_ap_cross_at_three_quarters(example):
    """For the top fifth of users (a quarter of r's), P@H above 0.75, r is better; below, s is."""
    r, s = (p_at_h_distribution(example[run], model=AveragePrecision()) for run in RUNS)
    assert r.cdf(0.75) == 0.75
    assert r.cdf(0.74) > s.cdf(0.74)
    assert s.cdf(0.9) == 1 > r.cdf(0.9)


def test_example_4_1():
    """Five steps over [3, 2, 3, 0, 1]: with a loss of one half they gain 3, 2, 1.5, 1 and 3."""
    path = np.zeros((6, 6))
    path[0, 0] = path[1, 2] = path[2, 3] = path[3, 0] = path[4, 0] = path[5, 0] = 1
    once = p_at_h([3, 2, 3, 0, 1], model=TransitionMatrix(path), gain="linear")
    assert once == pytest.approx((3 + 2 + 3) / 3)
    user = user_model(WALK, gain="linear", loss=0.5)
    assert [user.visit(k, y) for k, y in [(1, 3), (1, 2), (2, 3), (2, 2), (1, 3)]] == [3, 2, 1.5, 1, 3]
