"""Winning rate: how often the items of a page are preferred to those of its opponent."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from assess.errors import NotDefinedError
from assess.measures.kinds import TopicJudgments
from assess.measures.pages.answers import Answer
from assess.measures.pages.layout import Layout
from assess.measures.pages.outcomes import Outcomes, Pair, as_outcomes, judged_outcomes
from assess.measures.pages.page_topic import OpponentTopic, Paging
from assess.measures.pages.parameters import Grid


def wr(outcomes: Outcomes | Mapping[Pair, Answer], page: Grid, opponent: Grid) -> float:
    """Return the winning rate of a page: the share of judged pairs across both pages that its item wins.

    A tie counts for neither page, so the rates of two pages may add up to less than 1.

    Parameters
    ----------
    outcomes : Outcomes, or mapping of (left, right) to answer
        The judged pairs of the topic.
    page, opponent : sequence of rows of docnos
        From the top; ``as_page`` makes a page from a ranked list. Only the items count, not where they are.

    Raises
    ------
    NotDefinedError
        No pair across the two pages is judged.

    Notes
    -----
    Equation 4 divides by all pairs across. If some of them are not judged, this divides by those that are. An item
    that is on both pages ties with itself, as in the equation; an item that nobody judged does not count at all.

    References
    ----------
    Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020: equation 4.

    Examples
    --------
    >>> outcomes = {("a", "x"): "left", ("a", "y"): "tie", ("b", "x"): "right", ("b", "y"): "left"}
    >>> wr(outcomes, [["a", "b"]], [["x", "y"]]), wr(outcomes, [["x", "y"]], [["a", "b"]])
    (0.5, 0.25)
    """
    judged = as_outcomes(outcomes)
    own, other = (Layout.of_pages(judged.docnos, [shown]) for shown in (page, opponent))
    [value] = wr_of_layouts(judged, own, other)
    if np.isnan(value):
        raise NotDefinedError("wr is not defined: no pair across the two pages is judged")
    return float(value)


def wr_of_layouts(outcomes: Outcomes, own: Layout, opponent: Layout) -> NDArray[np.float64]:
    """Return WR of the page of each run against the opponent in the same row; NaN where it is not defined."""
    across, judged = judged_across(outcomes, own, opponent)
    with np.errstate(invalid="ignore"):
        rates: NDArray[np.float64] = (across & (outcomes.wins > 0)).sum(axis=1) / judged
    return rates


def judged_across(outcomes: Outcomes, own: Layout, opponent: Layout) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return which judged pairs are across the pages of each run, and how many: also a judged item on both pages."""
    across = own.shown.take(outcomes.items, axis=1) & opponent.shown.take(outcomes.others, axis=1)
    return across, across.sum(axis=1) + (own.shown & opponent.shown).sum(axis=1)


def prepare(
    judgments: TopicJudgments, *, paired: bool, against: str, columns: int | None, depth: int
) -> OpponentTopic | None:
    """WR with the outcomes of a topic; None if no pair was judged. Scoring finds the run *against*."""
    outcomes = judged_outcomes(judgments)
    if outcomes is None:
        return None
    return OpponentTopic(outcomes, wr_of_layouts, Paging(columns, depth), paired)
