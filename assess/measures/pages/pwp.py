"""Preference-winning-penalty: PMR and WR of a page, discounted by its bad cases."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from assess.errors import NotDefinedError, ParameterError
from assess.measures.pages.answers import Answer
from assess.measures.pages.layout import Grid, Layout
from assess.measures.pages.outcomes import Outcomes, Pair, as_outcomes
from assess.measures.pages.pb import GAMMA, pb_of_layouts
from assess.measures.pages.pmr import Variant, pmr_of_layout
from assess.measures.pages.wr import wr_of_layouts

LAMBDA = 0.7
VARIANT: Variant = "nearby"


def pwp(
    outcomes: Outcomes | Mapping[Pair, Answer],
    page: Grid,
    opponent: Grid,
    lambda_: float = LAMBDA,
    gamma: float = GAMMA,
    variant: Variant = VARIANT,
) -> float:
    """Return the preference-winning-penalty of a page against its opponent: (λ PMR + (1 - λ) WR) · PB.

    Parameters
    ----------
    outcomes : Outcomes, or mapping of (left, right) to answer
        The judged pairs of the topic, within the page and across both pages.
    page, opponent : sequence of rows of docnos
        From the top; ``as_page`` makes a page from a ranked list.
    lambda_ : float
        The share of PMR, from 0 to 1.
    gamma : float
        The penalty for one bad case.
    variant : {"default", "weighted", "middle", "nearby"}
        The variant of PMR. The defaults of all three are those that the paper found best.

    Raises
    ------
    NotDefinedError
        No pair across the two pages is judged, or no pair of the page counts for PMR and its share is not 0.

    See Also
    --------
    pmr, wr, pb : its parts.
    paired_score : the scores of both pages as one number.

    References
    ----------
    Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020: equation 6.

    Examples
    --------
    >>> outcomes = {("a", "b"): "left", ("a", "x"): "left", ("b", "x"): "tie"}
    >>> round(pwp(outcomes, [["a", "b"]], [["x"]]), 6)
    0.85
    """
    judged = as_outcomes(outcomes)
    own, other = (Layout.of_pages(judged.docnos, [shown]) for shown in (page, opponent))
    [value] = pwp_of_layouts(judged, own, other, lambda_, gamma, variant)
    if np.isnan(value):
        raise NotDefinedError("pwp is not defined: no pair of the page, or no pair across the two pages, is judged")
    return float(value)


def pwp_of_layouts(
    outcomes: Outcomes,
    own: Layout,
    opponent: Layout,
    lambda_: float = LAMBDA,
    gamma: float = GAMMA,
    variant: Variant = VARIANT,
) -> NDArray[np.float64]:
    """Return PWP of the page of each run against the opponent in the same row; NaN where it is not defined."""
    check_lambda(lambda_)
    values = (1 - lambda_) * wr_of_layouts(outcomes, own, opponent)
    if lambda_:
        values = lambda_ * pmr_of_layout(outcomes, own, variant) + values
    return values * pb_of_layouts(outcomes, own, opponent, gamma)


def check_lambda(lambda_: float) -> None:
    """Refuse a share outside 0 to 1."""
    if not 0 <= lambda_ <= 1:
        raise ParameterError(f"found lambda = {lambda_}, expected a number from 0 to 1")
