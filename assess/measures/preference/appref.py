"""Average precision of preferences: ppref at each rank where more preferences are kept."""

from collections.abc import Iterable
from functools import partial

from assess.graph import PreferenceGraph
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.pairs import Pairs
from assess.measures.preference.pairs_topic import Lengths, PairsTopic, check_choice, prepared, value_of_ranking
from assess.measures.preference.sums import UNRANKED, Ranks, Values, best_first, ratio
from assess.measures.preference.terms import OVER


def appref(graph: PreferenceGraph, ranking: Iterable[str], cutoff: int | None = None, *, over: str = "gains") -> float:
    """Return the average precision of preferences (APpref).

    The mean of ``ppref`` at the ranks where ``rpref`` rises; 0 if it never does.

    Parameters
    ----------
    graph : PreferenceGraph
        The judgments of the topic.
    ranking : iterable of docno
        The run's items of the topic, best first.
    cutoff : int, optional
        Items after this rank count as not retrieved.
    over : {"gains", "preferred"}
        "gains" is the mean over the ranks where ``rpref`` rises. It says nothing about items that are not
        retrieved. "preferred" is the mean over all items that ever won, as in the program of Elsas: one that is
        not retrieved adds the share of all preferences that the run keeps, which is ``rpref``.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d3", "d2")])
    >>> appref(graph, ["d3", "d1", "d9"]), appref(graph, ["d2", "d1", "d3"])
    (0.5833333333333333, 0.3333333333333333)

    References
    ----------
    Carterette and Bennett, "Evaluation measures for preference judgments", SIGIR 2008.
    Elsas, "Pairwise preference evaluation", program on GitHub (jelsas/Pairwise-Preference-Evaluation).
    """
    check_choice("over", over, OVER)
    return value_of_ranking("appref", graph, ranking, partial(_of_ranks, over=over), cutoff)


def prepare(judgments: TopicJudgments, *, cutoff: int | None, over: str) -> PairsTopic | None:
    """The measure on the graph of a topic; None if it has no judgments for the graph."""
    return prepared(judgments, partial(_of_ranks, over=over), cutoff)


def _of_ranks(pairs: Pairs, ranks: Ranks, lengths: Lengths, over: str) -> Values:
    kept, broken = pairs.by_first(ranks)
    order, cells = best_first(ranks)
    gained, lost = kept.take(cells), broken.take(cells)
    kept_so_far = gained.cumsum(axis=1)
    precision = ratio(kept_so_far, (gained + lost).cumsum(axis=1))
    if over == "gains":
        counts = gained > 0
        return ratio((precision * counts).sum(axis=1), counts.sum(axis=1, dtype=float))
    counts = pairs.ever_won.take(order) & (ranks.take(cells) != UNRANKED)
    won, recall = int(pairs.ever_won.sum()), kept_so_far[:, -1] / pairs.total
    values: Values = ((precision * counts).sum(axis=1) + (won - counts.sum(axis=1)) * recall) / won
    return values
