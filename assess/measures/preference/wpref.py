"""Weighted precision of preferences: pairs near the top count more."""

from collections.abc import Iterable
from functools import partial

import numpy as np

from assess.graph import PreferenceGraph
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.pairs import Pairs
from assess.measures.preference.pairs_topic import Lengths, PairsTopic, check_choice, prepared, value_of_ranking
from assess.measures.preference.sums import Ranks, Values, ratio
from assess.measures.preference.terms import PAIRS


def wpref(
    graph: PreferenceGraph, ranking: Iterable[str], cutoff: int | None = None, *, pairs: str = "explicit"
) -> float:
    """Return the weighted precision of preferences (wpref).

    A pair with items at ranks i < j has the weight 1 / log2(j + 1). The measure is the weight of the pairs with the
    winner first, divided by the weight of all pairs that count; 0 if there is none.

    Parameters
    ----------
    graph : PreferenceGraph
        The judgments of the topic.
    ranking : iterable of docno
        The run's items of the topic, best first.
    cutoff : int, optional
        Items after this rank count as not retrieved.
    pairs : {"explicit", "all", "implicit"}
        The pairs that count. The formula is about pairs with both items retrieved ("explicit"). With "all" or
        "implicit", an item that is not retrieved stands one rank after the last one that is: this is a convention
        of ours.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d3", "d2")])
    >>> round(wpref(graph, ["d1", "d2", "d3"]), 6)
    0.693426

    References
    ----------
    Carterette, Bennett, Chickering and Dumais, "Here or there: preference judgments for relevance", ECIR 2008.
    """
    check_choice("pairs", pairs, PAIRS)
    return value_of_ranking("wpref", graph, ranking, partial(_of_ranks, kind=pairs), cutoff)


def prepare(judgments: TopicJudgments, *, cutoff: int | None, pairs: str) -> PairsTopic | None:
    """The measure on the graph of a topic; None if it has no preferences."""
    return prepared(judgments, partial(_of_ranks, kind=pairs), cutoff)


def _of_ranks(pairs: Pairs, ranks: Ranks, lengths: Lengths, kind: str) -> Values:
    kept, ordered = pairs.sums(ranks, later=_weight).of_kind(kind, weight=_weight(lengths + 1))
    return ratio(kept, ordered)


def _weight(ranks: Ranks | Lengths) -> Values:
    weights: Values = 1 / np.log2(ranks.astype(float) + 1)
    return weights
