"""trec_eval's prefs_pair: the share of the preferences that a run fulfils, each pair of items alike."""

from collections.abc import Iterable
from functools import partial

from assess.graph import PreferenceGraph
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.pairs import Pairs
from assess.measures.preference.pairs_topic import Lengths, PairsTopic, check_choice, prepared, value_of_ranking
from assess.measures.preference.sums import Ranks, Values
from assess.measures.preference.terms import COUNT
from assess.measures.preference.trec import fulfilled


def prefs_pair(graph: PreferenceGraph, ranking: Iterable[str], *, count: str = "all") -> float:
    """Return prefs_pair of trec_eval: the mean over pairs of items of the share of their judgments that is fulfilled.

    If three of five judgments prefer the item that the run has first, the pair scores 3/5. Without repeated or
    contradicting judgments of a pair, this is ``prefs_simp``.

    Parameters
    ----------
    graph, ranking, count
        As in ``prefs_simp``: "imp" is prefs_pair_imp, "ret" is prefs_pair_ret.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2"), ("d1", "d2"), ("d2", "d1"), ("d3", "d2")])
    >>> round(prefs_pair(graph, ["d1", "d2", "d3"]), 6)
    0.333333

    References
    ----------
    Buckley, trec_eval 9: https://github.com/usnistgov/trec_eval
    """
    check_choice("count", count, COUNT)
    return value_of_ranking("prefs_pair", graph, ranking, partial(_of_ranks, count=count))


def prepare(judgments: TopicJudgments, *, count: str) -> PairsTopic | None:
    """The measure on the graph of a topic; None if it has no preferences."""
    return prepared(judgments, partial(_of_ranks, count=count))


def _of_ranks(pairs: Pairs, ranks: Ranks, lengths: Lengths, count: str) -> Values:
    return fulfilled(pairs.split, ranks, count)
