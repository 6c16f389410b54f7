"""Strengths with everything that can be fitted beside them, compared with a slow and literal fit."""

import runpy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

from assess.errors import NotDefinedError, ParameterError, UnknownNameError
from assess.stats.strengths.fitting import STRENGTH_VARIANCE, fit_strengths
from assess.stats.strengths.model import HELD, WEAK_VARIANCE

ITEMS, WORKERS = 6, 8
COVERAGE = Path(__file__).parents[3] / "scripts" / "coverage-strengths"
NAMES = [f"d{item}" for item in range(ITEMS)]


@dataclass
class Crowd:
    """Comparisons by workers of different reliability who like the left and what is long."""

    first: np.ndarray
    second: np.ndarray
    outcome: np.ndarray  # 0: first, 1: second, 2: tie
    worker: np.ndarray
    length: np.ndarray

    @property
    def columns(self) -> tuple[list[str], list[str], list[str | None]]:
        first, second = [NAMES[item] for item in self.first], [NAMES[item] for item in self.second]
        return first, second, [(a, b, None)[o] for a, b, o in zip(first, second, self.outcome, strict=True)]

    @property
    def workers(self) -> list[str]:
        return [f"w{worker}" for worker in self.worker]


def crowd(seed: int, number: int = 400) -> Crowd:
    rng = np.random.default_rng(seed)
    strength, gain = rng.normal(size=ITEMS), np.exp(0.6 * rng.normal(size=WORKERS))
    first = rng.integers(ITEMS, size=number)
    second = (first + 1 + rng.integers(ITEMS - 1, size=number)) % ITEMS
    worker, length = rng.integers(WORKERS, size=number), rng.normal(size=number)
    odds = gain[worker] * (strength[first] - strength[second] + 0.5 * length) + 0.4
    weights = np.stack([np.exp(odds / 2), np.exp(-odds / 2), np.full(number, 0.7)])
    outcome = (rng.random(number) > np.cumsum(weights / weights.sum(axis=0), axis=0)).sum(axis=0)
    return Crowd(first, second, outcome, worker, length)


def literal_cost(crowd: Crowd, parameters: np.ndarray, scale: float, variance: float) -> np.ndarray:
    """Minus the log of the posterior: one number for each comparison, and one for the prior, which comes last."""
    strength, rest = parameters[:ITEMS], parameters[ITEMS:]
    coefficient, bias, log_gain, log_tie = rest[0], rest[1], rest[2 : 2 + WORKERS], rest[-1]
    gap = strength[crowd.first] - strength[crowd.second] + coefficient * crowd.length / scale
    odds = np.exp(log_gain[crowd.worker]) * gap + bias
    scores = np.stack([odds / 2, -odds / 2, np.full(len(odds), log_tie)])
    chosen = scores[crowd.outcome, np.arange(len(odds))]
    prior = (strength @ strength / STRENGTH_VARIANCE + log_gain @ log_gain / variance) / 2
    prior += HELD * log_gain.sum() ** 2 / WORKERS / 2
    prior += (coefficient**2 + bias**2 + log_tie**2) / WEAK_VARIANCE / 2
    return np.append(np.log(np.exp(scores).sum(axis=0)) - chosen, prior)


def gradients(crowd: Crowd, parameters: np.ndarray, scale: float, variance: float) -> np.ndarray:
    """Numerical derivatives of each part of the cost by each parameter."""
    size = 1e-5
    return np.array(
        [
            (
                literal_cost(crowd, parameters + size * unit, scale, variance)
                - literal_cost(crowd, parameters - size * unit, scale, variance)
            )
            / (2 * size)
            for unit in np.eye(len(parameters))
        ]
    )


@pytest.fixture(scope="module")
def made() -> Crowd:
    return crowd(2)


