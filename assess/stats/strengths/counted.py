"""Comparisons as counts: how often each item was preferred to each other, by each worker."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from assess.errors import NotDefinedError, ParameterError

# Up to this many cells, comparisons are counted in a table; beyond it, they are sorted.
CELLS = 2**22
OUTCOMES = 3  # the first item is preferred, the second one is, neither is
FIRST, SECOND, TIE = range(OUTCOMES)

Vector = NDArray[np.float64]
Codes = NDArray[np.intp]
# A docno, or (topic, docno).
Item = TypeVar("Item", str, tuple[str, str])
# A value for each item; or one for each comparison, the first item's value minus the second's.
Values = Mapping[Item, float] | Sequence[float] | Vector


@dataclass(frozen=True)
class Comparisons(Generic[Item]):
    """Comparisons with the same items, in the same order and by the same worker are one row.

    ``item_values`` has a column for each covariate; those of a covariate that
    describes comparisons are 0. ``differences`` has the same columns for each row.
    """

    items: tuple[Item, ...]
    workers: tuple[str, ...]
    first: Codes
    second: Codes
    worker: Codes
    counts: Vector
    covariates: tuple[str, ...]
    item_values: Vector
    differences: Vector


def count_comparisons(
    first: Sequence[Item],
    second: Sequence[Item],
    preferred: Sequence[Item | None] | None = None,
    workers: Sequence[str] | None = None,
    covariates: Mapping[str, Values[Item]] | None = None,
) -> Comparisons[Item]:
    """Return the comparisons as counts; without *preferred*, the first item was preferred each time."""
    _check_lengths(first=first, second=second, preferred=preferred, workers=workers)
    numbers, numbers_of_workers = _unnumbered(), _unnumbered()
    one, two = _codes(first, numbers), _codes(second, numbers)
    items, places = _ascending(numbers)
    outcome = _outcomes(one, two, preferred, numbers)
    one, two = places[one], places[two]
    who = _codes(workers, numbers_of_workers) if workers is not None else one * 0
    people, places = _ascending(numbers_of_workers)
    who = places[who] if people else who
    values, given = _item_values(items, covariates or {}), _given_differences(len(one), covariates or {})
    if given.any():  # each comparison is a row: its values are its own
        rows, inverse = (one, two, who), np.arange(len(one))
    else:
        rows, inverse = _distinct(one, two, who, len(items), max(len(people), 1))
    counts = np.bincount(inverse * OUTCOMES + outcome, minlength=len(rows[0]) * OUTCOMES).reshape(-1, OUTCOMES)
    differences = values[rows[0]] - values[rows[1]] + (given if given.any() else 0.0)
    return Comparisons(
        items,
        people,
        *rows,
        counts.astype(np.float64),
        tuple(covariates or ()),
        values,
        _checked(differences, covariates),
    )


def _check_lengths(**columns: Sequence[object] | None) -> None:
    lengths = {name: len(column) for name, column in columns.items() if column is not None}
    if len(set(lengths.values())) > 1:
        raise ParameterError(f"found columns of different lengths {lengths}, expected one value for each comparison")
    if not lengths["first"]:
        raise NotDefinedError("strengths are not defined because there are no comparisons")


# Name -> number, in the order in which names appear: one dictionary numbers and looks up a million names in one pass.
Numbers = defaultdict[Any, int]


def _unnumbered() -> Numbers:
    return defaultdict(count().__next__)


def _codes(names: Sequence[object], numbers: Numbers) -> Codes:
    return np.fromiter(map(numbers.__getitem__, names), np.intp, len(names))


def _ascending(numbers: Numbers) -> tuple[tuple[Any, ...], Codes]:
    """The names in ascending order, and the place of each number in it."""
    names = tuple(sorted(numbers))
    places = np.zeros(len(names), dtype=np.intp)
    places[[numbers[name] for name in names]] = np.arange(len(names))
    return names, places


def _outcomes(one: Codes, two: Codes, preferred: Sequence[object] | None, numbers: Numbers) -> Codes:
    """The outcome of each comparison; a preferred item that was not compared gets a number of its own."""
    if (same := np.flatnonzero(one == two)).size:
        raise ParameterError(f"comparison {same[0] + 1}: found an item compared with itself, expected two items")
    if preferred is None:
        return np.full(len(one), FIRST, dtype=np.intp)
    chosen = _codes(preferred, numbers)
    outcome = np.where(chosen == one, FIRST, np.where(chosen == two, SECOND, TIE))
    if (wrong := np.flatnonzero((outcome == TIE) & (chosen != numbers.get(None, -1)))).size:
        found = preferred[wrong[0]]
        raise ParameterError(
            f"comparison {wrong[0] + 1}: found {found!r} preferred, expected one of its two items (or None, for a tie)"
        )
    return outcome


def _distinct(one: Codes, two: Codes, who: Codes, items: int, people: int) -> tuple[tuple[Codes, Codes, Codes], Codes]:
    """The distinct rows (first, second, worker), and the row of each comparison."""
    key = (one * items + two) * people + who
    cells = items * items * people
    if cells <= CELLS:
        used = np.flatnonzero(np.bincount(key, minlength=cells))
        row_of = np.zeros(cells, dtype=np.intp)
        row_of[used] = np.arange(len(used))
        inverse = row_of[key]
    else:
        used, inverse = np.unique(key, return_inverse=True)
    pairs, worker = np.divmod(used, people)
    left, right = np.divmod(pairs, items)
    return (left, right, worker), inverse


def _item_values(items: tuple[Item, ...], covariates: Mapping[str, Values[Item]]) -> Vector:
    table = np.zeros((len(items), len(covariates)))
    for column, (name, values) in enumerate(covariates.items()):
        if isinstance(values, Mapping):
            if missing := [item for item in items if item not in values]:
                raise ParameterError(
                    f"found no {name} of {missing[0]}, expected a value for each item that was compared"
                )
            table[:, column] = [values[item] for item in items]
    return table


def _given_differences(comparisons: int, covariates: Mapping[str, Values[Item]]) -> Vector:
    table = np.zeros((comparisons, len(covariates)))
    for column, (name, values) in enumerate(covariates.items()):
        if not isinstance(values, Mapping):
            if len(values) != comparisons:
                raise ParameterError(
                    f"found {len(values):,} values of {name}, expected {comparisons:,}: one a comparison"
                )
            table[:, column] = values
    return table


def _checked(differences: Vector, covariates: Mapping[str, Values[Item]] | None) -> Vector:
    for name, column in zip(covariates or (), differences.T, strict=True):
        if not np.isfinite(column).all():
            raise ParameterError(f"found a value of {name} that is not finite, expected numbers")
        if not column.any():
            raise NotDefinedError(
                f"the coefficient of {name} is not defined because the items compared do not differ in it"
            )
    return differences
