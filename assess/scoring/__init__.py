"""From judgments and runs to a table of scores: many runs, many topics, several measures.

The public functions are ``score_runs`` and ``score_files``. Read in this order:

1. ``scoring_plan``: each measure, prepared for the judgments of each topic;
2. ``reading``: what a plan needs from a run;
3. ``table``: the scores of all runs and their means;
4. ``by_topic``: score all runs topic by topic; ``opponents``: measures of a run against another;
5. ``image_grids``, ``page_scores``: scores of image grids;
6. ``curves``, ``p_at_h_curves``: the data of figures;
7. ``processes``, ``cluster``: the same work on all cores, or on a Dask cluster.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike

from assess import files
from assess.errors import ParameterError
from assess.formats.run_order import Order
from assess.graph.building import Kind
from assess.measures.by_name import parse_measure
from assess.measures.rbo import DEPTH, P
from assess.scoring.by_topic import score_by_topic
from assess.scoring.processes import map_files, score_file
from assess.scoring.reading import Ranking, read_file, read_rankings
from assess.scoring.scoring_plan import Judgments, Preferences, Qrels, ScoringPlan, Subtopics
from assess.scoring.table import ScoredRun, names

_EXPECTED = {
    "paths": "a list of files",
    "measures": "a list of names",
    "preferences": "what assess.files.load(file, assess.formats.preferences.parse_preferences) returns",
    "ties": "a mapping of topic to pairs of docnos",
    "qrels": "what assess.files.load(file, assess.formats.qrels.parse_qrels) returns",
    "subtopics": "what assess.files.load(file, assess.formats.qrels.parse_subtopics) returns",
}

Scores = dict[str, dict[str, dict[str, float]]]  # run -> measure -> topic -> value


def score_runs(
    runs: Mapping[str, Mapping[str, Ranking]],
    preferences: Preferences | None = None,
    qrels: Qrels | None = None,
    *,
    ties: Preferences | None = None,
    subtopics: Subtopics | None = None,
    measures: Sequence[str] = ("pgc",),
    graph: Kind | None = None,
    p: float = P,
    depth: int = DEPTH,
    order: Order = "score",
) -> Scores:
    """Return run to measure to topic to value.

    Parameters
    ----------
    runs : mapping of name to topic to ranking
        A ranking is a sequence of docnos, best first, or a mapping of docno to score.
    preferences : mapping of topic to (winner, loser) pairs, optional
        One pair for each judgment.
    qrels : mapping of topic to docno to grade, optional
        At least one of preferences and qrels is needed.
    ties : mapping of topic to pairs of docnos, optional
        The pairs that were judged equal. Only measures that count pairs use them.
    subtopics : mapping of topic to subtopic to docno to grade, optional
        The grades for diversity measures such as ``alpha_nDCG@10``.
    measures : sequence of str
        Names that ``assess measures`` lists, with parameters as in ``pgc(p=0.8)``, and measures of ir_measures such as
        ``nDCG@10``.
    graph : {"real", "derived", "combined"}, optional
        Measures on a graph use the preferences, the grades, or both. By default everything that is given.
    p, depth : float, int
        Persistence and depth of the rank-biased overlap of ``pgc`` and ``compat``.
    order : {"score", "trec_eval"}
        The order of items with equal scores, the same for all measures: by docno, ascending; or descending, as
        trec_eval does.

    Notes
    -----
    Measures of a run against another, such as ``wr``, need two runs, or the name of the opponent: ``wr(against=NAME)``.
    A judged topic that is not in a run scores 0. A topic for which a measure is not defined is left out. The mean is
    ``statistics.fmean(scores[run][measure].values())``. There is a warning if PGC rests on grades that are mostly 0:
    it rewards runs for these items, too, and ``pgc(positive=true)`` does not.

    Examples
    --------
    >>> preferences = {"t1": [("d1", "d2"), ("d1", "d3"), ("d3", "d2")]}
    >>> scores = score_runs({"mine": {"t1": ["d3", "d1", "d9"]}}, preferences, p=0.9)
    >>> round(scores["mine"]["pgc"]["t1"], 6)
    0.311686
    """
    plan = make_plan(preferences, qrels, measures, graph, p, depth, ties, subtopics)
    _warn(plan)
    readings = [read_rankings(plan, name, rankings, order) for name, rankings in runs.items()]
    return {name: run.values for name, run in zip(runs, score_by_topic(plan, readings), strict=True)}


def score_files(
    paths: Sequence[files.AnyPath],
    preferences: Preferences | None = None,
    qrels: Qrels | None = None,
    *,
    ties: Preferences | None = None,
    subtopics: Subtopics | None = None,
    measures: Sequence[str] = ("pgc",),
    graph: Kind | None = None,
    p: float = P,
    depth: int = DEPTH,
    order: Order = "score",
    processes: int | None = None,
) -> Scores:
    """Return the scores of run files, like ``score_runs``; files are read on all cores.

    A run is named by its tag, or by its file if several runs have the same tag. ``order="rank"`` sorts items by the
    ranks in the files instead of the scores, ``order="trec_eval"`` orders equal scores as trec_eval does.
    """
    _refuse_names(paths=paths)
    plan = make_plan(preferences, qrels, measures, graph, p, depth, ties, subtopics)
    _warn(plan)
    scored = list(scored_files(plan, paths, order, processes))
    return {name: run.values for name, run in zip(names(scored), scored, strict=True)}


def _warn(plan: ScoringPlan) -> None:
    """Pass the plan's caution on to the caller of the library."""
    if plan.caution:
        warnings.warn(plan.caution, stacklevel=3)


def _refuse_names(**given: object) -> None:
    """Refuse the name of a file, or one text, where its contents or a list are expected."""
    for argument, value in given.items():
        if isinstance(value, str | PathLike):
            raise ParameterError(f"found {argument} = {str(value)!r}, expected {_EXPECTED[argument]}")


def scored_files(
    plan: ScoringPlan, paths: Sequence[files.AnyPath], order: Order = "score", processes: int | None = None
) -> Iterator[ScoredRun]:
    """The runs in these files with their scores, in the order of the paths."""
    if plan.is_run_by_run:
        yield from map_files(score_file, plan, paths, order, processes)
    else:
        yield from score_by_topic(plan, list(map_files(read_file, plan, paths, order, processes)))


def make_plan(
    preferences: Preferences | None,
    qrels: Qrels | None,
    measures: Sequence[str],
    graph: Kind | None = None,
    p: float = P,
    depth: int = DEPTH,
    ties: Preferences | None = None,
    subtopics: Subtopics | None = None,
) -> ScoringPlan:
    """Prepare the measures for the judgments of every topic."""
    _refuse_names(preferences=preferences, qrels=qrels, ties=ties, subtopics=subtopics, measures=measures)
    judgments = Judgments.of(preferences, qrels, graph, ties, subtopics)
    return ScoringPlan(judgments, [parse_measure(text, p, depth) for text in measures])