def test_all_parameters_and_marginal_errors_are_those_of_a_literal_fit(made: Crowd) -> None:
    fitted = {
        errors: fit_strengths(
            *made.columns,
            workers=made.workers,
            left_bias=True,
            reliability=True,
            covariates={"length": made.length},
            errors=errors,
        )
        for errors in ("model", "sandwich", "robust")
    }
    found = fitted["model"]
    scale = float(np.sqrt((made.length**2).mean()))
    assert found.typical_differences["length"] == pytest.approx(scale)
    assert found.left_bias is not None
    assert found.log_tie is not None
    own = [found.coefficients["length"].value * scale, found.left_bias.value]
    parameters = np.array(
        [*found.own, *own, *(one.value for one in found.log_reliability.values()), found.log_tie.value]
    )

    variance = found.reliability_variance

    def whole(at: np.ndarray) -> np.ndarray:
        """All parameters: the log-reliability of the last worker follows from the others, as their mean is 0."""
        return np.insert(at, -1, -at[ITEMS + 2 : -1].sum())

    def cost(at: np.ndarray) -> float:
        return float(literal_cost(made, whole(at), scale, variance).sum())

    reference = minimize(cost, np.zeros(len(parameters) - 1), method="BFGS", options={"gtol": 1e-6}).x
    assert parameters == pytest.approx(whole(reference), abs=1e-3)

    size = 1e-4
    hessian = np.array(
        [
            (
                gradients(made, parameters + size * unit, scale, variance)
                - gradients(made, parameters - size * unit, scale, variance)
            ).sum(axis=1)
            / (2 * size)
            for unit in np.eye(len(parameters))
        ]
    )
    inverse = np.linalg.inv(hessian)
    centre = np.eye(len(parameters))
    centre[:ITEMS, :ITEMS] -= 1 / ITEMS
    assert found.errors == pytest.approx(np.sqrt(np.diag(centre @ inverse @ centre.T))[:ITEMS], rel=1e-3)

    slopes = gradients(made, parameters, scale, variance)[:, :-1]
    by_worker = np.stack([slopes[:, made.worker == worker].sum(axis=1) for worker in range(WORKERS)], axis=1)
    precision = (
        [1 / STRENGTH_VARIANCE] * ITEMS + [1 / WEAK_VARIANCE] * 2 + [1 / variance] * WORKERS + [1 / WEAK_VARIANCE]
    )
    meat = WORKERS / (WORKERS - 1) * by_worker @ by_worker.T + np.diag(precision)
    meat[ITEMS + 2 : -1, ITEMS + 2 : -1] += HELD / WORKERS
    sandwich = np.sqrt(np.diag(centre @ inverse @ meat @ inverse @ centre.T))
    assert fitted["sandwich"].errors == pytest.approx(sandwich[:ITEMS], rel=1e-3)
    bias = fitted["sandwich"].left_bias
    assert bias is not None
    assert bias.error == pytest.approx(sandwich[ITEMS + 1], rel=1e-3)
    assert (fitted["robust"].errors == np.maximum(fitted["model"].errors, fitted["sandwich"].errors)).all()


def test_errors_are_marginal_as_the_others_are_not_known() -> None:
    """In a chain of items that are equally strong, the information of 20 games is 20 / 4."""
    links = [(NAMES[place], NAMES[place + 1]) for place in range(ITEMS - 1) for _ in range(20)]
    first, second = zip(*links, strict=True)
    preferred = [pair[number % 2] for number, pair in enumerate(links)]
    fitted = fit_strengths(first, second, preferred, errors="model", strength_variance=float("inf"))
    # The difference of the two ends is the sum of five independent differences, each with variance 4 / 20.
    assert fitted.difference(NAMES[0], NAMES[-1]).error == pytest.approx(np.sqrt((ITEMS - 1) * 4 / 20))


def test_an_unreliable_worker_is_found() -> None:
    made = crowd(5, 4000)
    made.outcome[made.worker == 3] = np.random.default_rng(1).integers(2, size=(made.worker == 3).sum())
    fitted = fit_strengths(*made.columns, workers=made.workers, reliability=True, covariates={"length": made.length})
    assert min(fitted.log_reliability, key=lambda name: fitted.log_reliability[name].value) == "w3"
    assert fitted.log_reliability["w3"].value < -1


def test_covariates_of_items_show_what_style_buys() -> None:
    """Strengths are 0.8 times the length, and nothing else."""
    rng = np.random.default_rng(3)
    length = dict(zip(NAMES, rng.normal(size=ITEMS), strict=True))
    first, second = zip(*[rng.choice(NAMES, 2, replace=False).tolist() for _ in range(3000)], strict=True)
    chance = [1 / (1 + np.exp(0.8 * (length[b] - length[a]))) for a, b in zip(first, second, strict=True)]
    preferred = [a if rng.random() < p else b for a, b, p in zip(first, second, chance, strict=True)]
    fitted = fit_strengths(first, second, preferred, covariates={"length": length})
    coefficient = fitted.coefficients["length"]
    assert coefficient.low < 0.8 < coefficient.high
    assert fitted.strength_variance < 0.05
    assert np.abs(fitted.own).max() < 0.2
    assert fitted.values == pytest.approx(fitted.own + coefficient.value * centred(list(length.values())), abs=1e-9)


def centred(values: list[float]) -> np.ndarray:
    return np.array(values) - np.mean(values)


