"""Preference-winning-penalty: PMR and WR of a page, discounted by its bad cases."""

from collections.abc import Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from assess.errors import NotDefinedError
from assess.measures.kinds import TopicJudgments
from assess.measures.pages.answers import Answer
from assess.measures.pages.layout import Layout
from assess.measures.pages.outcomes import Outcomes, Pair, as_outcomes, judged_outcomes
from assess.measures.pages.page_topic import OpponentTopic, Paging
from assess.measures.pages.parameters import GAMMA, TRADEOFF, Grid, Variant, check_share
from assess.measures.pages.pb import penalties
from assess.measures.pages.pmr import pmr_of_layout
from assess.measures.pages.wr import wr_of_layouts


def pwp(
    outcomes: Outcomes | Mapping[Pair, Answer],
    page: Grid,
    opponent: Grid,
    tradeoff: float = TRADEOFF,
    gamma: float = GAMMA,
    variant: Variant = "nearby",
) -> float:
    """Return the preference-winning-penalty of a page against its opponent: (λ PMR + (1 - λ) WR) · PB.

    Parameters
    ----------
    outcomes : Outcomes, or mapping of (left, right) to answer
        The judged pairs of the topic, within the page and across both pages.
    page, opponent : sequence of rows of docnos
        From the top; ``as_page`` makes a page from a ranked list.
    tradeoff : float
        λ, the share of PMR, from 0 to 1.
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
    [value] = pwp_of_layouts(judged, own, other, tradeoff, gamma, variant)
    if np.isnan(value):
        raise NotDefinedError("pwp is not defined: no pair of the page, or no pair across the two pages, is judged")
    return float(value)


def pwp_of_layouts(
    outcomes: Outcomes,
    own: Layout,
    opponent: Layout,
    tradeoff: float = TRADEOFF,
    gamma: float = GAMMA,
    variant: Variant = "nearby",
) -> NDArray[np.float64]:
    """Return PWP of the page of each run against the opponent in the same row; NaN where it is not defined."""
    check_share("tradeoff", tradeoff)
    values = (1 - tradeoff) * wr_of_layouts(outcomes, own, opponent)
    if tradeoff:
        values = tradeoff * pmr_of_layout(outcomes, own, variant) + values
    return values * penalties(outcomes, own, opponent, gamma)  # PB is defined where WR is


def prepare(
    judgments: TopicJudgments,
    *,
    tradeoff: float,
    gamma: float,
    variant: Variant,
    paired: bool,
    against: str,
    columns: int | None,
    depth: int,
) -> OpponentTopic | None:
    """PWP with the outcomes of a topic; None if no pair was judged. Scoring finds the run *against*."""
    outcomes = judged_outcomes(judgments)
    if outcomes is None:
        return None
    return OpponentTopic(
        outcomes,
        partial(pwp_of_layouts, tradeoff=tradeoff, gamma=gamma, variant=variant),
        Paging(columns, depth),
        paired,
    )
