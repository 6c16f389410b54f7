"""Precision of preferences: the share of the ordered pairs that a run orders as the judges did."""

from collections.abc import Iterable
from functools import partial

from assess.graph import PreferenceGraph
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.pairs import Pairs
from assess.measures.preference.pairs_topic import Lengths, PairsTopic, check_choice, prepared, value_of_ranking
from assess.measures.preference.sums import Ranks, Values, ratio
from assess.measures.preference.terms import PAIRS


def ppref(graph: PreferenceGraph, ranking: Iterable[str], cutoff: int | None = None, *, pairs: str = "all") -> float:
    """Return the precision of preferences (ppref).

    A run orders a pair if at least one of its items is among the first *cutoff* items. An item that is not there
    comes after those that are. The measure is the share of the ordered pairs with the winner first, 0 if the run
    orders none. Each edge of the graph counts, so contradicting judgments keep the measure below 1.

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
    >>> ppref(graph, ["d3", "d1", "d9"]), ppref(graph, ["d3", "d1", "d9"], pairs="explicit")
    (0.6666666666666666, 0.0)

    References
    ----------
    Carterette, Bennett, Chickering and Dumais, "Here or there: preference judgments for relevance", ECIR 2008.
    Carterette and Bennett, "Evaluation measures for preference judgments", SIGIR 2008: the cut-off.
    """
    check_choice("pairs", pairs, PAIRS)
    return value_of_ranking("ppref", graph, ranking, partial(_of_ranks, kind=pairs), cutoff)


def prepare(judgments: TopicJudgments, *, cutoff: int | None, pairs: str) -> PairsTopic | None:
    """The measure on the graph of a topic; None if it has no preferences."""
    return prepared(judgments, partial(_of_ranks, kind=pairs), cutoff)


def _of_ranks(pairs: Pairs, ranks: Ranks, lengths: Lengths, kind: str) -> Values:
    kept, ordered = pairs.sums(ranks).of_kind(kind)
    return ratio(kept, ordered)
