"""Normalized weighted precision of preferences: the weight of a pair is that of its first item."""

from collections.abc import Iterable
from functools import partial

import numpy as np

from assess.graph import PreferenceGraph
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.pairs import Pairs
from assess.measures.preference.pairs_topic import Lengths, PairsTopic, check_choice, prepared, value_of_ranking
from assess.measures.preference.sums import Ranks, Values, ratio
from assess.measures.preference.terms import PAIRS


def nwpref(graph: PreferenceGraph, ranking: Iterable[str], cutoff: int | None = None, *, pairs: str = "all") -> float:
    """Return the normalized weighted precision of preferences (nwpref).

    A pair whose first item is at rank i has the weight 1 / (1 + log2 i); so an item that is not retrieved needs no
    rank. The measure is the weight of the pairs with the winner first, divided by the weight of all ordered pairs;
    0 if there is none. This is the program of Elsas, except that it adds preferences that follow by transitivity
    (leave that out with its option ``-i``), and that it counts a repeated judgment once.

    Parameters
    ----------
    graph : PreferenceGraph
        The judgments of the topic.
    ranking : iterable of docno
        The run's items of the topic, best first.
    cutoff : int, optional
        Items after this rank count as not retrieved.
    pairs : {"all", "explicit", "implicit"}
        The pairs to look at: all of them, those with both items retrieved, or those with one item retrieved.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d3", "d2")])
    >>> nwpref(graph, ["d1", "d2", "d3"])
    0.8

    References
    ----------
    Elsas, "Pairwise preference evaluation", program on GitHub (jelsas/Pairwise-Preference-Evaluation), after
    Carterette, Bennett and Chapelle, "A test collection of preference judgments", SIGIR 2008 workshop on Beyond
    Binary Relevance.
    """
    check_choice("pairs", pairs, PAIRS)
    return value_of_ranking("nwpref", graph, ranking, partial(_of_ranks, kind=pairs), cutoff)


def prepare(judgments: TopicJudgments, *, cutoff: int | None, pairs: str) -> PairsTopic | None:
    """The measure on the graph of a topic; None if it has no preferences."""
    return prepared(judgments, partial(_of_ranks, kind=pairs), cutoff)


def _of_ranks(pairs: Pairs, ranks: Ranks, lengths: Lengths, kind: str) -> Values:
    kept, ordered = pairs.sums(ranks, first=_weight).of_kind(kind)
    return ratio(kept, ordered)


def _weight(ranks: Ranks) -> Values:
    return 1 / (1 + np.log2(ranks))
