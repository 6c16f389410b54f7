"""The measures that are a rank-biased overlap with an ideal ranking, as ``assess measures`` lists them."""

from assess.measures.kinds import MeasureKind, Parameter
from assess.measures.rbo import DEPTH, DEPTH_EXPECTED, P_EXPECTED, P, is_depth, is_persistence

PERSISTENCE = Parameter(float, P, "persistence of the rank-biased overlap", P_EXPECTED, is_persistence)
RANKS = Parameter(int, DEPTH, "ranks beyond it are not looked at", DEPTH_EXPECTED, is_depth)

# What a graph needs so that it has items.
A_GRAPH = "a preference (ties are none) or a grade that counts"
POSITIVE = Parameter(bool, False, "leave out items graded 0 or below, with their judgments")


def _normalize(default: bool) -> Parameter:
    return Parameter(bool, default, "divide by the overlap of the ideal ranking with itself")


OVERLAP_KINDS = (
    MeasureKind(
        name="pgc",
        summary="preference graph compatibility: overlap with the ideal ranking by preferences",
        needs="graph",
        range="0 to 1",
        reference="Clarke, Luo and Smucker, SIGIR 2021",
        module="assess.measures.pgc",
        requires=A_GRAPH,
        parameters={"p": PERSISTENCE, "depth": RANKS, "normalize": _normalize(False), "positive": POSITIVE},
        is_run_by_run=True,
    ),
    MeasureKind(
        name="compat",
        summary="compatibility: overlap with the ideal ranking by levels of relevance",
        needs="grades",
        range="0 to 1",
        reference="Clarke, Vtyurina and Smucker, TOIS 2021",
        module="assess.measures.compatibility",
        parameters={"p": PERSISTENCE, "depth": RANKS, "normalize": _normalize(True)},
        is_run_by_run=True,
    ),
)