def test_the_order_of_comparisons_does_not_matter(made: Crowd) -> None:
    first, second, preferred = made.columns
    one = fit_strengths(first, second, preferred)
    other = fit_strengths(second[::-1], first[::-1], preferred[::-1])
    assert one.values == pytest.approx(other.values, abs=1e-9)
    assert one.errors == pytest.approx(other.errors, abs=1e-9)


def test_items_that_no_comparisons_connect_are_not_compared() -> None:
    fitted = fit_strengths(["a", "c", "c"], ["b", "d", "d"])
    assert fitted.parts.tolist() == [0, 0, 1, 1]
    assert fitted.values[:2].sum() == fitted.values[2:].sum() == pytest.approx(0)
    with pytest.raises(NotDefinedError, match="a and c is not defined because no chain of comparisons connects them"):
        fitted.difference("a", "c")
    with pytest.raises(UnknownNameError, match="found no comparison of e"):
        fitted.difference("a", "e")


def test_an_item_that_won_everything_is_finite_with_a_prior_and_refused_without() -> None:
    fitted = fit_strengths(["a", "a", "b"], ["b", "c", "c"])
    assert fitted.items == ("a", "b", "c")
    assert np.isfinite([fitted.values, fitted.errors, fitted.low, fitted.high]).all()
    with pytest.raises(NotDefinedError, match="not defined because a won or lost every comparison"):
        fit_strengths(["a", "a", "b", "c"], ["b", "c", "c", "b"], strength_variance=float("inf"))


def test_ties_alone_make_all_equal() -> None:
    fitted = fit_strengths(["a", "b"], ["b", "c"], [None, None])
    assert fitted.values == pytest.approx([0, 0, 0])
    assert np.isfinite([fitted.errors, fitted.low]).all()


def test_everything_left_gives_a_finite_bias() -> None:
    fitted = fit_strengths(["a", "b"] * 20, ["b", "a"] * 20, left_bias=True)
    assert fitted.left_bias is not None
    assert 2 < fitted.left_bias.value < 20
    assert fitted.values == pytest.approx([0, 0])


def test_the_comparisons_of_one_worker_are_taken_one_by_one() -> None:
    alone = fit_strengths(["a", "b", "a"], ["b", "a", "b"], workers=["w", "w", "w"])
    assert not alone.by_worker
    assert alone.errors.tolist() == fit_strengths(["a", "b", "a"], ["b", "a", "b"]).errors.tolist()


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([], []), {}, "not defined because there are no comparisons"),
        ((["a"], ["b", "c"]), {}, "columns of different lengths"),
        ((["a"], ["a"]), {}, "comparison 1: found an item compared with itself"),
        ((["a"], ["b"], ["c"]), {}, "comparison 1: found 'c' preferred, expected one of its two items"),
        ((["a"], ["b"]), {"reliability": True}, "found reliability without workers"),
        ((["a"], ["b"]), {"strength_variance": 0.0}, "variance of strengths 0.0, expected more than 0"),
        ((["a"], ["b"]), {"level": 95.0}, "level 95.0, expected a number between 0 and 1"),
        ((["a"], ["b"]), {"errors": "best"}, "found errors 'best', expected 'robust' or"),
        ((["a"], ["b"]), {"covariates": {"length": {"a": 1.0}}}, "found no length of b"),
        ((["a"], ["b"]), {"covariates": {"length": [1.0, 2.0]}}, "found 2 values of length, expected 1"),
        ((["a"], ["b"]), {"covariates": {"length": {"a": 1.0, "b": 1.0}}}, "the items compared do not differ in it"),
        ((["a"], ["b"]), {"covariates": {"length": {"a": 1.0, "b": float("nan")}}}, "length that is not finite"),
        (
            (["a"], ["b"]),
            {"covariates": {"length": {"a": 1.0, "b": 2.0}}, "strength_variance": float("inf")},
            "strengths without a prior explain everything",
        ),
    ],
)
def test_what_cannot_be_fitted_is_refused(arguments: tuple, options: dict, message: str) -> None:
    with pytest.raises((NotDefinedError, ParameterError), match=message):
        fit_strengths(*arguments, **options)


@pytest.mark.parametrize("seed", [188, 224])
def test_a_fit_of_reliabilities_gets_away_from_a_saddle(seed: int) -> None:
    """In these simulated crowds, the way up passes a saddle, where steps of Fisher scoring are tiny."""
    script = runpy.run_path(str(COVERAGE))
    world = script["WORLDS"]["60 workers of different reliability, left bias"]
    fitted = script["draw"](world, np.random.default_rng([seed, 2026])).fit("model")
    assert len(fitted.log_reliability) == 60
    assert fitted.left_bias.low < world.bias < fitted.left_bias.high
