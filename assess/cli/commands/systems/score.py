"""Scores of runs, from files alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from assess.cli.options.picture import picture_options
from assess.cli.options.seed import seed_option
from assess.cli.options.style import style_options
from assess.cli.output.progress import with_progress
from assess.cli.output.score_pictures import Picture
from assess.cli.output.score_remarks import print_caution, print_ceilings, print_ties, print_topics
from assess.cli.output.score_rows import STYLES, IntervalRow, with_intervals
from assess.errors import ParameterError
from assess.files import STANDARD, load
from assess.formats.images import parse_grids, parse_image_pairs
from assess.formats.preferences import parse_preferences_and_ties
from assess.formats.qrels import parse_qrels, parse_subtopics
from assess.formats.run_order import ORDERS, Order
from assess.graph.building import KINDS, Kind
from assess.measures.by_name import COUNTS, parse_measure, with_normalized
from assess.measures.rbo import DEPTH, P, check_parameters
from assess.scoring import make_plan, scored_files
from assess.scoring.left_out import LeftOut, named
from assess.scoring.processes import map_files
from assess.scoring.reading import read_file
from assess.scoring.scoring_plan import Qrels, ScoringPlan, Values
from assess.scoring.table import ScoredRun, ScoreRow, names, on_common_topics, rows, with_defined_measures


@click.command()
@click.argument("runs", metavar="[RUN...]", nargs=-1)
@click.option("--prefs", help="Preferences: topic winner loser, or topic a b preferred.")
@click.option("--qrels", help="Grades or levels: TREC qrels.")
@click.option("--subtopics", help="Grades for diversity measures: topic subtopic docno grade.")
@click.option("--grids", help="Image grids instead of runs: JSON, query to engine to number to place.")
@click.option("--pairs", help="Pairs of images with their votes: query, left,right and votes, with tabs.")
@click.option("--graph", type=click.Choice(KINDS), help="What PGC rests on.  [default: all the judgments given]")
@click.option("-m", "--measure", "measures", multiple=True, help="May be repeated.  [default: pgc; with --grids: pmr]")
@click.option("--normalized", is_flag=True, help="Show pgc with normalize=true, too: 1 is a perfect run.")
@click.option("--summary", is_flag=True, help="Begin with the numbers of topics and items, as trec_eval does.")
@click.option(
    "-p",
    default=P,
    show_default=True,
    help="Persistence, the chance of looking at the next item: of pgc, compat and grid_pgc only.",
)
@click.option(
    "--depth",
    default=DEPTH,
    show_default=True,
    help="Ranks beyond it are not looked at: by pgc, compat, pmr, wr, pb, pwp and grid_pgc only.",
)
@click.option(
    "--order",
    type=click.Choice(ORDERS),
    default="score",
    show_default=True,
    help="What orders a run, for all measures: its scores, equal ones by docno (trec_eval: descending), or its ranks.",
)
@click.option("-q", "--per-topic", is_flag=True, help="Print the value of each topic, too.")
@click.option("--common", is_flag=True, help="Take only topics for which all runs have a value, by measure.")
@click.option("--intervals", is_flag=True, help="Add the ends of the 95 % interval of each mean.")
@click.option("--compare", "baseline", metavar="RUN", help="Print the differences of the other runs to this one.")
@seed_option
@style_options("Print a JSON list.", "Print comma-separated values.")
@click.option("-j", "--processes", type=click.IntRange(min=1), help="Processes to use.  [default: one a core]")
@click.option("--scheduler", metavar="URL", help="Spread topics over the Dask cluster of this scheduler.")
@picture_options
def score(**options: Any) -> None:
    """Score runs by preferences, by grades, or by both.

    Measures are those that "assess measures" lists, with parameters as in "pgc(p=0.8,normalize=true)", and all
    of ir_measures: nDCG@10, AP, RR, ...

    Prints run, topic, measure and value, the mean over topics as topic "all" (of counts such as NumRet the sum). A
    judged topic that a run lacks scores 0. A topic for which a measure is not defined is left out; --common leaves it
    out for all runs. Measures such as wr compare two runs; with more, name one of them: "wr(against=TAG)". Image grids
    take the place of runs, and engines are named as in the pairs. Files may be gzip; - is standard input.

    Intervals are over topics: where the mean over all topics of this kind would be. A comparison has intervals, the
    paired t-test, the randomization test, effect sizes, and the smallest difference that could be detected.

    \b
    Example:
        assess score --prefs crowd.pref --qrels grades.qrels -p 0.8 \\
            --measure pgc --measure compat --measure nDCG@10 runs/*.run.gz
        assess score --prefs crowd.pref --compare bm25 runs/*.run.gz
        assess score --grids positions.json --pairs pairs.tsv -m wr -m pwp
    """
    asked = _Request(**options)
    asked.check()
    evaluated = _evaluated_grids(asked) if asked.grids or asked.pairs else _evaluated_runs(asked)
    print_topics(evaluated.judged, evaluated.scored, evaluated.left_out, common=asked.common)
    print_ties(evaluated.scored, asked.order)
    scored = with_defined_measures(on_common_topics(evaluated.scored) if asked.common else evaluated.scored)
    click.echo(_table(asked, scored), nl=False)
    if asked.picture:
        asked.picture.draw(asked.runs, evaluated.grades, scored, asked.order)


@dataclass(frozen=True, kw_only=True)
class _Request:
    """The options of the command; the help says what each means."""

    runs: Sequence[str]
    prefs: str | None
    qrels: str | None
    subtopics: str | None
    grids: str | None
    pairs: str | None
    graph: Kind | None
    measures: Sequence[str]
    normalized: bool
    summary: bool
    p: float
    depth: int
    order: Order
    per_topic: bool
    common: bool
    intervals: bool
    baseline: str | None
    seed: int
    style: str | None
    processes: int | None
    scheduler: str | None
    picture: Picture | None

    def check(self) -> None:
        """Refuse options that do not go together, before any work."""
        check_parameters(self.p, self.depth)
        if self.baseline and (self.intervals or self.per_topic):
            raise ParameterError(
                "found --compare with --intervals or --per-topic, expected it alone: "
                "it prints differences with intervals"
            )
        files = [*self.runs, self.prefs, self.qrels, self.subtopics, self.grids, self.pairs]
        if files.count(STANDARD) > 1:
            raise ParameterError("found - (standard input) more than once, expected it at most once")
        if self.grids or self.pairs:
            self._check_grids()

    def _check_grids(self) -> None:
        if not self.grids or not self.pairs:
            alone = "grids" if self.grids else "pairs"
            raise ParameterError(f"found --{alone} alone, expected --grids and --pairs together")
        others: dict[str, object] = {"runs": self.runs, "--prefs": self.prefs, "--qrels": self.qrels}
        others |= {"--graph": self.graph, "--scheduler": self.scheduler, "--plot": self.picture}
        others |= {"--summary": self.summary, "--subtopics": self.subtopics, "--normalized": self.normalized}
        if given := [name for name, value in others.items() if value]:
            raise ParameterError(f"found {', '.join(given)} with --grids, expected image grids and pairs alone")


@dataclass(frozen=True)
class _Evaluated:
    """How many topics are judged, the scored runs, what measures leave out, and the grades, if there are any."""

    judged: int
    scored: list[ScoredRun]
    left_out: tuple[LeftOut, ...]
    grades: Qrels | None = None


def _evaluated_runs(asked: _Request) -> _Evaluated:
    """Score the runs; say on standard error what a reader of the scores should know."""
    preferences, ties = load(asked.prefs, parse_preferences_and_ties) if asked.prefs else (None, None)
    grades = load(asked.qrels, parse_qrels) if asked.qrels else None
    by_subtopic = load(asked.subtopics, parse_subtopics) if asked.subtopics else None
    measures = asked.measures or ("pgc",)
    if asked.picture:
        asked.picture.check(asked.runs, grades, measures)
    wanted = [*(COUNTS if asked.summary else ()), *(with_normalized(measures) if asked.normalized else measures)]
    plan = make_plan(preferences, grades, wanted, asked.graph, asked.p, asked.depth, ties, by_subtopic)
    scored = _scored(plan, asked.runs, asked.order, asked.processes, asked.scheduler)
    print_caution(plan)
    print_ceilings(plan)
    return _Evaluated(len(plan.topics_of_single_runs), scored, plan.left_out, grades)


def _evaluated_grids(asked: _Request) -> _Evaluated:
    """Score the engines of image grids; a query is judged by its pairs of images."""
    from assess.scoring.page_scores import score_grids

    judged = load(asked.pairs or "", parse_image_pairs)
    parsed = [parse_measure(text, asked.p, asked.depth) for text in asked.measures or ("pmr",)]
    scored, left_out = score_grids(load(asked.grids or "", parse_grids), judged, parsed)
    return _Evaluated(len({pair.query for pair in judged}), scored, left_out)


def _table(asked: _Request, scored: Sequence[ScoredRun]) -> str:
    style = asked.style or "tsv"
    if asked.baseline:
        return _comparison(scored, asked.baseline, asked.seed, style)
    table = rows(scored, per_topic=asked.per_topic)
    return STYLES[style](list(_with_intervals(scored, table, asked.seed) if asked.intervals else table))


def _scored(
    plan: ScoringPlan, runs: Sequence[str], order: Order, processes: int | None, scheduler: str | None
) -> list[ScoredRun]:
    if not runs:
        raise ParameterError("found no run, expected run files, or image grids with --grids and --pairs")
    if not scheduler:
        return list(with_progress("Scoring", scored_files(plan, runs, order, processes), len(runs)))
    from assess.scoring.cluster import score_on_cluster

    readings = list(with_progress("Reading", map_files(read_file, plan, runs, order, processes), len(runs)))
    return score_on_cluster(scheduler, plan, readings)


def _comparison(scored: Sequence[ScoredRun], baseline: str, seed: int, style: str) -> str:
    """The runs against the baseline; says on standard error which topics are left out."""
    from assess.cli.output.baseline_table import COMPARISON_STYLES  # SciPy's statistics take a while to import
    from assess.stats.comparison.against_baseline import compare_runs

    compared = list(compare_runs(_values(scored), baseline, seed=seed).values())
    for found in compared:
        if found.left_out:
            count = f"{len(found.left_out):,} without a value for some run{named(found.left_out)}"
            click.echo(f"{found.measure} leaves out topics: {count}", err=True)
    return COMPARISON_STYLES[style](compared)


def _with_intervals(scored: Sequence[ScoredRun], table: Iterable[ScoreRow], seed: int) -> Iterator[IntervalRow]:
    """The rows with intervals of the means; says on standard error where there is none."""
    from assess.stats.comparison.mean_intervals import mean_intervals

    values = _values(scored)
    found = mean_intervals(values, seed=seed)
    for run, means in found.items():
        for measure in (measure for measure, mean in means.items() if mean.low is None):
            reason = "there is one topic" if len(values[run][measure]) == 1 else "all topics have the same value"
            click.echo(f"{run}: the interval of {measure} is not defined because {reason}", err=True)
    return with_intervals(table, found)


def _values(scored: Sequence[ScoredRun]) -> Mapping[str, Values]:
    return {name: run.values for name, run in zip(names(scored), scored, strict=True)}
