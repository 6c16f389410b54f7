"""Scores of runs, from files alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

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
from assess.scoring.scoring_plan import ScoringPlan, Values
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
def score(
    runs: Sequence[str],
    prefs: str | None,
    qrels: str | None,
    subtopics: str | None,
    grids: str | None,
    pairs: str | None,
    graph: Kind | None,
    measures: Sequence[str],
    normalized: bool,
    summary: bool,
    p: float,
    depth: int,
    order: Order,
    per_topic: bool,
    common: bool,
    intervals: bool,
    baseline: str | None,
    seed: int,
    style: str | None,
    processes: int | None,
    scheduler: str | None,
    picture: Picture | None,
) -> None:
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
    check_parameters(p, depth)
    measures = measures or ("pmr" if grids else "pgc",)
    if baseline and (intervals or per_topic):
        raise ParameterError(
            "found --compare with --intervals or --per-topic, expected it alone: it prints differences with intervals"
        )
    if [*runs, prefs, qrels, subtopics, grids, pairs].count(STANDARD) > 1:
        raise ParameterError("found - (standard input) more than once, expected it at most once")
    if grids or pairs:
        others: dict[str, object] = {"runs": runs, "--prefs": prefs, "--qrels": qrels, "--graph": graph}
        others |= {"--scheduler": scheduler, "--plot": picture, "--summary": summary, "--subtopics": subtopics}
        others |= {"--normalized": normalized}
        _refuse_with_grids(grids, pairs, [name for name, given in others.items() if given])
        judged, scored, left_out = _scored_grids(grids or "", pairs or "", measures, p, depth)
    else:
        preferences, ties = load(prefs, parse_preferences_and_ties) if prefs else (None, None)
        grades = load(qrels, parse_qrels) if qrels else None
        by_subtopic = load(subtopics, parse_subtopics) if subtopics else None
        if picture:
            picture.check(runs, grades, measures)
        wanted = [*(COUNTS if summary else ()), *(with_normalized(measures) if normalized else measures)]
        plan = make_plan(preferences, grades, wanted, graph, p, depth, ties, by_subtopic)
        judged, left_out = len(plan.topics_of_single_runs), plan.left_out
        scored = _scored(plan, runs, order, processes, scheduler)
        print_caution(plan)
        print_ceilings(plan)
    print_topics(judged, scored, left_out, common=common)
    print_ties(scored, order)
    scored = with_defined_measures(on_common_topics(scored) if common else scored)
    if baseline:
        text = _comparison(scored, baseline, seed, style or "tsv")
    else:
        table = rows(scored, per_topic=per_topic)
        text = STYLES[style or "tsv"](list(_with_intervals(scored, table, seed) if intervals else table))
    click.echo(text, nl=False)
    if picture:
        picture.draw(runs, grades, scored, order)


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


def _refuse_with_grids(grids: str | None, pairs: str | None, others: Sequence[str]) -> None:
    if not grids or not pairs:
        raise ParameterError(f"found --{'grids' if grids else 'pairs'} alone, expected --grids and --pairs together")
    if others:
        raise ParameterError(f"found {', '.join(others)} with --grids, expected image grids and pairs alone")


def _scored_grids(
    grids: str, pairs: str, measures: Sequence[str], p: float, depth: int
) -> tuple[int, list[ScoredRun], tuple[LeftOut, ...]]:
    """The number of judged queries, the engines with their scores, and what measures leave out."""
    from assess.scoring.page_scores import score_grids

    judged = load(pairs, parse_image_pairs)
    parsed = [parse_measure(text, p, depth) for text in measures]
    return len({pair.query for pair in judged}), *score_grids(load(grids, parse_grids), judged, parsed)
