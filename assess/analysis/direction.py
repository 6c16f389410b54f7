"""Measures where lower is better: their sign is turned before runs are ordered by them."""

from collections.abc import Iterable, Mapping
from math import inf

from assess.measures.by_name import lower_is_better

DIGITS = 12  # that equal values share: what comes after them are rounding errors


def upward(measure: str, values: Mapping[str, float]) -> dict[str, float]:
    """The values of the runs, with the sign turned if lower is better: the highest is the best."""
    sign = -1 if lower_is_better(measure) else 1
    return {run: sign * value for run, value in values.items()}


def best_first(measure: str, values: Mapping[str, float], runs: Iterable[str] | None = None) -> list[str]:
    """The runs, best first by their values; equal ones by name, and *runs* without a value at the end.

    >>> best_first("e", {"one": 0.4, "two": 0.3}, ["zero", "one", "two"])
    ['two', 'one', 'zero']
    """
    rounded = {run: round(value, DIGITS) for run, value in upward(measure, values).items()}
    return sorted(values if runs is None else runs, key=lambda run: (-rounded.get(run, -inf), run))


def axis_label(measure: str) -> str:
    """The measure beside an axis that is turned if lower is better, so that better runs are to the right or above."""
    return f"{measure} (lower is better: axis turned)" if lower_is_better(measure) else measure


def lower_notes(measures: Iterable[str]) -> list[str]:
    """What to say about the measures whose lowest value is the best, where values are shown as they are."""
    return [f"{measure}: lower is better, the best run is first" for measure in measures if lower_is_better(measure)]


def turned_notes(measures: Iterable[str]) -> list[str]:
    """What to say about the measures whose sign is turned."""
    return [f"{measure}: lower is better, so its sign is turned" for measure in measures if lower_is_better(measure)]
