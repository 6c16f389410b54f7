"""Crowdsourced preference assessment for information retrieval."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assess.graph import PreferenceGraph
    from assess.measures.browsing.moments import browsing_moments
    from assess.measures.browsing.orders import compare_p_at_h
    from assess.measures.browsing.p_at_h import p_at_h
    from assess.measures.browsing.p_at_h_distribution import p_at_h_distribution
    from assess.measures.compatibility import compatibility
    from assess.measures.graded.bpref10 import bpref10
    from assess.measures.graded.cdf import cumulative_distribution
    from assess.measures.graded.coverage_ratio import coverage_ratio
    from assess.measures.graded.dcg import dcg, gain_vector, ideal_gain_vector, normalized_mean
    from assess.measures.graded.e_measure import e_measure
    from assess.measures.graded.f_measure import f_measure
    from assess.measures.graded.histogram import precision_histogram
    from assess.measures.graded.novelty_ratio import novelty_ratio
    from assess.measures.graded.precision_recall import interpolated_precision, precision_recall_points
    from assess.measures.graded.recall_effort import recall_effort
    from assess.measures.graded.relative_recall import relative_recall
    from assess.measures.pages.answers import fold_answer, majority
    from assess.measures.pages.grid_pgc import grid_pgc
    from assess.measures.pages.layout import as_page
    from assess.measures.pages.outcomes import Outcomes
    from assess.measures.pages.paired_score import paired_score
    from assess.measures.pages.pb import bad_cases, pb
    from assess.measures.pages.pmr import pmr
    from assess.measures.pages.pwp import pwp
    from assess.measures.pages.wr import wr
    from assess.measures.pgc import pgc, pgc_of_ranks
    from assess.measures.preference.appref import appref
    from assess.measures.preference.delta import delta_gains
    from assess.measures.preference.delta_err import delta_err
    from assess.measures.preference.delta_ndcg import delta_ndcg
    from assess.measures.preference.nwpref import nwpref
    from assess.measures.preference.ppref import ppref
    from assess.measures.preference.prefs_avgjg import prefs_avgjg
    from assess.measures.preference.prefs_pair import prefs_pair
    from assess.measures.preference.prefs_simp import prefs_simp
    from assess.measures.preference.rpref import rpref
    from assess.measures.preference.wpref import wpref
    from assess.measures.rbo import nrbo, rbo
    from assess.scoring import score_files, score_runs
    from assess.stats.comparison.against_baseline import compare_runs
    from assess.stats.comparison.mean_intervals import mean_intervals
    from assess.stats.strengths.fitting import fit_strengths

__all__ = [
    "Outcomes",
    "PreferenceGraph",
    "appref",
    "as_page",
    "bad_cases",
    "bpref10",
    "browsing_moments",
    "compare_p_at_h",
    "compare_runs",
    "compatibility",
    "coverage_ratio",
    "cumulative_distribution",
    "dcg",
    "delta_err",
    "delta_gains",
    "delta_ndcg",
    "e_measure",
    "f_measure",
    "fit_strengths",
    "fold_answer",
    "gain_vector",
    "grid_pgc",
    "ideal_gain_vector",
    "interpolated_precision",
    "majority",
    "mean_intervals",
    "normalized_mean",
    "novelty_ratio",
    "nrbo",
    "nwpref",
    "p_at_h",
    "p_at_h_distribution",
    "paired_score",
    "pb",
    "pgc",
    "pgc_of_ranks",
    "pmr",
    "ppref",
    "precision_histogram",
    "precision_recall_points",
    "prefs_avgjg",
    "prefs_pair",
    "prefs_simp",
    "pwp",
    "rbo",
    "recall_effort",
    "relative_recall",
    "rpref",
    "score_files",
    "score_runs",
    "wpref",
    "wr",
]
__version__: str

# Name -> the module that defines it. Modules are imported on first use, which keeps the command line quick.
_MODULES = {
    "Outcomes": "assess.measures.pages.outcomes",
    "PreferenceGraph": "assess.graph",
    "appref": "assess.measures.preference.appref",
    "as_page": "assess.measures.pages.layout",
    "bad_cases": "assess.measures.pages.pb",
    "bpref10": "assess.measures.graded.bpref10",
    "browsing_moments": "assess.measures.browsing.moments",
    "compare_p_at_h": "assess.measures.browsing.orders",
    "compare_runs": "assess.stats.comparison.against_baseline",
    "compatibility": "assess.measures.compatibility",
    "coverage_ratio": "assess.measures.graded.coverage_ratio",
    "cumulative_distribution": "assess.measures.graded.cdf",
    "dcg": "assess.measures.graded.dcg",
    "delta_err": "assess.measures.preference.delta_err",
    "delta_gains": "assess.measures.preference.delta",
    "delta_ndcg": "assess.measures.preference.delta_ndcg",
    "e_measure": "assess.measures.graded.e_measure",
    "f_measure": "assess.measures.graded.f_measure",
    "fit_strengths": "assess.stats.strengths.fitting",
    "fold_answer": "assess.measures.pages.answers",
    "gain_vector": "assess.measures.graded.dcg",
    "grid_pgc": "assess.measures.pages.grid_pgc",
    "ideal_gain_vector": "assess.measures.graded.dcg",
    "interpolated_precision": "assess.measures.graded.precision_recall",
    "majority": "assess.measures.pages.answers",
    "mean_intervals": "assess.stats.comparison.mean_intervals",
    "normalized_mean": "assess.measures.graded.dcg",
    "novelty_ratio": "assess.measures.graded.novelty_ratio",
    "nrbo": "assess.measures.rbo",
    "nwpref": "assess.measures.preference.nwpref",
    "p_at_h": "assess.measures.browsing.p_at_h",
    "p_at_h_distribution": "assess.measures.browsing.p_at_h_distribution",
    "paired_score": "assess.measures.pages.paired_score",
    "pb": "assess.measures.pages.pb",
    "pgc": "assess.measures.pgc",
    "pgc_of_ranks": "assess.measures.pgc",
    "pmr": "assess.measures.pages.pmr",
    "ppref": "assess.measures.preference.ppref",
    "precision_histogram": "assess.measures.graded.histogram",
    "precision_recall_points": "assess.measures.graded.precision_recall",
    "prefs_avgjg": "assess.measures.preference.prefs_avgjg",
    "prefs_pair": "assess.measures.preference.prefs_pair",
    "prefs_simp": "assess.measures.preference.prefs_simp",
    "pwp": "assess.measures.pages.pwp",
    "rbo": "assess.measures.rbo",
    "recall_effort": "assess.measures.graded.recall_effort",
    "relative_recall": "assess.measures.graded.relative_recall",
    "rpref": "assess.measures.preference.rpref",
    "score_files": "assess.scoring",
    "score_runs": "assess.scoring",
    "wpref": "assess.measures.preference.wpref",
    "wr": "assess.measures.pages.wr",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version  # takes a quarter of the time of assess --help

        return version("assess")
    if name not in _MODULES:
        raise AttributeError(f"module 'assess' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])
