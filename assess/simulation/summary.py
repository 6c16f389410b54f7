"""Summarise many trials: the mean of each quantity, and the range of nine in ten trials."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import mean, stdev

from assess.simulation.trial import Trial

LOW, HIGH = 5, 95
# The standard error of these quantiles of n values with standard deviation 1 is this over the root of n.
QUANTILE_ERROR = Decimal("2.113")


@dataclass(frozen=True)
class Estimate:
    """The mean over trials, and the 5 % and 95 % quantiles; decimals, because some are money.

    ``error`` is the standard error of the two quantiles as estimates from so
    many trials, for values that are about normal; None for a single trial.
    """

    mean: Decimal
    low: Decimal
    high: Decimal
    error: Decimal | None


QUANTITIES: Mapping[str, Callable[[Trial], float | Decimal]] = {
    "judgments": lambda trial: trial.judgments,
    "rounds": lambda trial: trial.rounds,
    "hits": lambda trial: trial.hits,
    "discarded": lambda trial: trial.discarded,
    "hours": lambda trial: trial.hours,
    "cost": lambda trial: trial.cost,
    "recall": lambda trial: trial.recall,
    "top_one": lambda trial: trial.top_one,
    "tau": lambda trial: trial.tau,
}


def quantities(trial: Trial) -> dict[str, float | Decimal]:
    """Return every quantity of a trial by name, those of systems last; the recall expected only if there is one."""
    systems = {f"systems_{measure}": tau for measure, tau in trial.systems.items()}
    expected = {} if trial.expected is None else {"expected": trial.expected}
    return {name: take(trial) for name, take in QUANTITIES.items()} | expected | systems


def summarise(trials: Iterable[Trial]) -> dict[str, Estimate]:
    """Return the estimate of every quantity."""
    rows = [quantities(trial) for trial in trials]
    return {name: estimate([row[name] for row in rows]) for name in rows[0]}


def estimate(values: Sequence[float | Decimal]) -> Estimate:
    """Return mean and quantiles; a quantile is one of the values, the nearest by rank."""
    ordered = sorted(Decimal(str(value)) for value in values)
    error = QUANTILE_ERROR * stdev(ordered) / Decimal(len(ordered)).sqrt() if len(ordered) > 1 else None
    return Estimate(mean(ordered), _quantile(ordered, LOW), _quantile(ordered, HIGH), error)


def _quantile(ordered: Sequence[Decimal], percent: int) -> Decimal:
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
