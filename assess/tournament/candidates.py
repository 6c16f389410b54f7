"""The candidates of a topic: pooling takes items from runs to be graded, thinning the best of the graded items."""

from collections.abc import Iterable, Mapping

from assess.errors import ParameterError
from assess.formats.runs import Run

# The usual depth of a pool for shallow assessment.
POOL_DEPTH = 10


def pool_runs(runs: Iterable[Run], depth: int = POOL_DEPTH) -> dict[str, list[str]]:
    """Return the union of the top *depth* items of each run, per topic; topics and docnos are sorted."""
    if depth < 1:
        raise ParameterError(f"found depth = {depth}, expected at least 1: the items taken from the top of each run")
    pools: dict[str, set[str]] = {}
    for run in runs:
        for topic, ranking in run.rankings.items():
            pools.setdefault(topic, set()).update(ranking.docnos[:depth])
    return {topic: sorted(pools[topic]) for topic in sorted(pools)}


def choose_candidates(grades: Mapping[str, float], items: Iterable[str], k: int, *, plain: bool) -> list[str]:
    """Return the candidates among the *items* in play: by grade, or in a *plain* comparison all of them."""
    comparable = set(items)
    if plain:
        return sorted(comparable)
    return thin_by_grade({docno: grade for docno, grade in grades.items() if docno in comparable}, k)


def thin_by_grade(grades: Mapping[str, float], k: int) -> list[str]:
    """Return the candidates for the top *k* items, best grade first.

    Whole grades are kept: the last grade may bring the pool above *k*, because
    its items cannot be distinguished yet. Items graded 0 or below are left out,
    so a topic with few relevant items has fewer than *k* candidates. Items of
    one grade are in docno order.

    References
    ----------
    Clarke, Vtyurina and Smucker, "Assessing Top-k Preferences", section 4.1,
    ACM TOIS, 2021, https://arxiv.org/abs/2007.11682
    """
    if k < 1:
        raise ParameterError(f"found k = {k}, expected at least 1: the number of best items sought per topic")
    relevant = sorted((docno for docno, grade in grades.items() if grade > 0), key=lambda d: (-grades[d], d))
    if len(relevant) <= k:
        return relevant
    last_grade = grades[relevant[k - 1]]
    return [docno for docno in relevant if grades[docno] >= last_grade]
