"""trec_eval's prefs_avgjg: the share of the preferences that a run fulfils, each group of judgments alike."""

from collections.abc import Iterable
from functools import partial

from assess.graph import PreferenceGraph
from assess.measures.kinds import TopicJudgments
from assess.measures.preference.pairs import Pairs
from assess.measures.preference.pairs_topic import Lengths, PairsTopic, check_choice, prepared, value_of_ranking
from assess.measures.preference.sums import Ranks, Values
from assess.measures.preference.terms import COUNT
from assess.measures.preference.trec import fulfilled


def prefs_avgjg(graph: PreferenceGraph, ranking: Iterable[str], *, count: str = "all") -> float:
    """Return prefs_avgjg of trec_eval: the mean over groups of judgments of the share that the run fulfils.

    Each judgment is a group of its own, and all grades are one more group. A group without any preference that
    counts scores 0, as in trec_eval: with "ret" and "imp", a run that lacks the items of a judgment loses it.

    Parameters
    ----------
    graph, ranking, count
        As in ``prefs_simp``: "imp" is prefs_avgjg_imp, "ret" is prefs_avgjg_ret.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2")], grades={"d1": 2, "d2": 1, "d3": 0})
    >>> round(prefs_avgjg(graph, ["d1", "d3", "d2"]), 6)
    0.833333

    References
    ----------
    Buckley, trec_eval 9: https://github.com/usnistgov/trec_eval
    """
    check_choice("count", count, COUNT)
    return value_of_ranking("prefs_avgjg", graph, ranking, partial(_of_ranks, count=count))


def prepare(judgments: TopicJudgments, *, count: str) -> PairsTopic | None:
    """The measure on the graph of a topic; None if it has no preferences."""
    return prepared(judgments, partial(_of_ranks, count=count))


def _of_ranks(pairs: Pairs, ranks: Ranks, lengths: Lengths, count: str) -> Values:
    kept, _ = pairs.judged.sums(ranks).of_kind("explicit" if count == "ret" else "all")
    if not pairs.graded:
        return kept / len(pairs.weights)
    return (kept + fulfilled(pairs.derived, ranks, count)) / (len(pairs.weights) + 1)
