"""Scores of pages that are given as grids, by the votes on pairs of images."""

from collections.abc import Iterable, Sequence
from math import isnan, nan

from assess.errors import ParameterError
from assess.formats.images import Grids, ImagePair
from assess.graph import Edge
from assess.measures.by_name import Measure, RankMeasure
from assess.measures.catalogue import MEASURES
from assess.measures.kinds import TopicJudgments
from assess.measures.pages.answers import Side, fold_answer, majority
from assess.measures.pages.parameters import Grid
from assess.scoring.image_grids import Pages, image_pages
from assess.scoring.left_out import LeftOut, left_out
from assess.scoring.opponents import opponents
from assess.scoring.reading import defined
from assess.scoring.scoring_plan import Values
from assess.scoring.table import ScoredRun


def score_grids(
    grids: Grids, pairs: Sequence[ImagePair], measures: Sequence[Measure]
) -> tuple[list[ScoredRun], tuple[LeftOut, ...]]:
    """The engines with their scores, and what measures leave out for all engines; a query is a topic.

    Measures that count pairs take the majority of the votes on each pair: the first of left, tie and right if several
    are equally frequent. Measures on a graph take every vote as a judgment.
    """
    pages = image_pages(grids, pairs)
    chosen = [_of_grids(measure) for measure in measures]
    topics = _by_query(pairs)
    judged = {need: _judgments(topics, by_vote=need == "graph") for need in {m.kind.needs for m in chosen}}
    found = {measure: _values(measure, pages, judged[measure.kind.needs]) for measure in dict.fromkeys(chosen)}
    queries = {measure.label: set().union(*of.values()) for measure, of in found.items()}
    without = [out for m in found for out in left_out([m], judged[m.kind.needs], queries)]
    counting = set().union(*(queries[measure.label] for measure in found if not measure.kind.of_two_runs))
    values = {engine: {m.label: of[engine] for m, of in found.items()} for engine in pages}
    return [_scored(engine, set(pages[engine]), set(topics), counting, values[engine]) for engine in pages], tuple(
        without
    )


def _of_grids(measure: Measure) -> RankMeasure:
    if isinstance(measure, RankMeasure) and measure.kind.of_grids:
        return measure
    known = ", ".join(name for name, kind in MEASURES.items() if kind.of_grids)
    raise ParameterError(f"found measure {measure.label!r} with grids, expected one of {known}")


def _by_query(pairs: Iterable[ImagePair]) -> dict[str, list[ImagePair]]:
    queries: dict[str, list[ImagePair]] = {}
    for pair in pairs:
        queries.setdefault(pair.query, []).append(pair)
    return {query: queries[query] for query in sorted(queries)}


def _judgments(queries: dict[str, list[ImagePair]], *, by_vote: bool) -> dict[str, TopicJudgments]:
    """The judgments of each query: every vote, or one for each pair."""
    return {query: _of_query(pairs, by_vote=by_vote) for query, pairs in queries.items()}


def _of_query(pairs: Iterable[ImagePair], *, by_vote: bool) -> TopicJudgments:
    edges: list[Edge] = []
    ties: list[Edge] = []
    for pair in pairs:
        sides: list[Side] = [fold_answer(vote) for vote in pair.votes] if by_vote else [majority(pair.votes)]
        for side in sides:
            edge = (pair.right, pair.left) if side == "right" else (pair.left, pair.right)
            (ties if side == "tie" else edges).append(edge)
    return TopicJudgments(edges, ties)


def _values(measure: RankMeasure, pages: Pages, judged: dict[str, TopicJudgments]) -> Values:
    """Engine to query to value; a measure of two pages has none for a query that one of the two engines lacks."""
    engines = list(pages)
    lacking = nan if measure.kind.of_two_runs else measure.kind.missing
    places = opponents(measure, engines) if measure.kind.of_two_runs else list(range(len(engines)))
    values: Values = {engine: {} for engine in engines}
    for query, judgments in judged.items():
        prepared = measure.prepare_grids(judgments)
        shown: list[Grid] = [pages[engine].get(query, []) for engine in engines]
        if prepared is not None:
            found = prepared.values_of_pages(shown, [shown[place] for place in places])
            for engine, place, value in zip(engines, places, found, strict=True):
                has_both = query in pages[engine] and query in pages[engines[place]]
                values[engine][query] = value if has_both else lacking
    return values


def _scored(engine: str, own: set[str], judged: set[str], counting: set[str], values: Values) -> ScoredRun:
    """The engine, given its own queries, the judged ones, and those that count for an engine that lacks them, too."""
    undefined = {label: tuple(q for q, value in of.items() if isnan(value)) for label, of in values.items()}
    return ScoredRun(
        engine,
        f"engine {engine!r}",
        {label: defined(of) for label, of in values.items()},
        tuple(sorted(counting - own)),
        tuple(sorted(own - judged)),
        undefined,
    )
