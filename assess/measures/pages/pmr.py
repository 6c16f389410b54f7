"""Preference matching rate: the share of pairs on a page that it shows in the right order."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from assess.errors import NotDefinedError
from assess.measures.kinds import TopicJudgments
from assess.measures.pages.answers import Answer
from assess.measures.pages.layout import Layout, Whole
from assess.measures.pages.outcomes import Outcomes, Pair, as_outcomes, judged_outcomes
from assess.measures.pages.page_topic import PageTopic, Paging
from assess.measures.pages.parameters import Grid, Variant, check_variant

Weights = NDArray[np.bool_] | NDArray[np.float64]
NEARBY = 2  # rows and columns between two items that are compared, at most


def pmr(outcomes: Outcomes | Mapping[Pair, Answer], page: Grid, variant: Variant = "default") -> float:
    """Return the preference matching rate of a page: the share of its judged pairs that are in the right order.

    A pair is in the right order if the other item is not preferred to the one examined first: a tie is always right.

    Parameters
    ----------
    outcomes : Outcomes, or mapping of (left, right) to answer
        The judged pairs of the topic. Pairs that nobody judged do not count.
    page : sequence of rows of docnos
        From the top; ``as_page`` makes it from a ranked list.
    variant : {"default", "weighted", "middle", "nearby"}
        "default": items are examined from left to right and top to bottom. "weighted": the same, and a pair weighs
        1 / log2(j + 1), where j is the rank of the later item, from 0. "middle": rows from the top, and in a row the
        item closest to its middle first; two items of a row with the same distance do not count. "nearby": as
        "default", only pairs at most two rows and two columns apart count.

    Raises
    ------
    NotDefinedError
        No judged pair of the page counts.

    Notes
    -----
    The paper does not say from where ranks count in the weight. From 0, the second item weighs 1, and the means over
    the published data are those in the documentation. On a list of one column, "default" is the ppref and "weighted"
    the wpref of Carterette et al., with ties as right.

    References
    ----------
    Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020: section 4.1.
    Carterette, Bennett, Chickering and Dumais, "Here or there: preference judgments for relevance", ECIR 2008.

    Examples
    --------
    >>> pmr({("a", "b"): "left", ("b", "c"): "right", ("a", "c"): "tie"}, [["a", "b"], ["c"]])
    0.6666666666666666
    """
    judged = as_outcomes(outcomes)
    [value] = pmr_of_layout(judged, Layout.of_pages(judged.docnos, [page]), variant)
    if np.isnan(value):
        raise NotDefinedError(f"pmr is not defined: no pair of the page is judged that its variant {variant} counts")
    return float(value)


def pmr_of_layout(outcomes: Outcomes, layout: Layout, variant: Variant) -> NDArray[np.float64]:
    """Return PMR of the page of each run; NaN where it is not defined."""
    check_variant(variant)
    moment = _moments(layout, variant)
    first, later = moment.take(outcomes.items, axis=1), moment.take(outcomes.others, axis=1)
    in_order = (first >= 0) & (first < later)
    weights = PAIR_WEIGHTS[variant](in_order, layout, outcomes)
    with np.errstate(invalid="ignore"):
        shares: NDArray[np.float64] = _sums(weights * (outcomes.wins >= 0)) / _sums(weights)
    return shares


def _moments(layout: Layout, variant: Variant) -> Whole:
    """Numbers from 0 in the order of examination; -1 for an item that is not on the page."""
    if variant != "middle":
        return layout.number
    row, column, width = layout.positions
    moments = row * (width.max(initial=0) + 1) + np.abs(2 * column - (width - 1))
    return np.where(layout.shown, moments, -1)


def _sums(weights: Weights) -> NDArray[np.int64] | NDArray[np.float64]:
    """The sum of each row. Fractions are added in order of size, so that the names of the items do not matter."""
    ordered = weights if weights.dtype == np.bool_ else np.sort(weights, axis=1)
    sums: NDArray[np.int64] | NDArray[np.float64] = ordered.sum(axis=1)
    return sums


def _equal(in_order: NDArray[np.bool_], layout: Layout, outcomes: Outcomes) -> Weights:
    return in_order


def _by_rank(in_order: NDArray[np.bool_], layout: Layout, outcomes: Outcomes) -> Weights:
    later = layout.number.take(outcomes.others, axis=1)
    return np.where(in_order, 1 / np.log2(np.maximum(later, 1) + 1), 0.0)


def _nearby(in_order: NDArray[np.bool_], layout: Layout, outcomes: Outcomes) -> Weights:
    near = in_order
    for of in (layout.positions.row, layout.positions.column):
        near = near & (np.abs(of.take(outcomes.items, axis=1) - of.take(outcomes.others, axis=1)) <= NEARBY)
    return near


# Variant -> the weight of each pair that is in the order of examination; 0 or False leaves it out.
PAIR_WEIGHTS: dict[Variant, Callable[[NDArray[np.bool_], Layout, Outcomes], Weights]] = {
    "default": _equal,
    "weighted": _by_rank,
    "middle": _equal,
    "nearby": _nearby,
}


def prepare(judgments: TopicJudgments, *, variant: Variant, columns: int | None, depth: int) -> PageTopic | None:
    """PMR with the outcomes of a topic; None if no pair was judged."""
    outcomes = judged_outcomes(judgments)
    if outcomes is None:
        return None
    return PageTopic(outcomes, partial(pmr_of_layout, variant=variant), Paging(columns, depth))
