"""trec_eval's prefs_simp: the share of the preferences that a run fulfils, each judgment alike."""

from collections.abc import Iterable
from functools import partial

from assess.graph import PreferenceGraph
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.pairs import Pairs
from assess.measures.preference.pairs_topic import Lengths, PairsTopic, check_choice, prepared, value_of_ranking
from assess.measures.preference.sums import Ranks, Values
from assess.measures.preference.terms import COUNT
from assess.measures.preference.trec import fulfilled


def prefs_simp(graph: PreferenceGraph, ranking: Iterable[str], *, count: str = "all") -> float:
    """Return prefs_simp of trec_eval: the preferences that the run fulfils, divided by those that count.

    Parameters
    ----------
    graph : PreferenceGraph
        The judgments of the topic, as trec_eval reads them from a file with a group of two for each judgment
        (``assess.formats.groups.group_judgments``) and one group for all grades.
    ranking : iterable of docno
        The run's items of the topic, best first.
    count : {"all", "imp", "ret"}
        The preferences that count. "all": every one; it is not fulfilled if none of the two items is retrieved.
        "imp" (prefs_simp_imp): those with one or two items retrieved. "ret" (prefs_simp_ret): those with both.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d4", "d5")])
    >>> [prefs_simp(graph, ["d3", "d1"], count=count) for count in ("all", "imp", "ret")]
    [0.3333333333333333, 0.5, 0.0]

    References
    ----------
    Buckley, trec_eval 9: https://github.com/usnistgov/trec_eval
    """
    check_choice("count", count, COUNT)
    return value_of_ranking("prefs_simp", graph, ranking, partial(_of_ranks, count=count))


def prepare(judgments: TopicJudgments, *, count: str) -> PairsTopic | None:
    """The measure on the graph of a topic; None if it has no preferences."""
    return prepared(judgments, partial(_of_ranks, count=count))


def _of_ranks(pairs: Pairs, ranks: Ranks, lengths: Lengths, count: str) -> Values:
    return fulfilled(pairs, ranks, count)
