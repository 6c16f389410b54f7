"""Recall of preferences: the share of all preferences that a run orders as the judges did."""

from collections.abc import Iterable
from functools import partial

from assess.graph import PreferenceGraph
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.pairs import Pairs
from assess.measures.preference.pairs_topic import Lengths, PairsTopic, check_choice, prepared, value_of_ranking
from assess.measures.preference.sums import Ranks, Values
from assess.measures.preference.terms import PAIRS


def rpref(graph: PreferenceGraph, ranking: Iterable[str], cutoff: int | None = None, *, pairs: str = "all") -> float:
    """Return the recall of preferences (rpref).

    The number of pairs that the run orders with the winner first, as in ``ppref``, divided by the number of all
    preferences of the topic. With a *cutoff*, or if the judgments contradict each other, no run may reach 1.

    Parameters
    ----------
    graph : PreferenceGraph
        The judgments of the topic.
    ranking : iterable of docno
        The run's items of the topic, best first.
    cutoff : int, optional
        Items after this rank count as not retrieved.
    pairs : {"all", "explicit", "implicit"}
        The pairs that may count as ordered: all of them, those with both items retrieved, or those with one.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d4", "d5")])
    >>> rpref(graph, ["d3", "d1", "d9"])
    0.3333333333333333

    References
    ----------
    Carterette and Bennett, "Evaluation measures for preference judgments", SIGIR 2008.
    """
    check_choice("pairs", pairs, PAIRS)
    return value_of_ranking("rpref", graph, ranking, partial(_of_ranks, kind=pairs), cutoff)


def prepare(judgments: TopicJudgments, *, cutoff: int | None, pairs: str) -> PairsTopic | None:
    """The measure on the graph of a topic; None if it has no preferences."""
    return prepared(judgments, partial(_of_ranks, kind=pairs), cutoff)


def _of_ranks(pairs: Pairs, ranks: Ranks, lengths: Lengths, kind: str) -> Values:
    kept, _ = pairs.sums(ranks).of_kind(kind)
    return kept / pairs.total
