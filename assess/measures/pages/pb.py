"""Penalty for bad cases: items that lose to everything on the opponent's page."""

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
from assess.measures.pages.parameters import GAMMA, Grid, check_share
from assess.measures.pages.wr import judged_across


def pb(outcomes: Outcomes | Mapping[Pair, Answer], page: Grid, opponent: Grid, gamma: float = GAMMA) -> float:
    """Return the penalty for the bad cases of a page: *gamma* to the power of their number; 1 without any.

    Parameters
    ----------
    outcomes : Outcomes, or mapping of (left, right) to answer
        The judged pairs of the topic.
    page, opponent : sequence of rows of docnos
        From the top; ``as_page`` makes a page from a ranked list. Only the items count, not where they are.
    gamma : float
        The penalty for one bad case, between 0 and 1; a smaller one is heavier. The paper found 0.1 best.

    Raises
    ------
    NotDefinedError
        No pair across the two pages is judged.

    See Also
    --------
    bad_cases : the bad cases themselves.

    References
    ----------
    Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020: equation 5.

    Examples
    --------
    >>> outcomes = {("a", "x"): "right", ("a", "y"): "right", ("b", "x"): "right", ("b", "y"): "tie"}
    >>> pb(outcomes, [["a", "b"]], [["x", "y"]]), pb(outcomes, [["x", "y"]], [["a", "b"]])
    (0.1, 1.0)
    """
    judged = as_outcomes(outcomes)
    own, other = (Layout.of_pages(judged.docnos, [shown]) for shown in (page, opponent))
    [value] = pb_of_layouts(judged, own, other, gamma)
    if np.isnan(value):
        raise NotDefinedError("pb is not defined: no pair across the two pages is judged")
    return float(value)


def bad_cases(outcomes: Outcomes | Mapping[Pair, Answer], page: Grid, opponent: Grid) -> list[str]:
    """Return the bad cases of a page, ascending: its items that lose to every item of the opponent's page.

    If not all pairs are judged, the judged ones decide: a bad case was judged against at least one item of the other
    page and lost to each. An item that is on both pages does not lose to itself, so it is never a bad case.

    Examples
    --------
    >>> bad_cases({("a", "x"): "right", ("b", "x"): "tie"}, [["a", "b"]], [["x"]])
    ['a']
    """
    judged = as_outcomes(outcomes)
    own, other = (Layout.of_pages(judged.docnos, [shown]) for shown in (page, opponent))
    [bad] = _bad(judged, own, other)
    return [docno for docno, is_bad in zip(judged.docnos, bad, strict=True) if is_bad]


def pb_of_layouts(outcomes: Outcomes, own: Layout, opponent: Layout, gamma: float = GAMMA) -> NDArray[np.float64]:
    """Return PB of the page of each run against the opponent in the same row; NaN where it is not defined."""
    _, judged = judged_across(outcomes, own, opponent)
    return np.where(judged > 0, penalties(outcomes, own, opponent, gamma), np.nan)


def penalties(outcomes: Outcomes, own: Layout, opponent: Layout, gamma: float) -> NDArray[np.float64]:
    """Return PB of the page of each run, and 1 where it is not defined."""
    check_share("gamma", gamma)
    found: NDArray[np.float64] = gamma ** _bad(outcomes, own, opponent).sum(axis=1, dtype=np.float64)
    return found


def _bad(outcomes: Outcomes, own: Layout, opponent: Layout) -> NDArray[np.bool_]:
    """Whether each item is a bad case of the page of each run."""
    met = opponent.shown.take(outcomes.others, axis=1)
    judged = outcomes.sums_by_item(met)
    lost = outcomes.sums_by_item(met & (outcomes.wins < 0))
    bad: NDArray[np.bool_] = own.shown & ~opponent.shown & (judged > 0) & (lost == judged)
    return bad


def prepare(
    judgments: TopicJudgments, *, gamma: float, paired: bool, against: str, columns: int | None, depth: int
) -> OpponentTopic | None:
    """PB with the outcomes of a topic; None if no pair was judged. Scoring finds the run *against*."""
    outcomes = judged_outcomes(judgments)
    if outcomes is None:
        return None
    return OpponentTopic(outcomes, partial(pb_of_layouts, gamma=gamma), Paging(columns, depth), paired)
