"""Fit Bradley-Terry strengths: with ties, left bias, workers of different reliability, and covariates."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from scipy.stats import norm, t

from assess.errors import NotDefinedError, ParameterError
from assess.stats.strengths.counted import TIE, Item, Values, count_comparisons
from assess.stats.strengths.maximum import Maximum, estimate_variances, maximise
from assess.stats.strengths.model import ComparisonModel, ModelOptions
from assess.stats.strengths.result import FittedValue, Strengths, largest_error
from assess.stats.strengths.spread import NOBODY, Errors, Spread

# Prior: strengths are normal with this variance. An item that won or lost everything stays finite.
STRENGTH_VARIANCE = 4.0
LEVEL = 0.95


def fit_strengths(
    first: Sequence[Item],
    second: Sequence[Item],
    preferred: Sequence[Item | None] | None = None,
    *,
    workers: Sequence[str] | None = None,
    left_bias: bool = False,
    reliability: bool = False,
    covariates: Mapping[str, Values[Item]] | None = None,
    ties: Literal["davidson", "half"] = "davidson",
    strength_variance: float | None = None,
    errors: Errors = "robust",
    level: float = LEVEL,
) -> Strengths[Item]:
    """Fit the strength of each item to comparisons.

    An item of strength s is preferred to one of strength t with log-odds s - t.
    Strengths are centred: their mean is 0 in each set of connected items.

    Parameters
    ----------
    first, second
        The two items of each comparison.
    preferred
        The preferred one of the two, None for a tie. By default the first.
    workers
        Who made each comparison. Errors then allow for comparisons of one worker
        being alike.
    left_bias
        Fit what being first (on the left) adds to the log-odds.
    reliability
        Fit a factor for each worker, by which strengths count for them. The
        logs of the factors are normal around 0; their variance is estimated.
    covariates
        By name, a value for each item (a mapping), or for each comparison the
        first item's value minus the second's (a sequence).
    ties
        "davidson": fit how often equal items tie. "half": a tie is half a win.
    strength_variance
        Variance of the normal prior of strengths. By default 4; estimated, if
        there is a covariate that describes items. Infinite: no prior at all.
    errors
        "model" trusts the model, "sandwich" what scatters (by worker, if they
        are known). "robust" takes the larger one: with few comparisons or few
        workers, the sandwich is too small.
    level
        Of the intervals.

    References
    ----------
    Bradley and Terry, "Rank analysis of incomplete block designs: I. The method
    of paired comparisons", Biometrika 39, 1952.

    Davidson, "On extending the Bradley-Terry model to accommodate ties in paired
    comparison experiments", JASA 65(329), 1970.

    Newman, "Efficient computation of rankings from pairwise comparisons",
    JMLR 24(238), 2023.

    Turner and Firth, "Bradley-Terry models in R: the BradleyTerry2 package",
    Journal of Statistical Software 48(9), 2012 (covariates, order effects).
    """
    _check_arguments(strength_variance, errors, level, ties)
    if reliability and workers is None:
        raise ParameterError("found reliability without workers, expected who made each comparison")
    comparisons = count_comparisons(first, second, preferred, workers, covariates)
    of_items = bool(comparisons.item_values.any())
    if of_items and strength_variance is not None and np.isinf(strength_variance):
        raise NotDefinedError(
            "coefficients of covariates of items are not defined because strengths without a prior explain everything; "
            "give a finite variance of strengths"
        )
    options = ModelOptions(
        STRENGTH_VARIANCE if strength_variance is None else strength_variance,
        left_bias=left_bias,
        reliability=reliability,
        tie_parameter=ties == "davidson" and bool(comparisons.counts[:, TIE].any()),
    )
    model, estimated = ComparisonModel(comparisons, options), of_items and strength_variance is None
    best = estimate_variances(model, strengths=estimated) if estimated or reliability else maximise(model)
    return _result(best, errors, level)


def _check_arguments(strength_variance: float | None, errors: str, level: float, ties: str) -> None:
    if strength_variance is not None and not strength_variance > 0:
        raise ParameterError(f"found variance of strengths {strength_variance}, expected more than 0")
    if not 0 < level < 1:
        raise ParameterError(f"found level {level}, expected a number between 0 and 1")
    for name, found, expected in (
        ("errors", errors, ("robust", "sandwich", "model")),
        ("ties", ties, ("davidson", "half")),
    ):
        if found not in expected:
            raise ParameterError(f"found {name} {found!r}, expected {' or '.join(map(repr, expected))}")


def _result(best: Maximum, errors: Errors, level: float) -> Strengths[Any]:
    model, of, spread = best.model, best.model.comparisons, Spread(best)
    by_worker, tail = spread.by_worker and errors != "model", (1 + level) / 2
    quantile = float(t.ppf(tail, spread.clusters - 1) if by_worker else norm.ppf(tail))
    values, wrong, covariances = np.zeros(len(of.items)), np.zeros(len(of.items)), []
    style = of.item_values / model.scales
    for inside in best.members:
        centre = np.eye(len(inside)) - 1 / len(inside)
        shared = np.zeros((len(inside), model.size - len(of.items)))
        shared[:, : len(of.covariates)] = centre @ style[inside]
        covariances.append(spread.covariances(errors, inside, centre, shared))
        values[inside] = centre @ best.parameters[inside] + shared @ best.parameters[len(of.items) :]
        wrong[inside] = largest_error(covariances[-1])
    fitted = _shared(best, spread, errors, quantile)
    return Strengths(
        items=of.items,
        values=values,
        errors=wrong,
        low=values - quantile * wrong,
        high=values + quantile * wrong,
        own=best.parameters[model.place("strengths")],
        parts=best.parts,
        coefficients={
            name: FittedValue(*(number / scale for number in one))
            for name, one, scale in zip(of.covariates, fitted["coefficients"], model.scales.tolist(), strict=True)
        },
        typical_differences=dict(zip(of.covariates, model.scales.tolist(), strict=True)),
        left_bias=next(iter(fitted["left bias"]), None),
        log_tie=next(iter(fitted["tie"]), None),
        log_reliability=dict(zip(of.workers, fitted["reliability"], strict=False)),
        strength_variance=model.options.strength_variance,
        reliability_variance=model.options.reliability_variance,
        comparisons=int(of.counts.sum()),
        clusters=spread.clusters if errors != "model" else int(of.counts.sum()),
        by_worker=by_worker,
        _quantile=quantile,
        _covariances=tuple(covariances),
    )


def _shared(best: Maximum, spread: Spread, errors: Errors, quantile: float) -> dict[str, list[FittedValue]]:
    """The fitted values of all parameters but the strengths, by kind."""
    start = best.model.sizes["strengths"]
    number = best.model.size - start
    wrong = largest_error(spread.covariances(errors, NOBODY, np.zeros((number, 0)), np.eye(number)))
    pairs = zip(best.parameters[start:].tolist(), wrong.tolist(), strict=True)
    fitted = [FittedValue(value, error, value - quantile * error, value + quantile * error) for value, error in pairs]
    places = {kind: best.model.place(kind) for kind in list(best.model.sizes)[1:]}
    return {kind: fitted[place.start - start : place.stop - start] for kind, place in places.items()}
