"""What a fit of strengths returns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple

import numpy as np

from assess.errors import NotDefinedError, UnknownNameError
from assess.stats.strengths.counted import Codes, Item, Vector


class FittedValue(NamedTuple):
    """A fitted number on the log-odds scale, its standard error, and its interval."""

    value: float
    error: float
    low: float
    high: float


def largest_error(covariances: Sequence[Vector]) -> Vector:
    """The standard errors, by the covariance that makes each of them largest."""
    largest: Vector = np.max([np.diag(one) for one in covariances], axis=0)
    return np.sqrt(np.maximum(largest, 0.0))


@dataclass(frozen=True)
class Strengths(Generic[Item]):
    """Log-strengths of items, and everything fitted with them.

    Attributes
    ----------
    items
        In ascending order; the arrays below have a value for each.
    values
        Log-strengths; their mean is 0 in each part.
    errors, low, high
        Marginal standard errors, and intervals: the other strengths are
        estimated as well, not known.
    own
        Log-strengths without what covariates contribute: how strong items would
        be if they did not differ in them.
    parts
        The number of each item's part. No chain of comparisons connects items of
        different parts; their strengths cannot be compared.
    coefficients
        By covariate: what one unit of it adds to the log-odds.
    typical_differences
        By covariate: the root mean square of its difference in a comparison.
    left_bias
        What being the first item adds to the log-odds.
    log_tie
        Log of Davidson's tie parameter.
    log_reliability
        By worker: the log of the factor by which strengths count for them.
    strength_variance, reliability_variance
        Variances of the normal priors of own strengths and log-reliabilities.
    comparisons, clusters, by_worker
        The number of comparisons; and of independent units that the errors rest
        on: workers, or comparisons.
    """

    items: tuple[Item, ...]
    values: Vector
    errors: Vector
    low: Vector
    high: Vector
    own: Vector
    parts: Codes
    coefficients: Mapping[str, FittedValue]
    typical_differences: Mapping[str, float]
    left_bias: FittedValue | None
    log_tie: FittedValue | None
    log_reliability: Mapping[str, FittedValue]
    strength_variance: float
    reliability_variance: float
    comparisons: int
    clusters: int
    by_worker: bool
    _quantile: float = field(repr=False)
    _covariances: tuple[tuple[Vector, ...], ...] = field(repr=False)

    def difference(self, item: Item, other: Item) -> FittedValue:
        """Return by how much *item* is stronger than *other*; not defined if no comparisons connect them."""
        one, two = self._place(item), self._place(other)
        part = self.parts[one]
        if part != self.parts[two]:
            raise NotDefinedError(
                f"the difference of {item} and {other} is not defined because no chain of comparisons connects them"
            )
        inside = np.flatnonzero(self.parts == part)
        signs = (inside == one).astype(float) - (inside == two)
        error = float(largest_error([signs[None] @ one @ signs[:, None] for one in self._covariances[part]])[0])
        value = float(self.values[one] - self.values[two])
        return FittedValue(value, error, value - self._quantile * error, value + self._quantile * error)

    def _place(self, item: Item) -> int:
        if item not in self.items:
            raise UnknownNameError(f"found no comparison of {item}, expected one of the items that were compared")
        return self.items.index(item)
