"""Remarks on scores, on standard error: what a reader of the table should know."""

from collections.abc import Iterable, Sequence
from math import fsum

import click

from assess.formats.run_order import Order
from assess.scoring.left_out import LeftOut, named
from assess.scoring.scoring_plan import ScoringPlan
from assess.scoring.table import ScoredRun, common_topics, names

# A perfect run that scores this or more needs no remark.
NEARLY_ONE = 0.99


def print_caution(plan: ScoringPlan) -> None:
    """Say if scores reward runs for items that are not relevant."""
    if plan.caution:
        click.echo(plan.caution, err=True)


def print_ceilings(plan: ScoringPlan) -> None:
    """Say what a perfect run scores, for measures that are not normalized and not beside their normalized form."""
    labels = {measure.label for measure in plan.measures}
    beside = {measure.label for measure in plan.rank_measures if measure.normalized in labels}
    for label, ceilings in plan.ceilings.items():
        if label not in beside and min(ceilings) < NEARLY_ONE:
            click.echo(f"{label}: a perfect run would score {_range(ceilings)}; --normalized divides by it", err=True)


def _range(values: Sequence[float]) -> str:
    mean, lowest, highest = fsum(values) / len(values), min(values), max(values)
    return f"{mean:.3f}" + (f" ({lowest:.3f} to {highest:.3f}, by topic)" if lowest < highest else "")


def print_ties(scored: Sequence[ScoredRun], order: Order) -> None:
    """Say how equal scores are ordered, if trec_eval would order them differently."""
    if order == "score" and (tied := [run for run in scored if run.ties]):
        ties = f"{sum(run.ties for run in tied):,} equal scores in {len(tied):,} of {len(scored):,} runs"
        click.echo(f"{ties} are ordered by docno; --order trec_eval does it as trec_eval", err=True)


def print_topics(judged: int, scored: Sequence[ScoredRun], left_out: Iterable[LeftOut], *, common: bool) -> None:
    """Say which topics count 0 or do not count: for a run, for a measure, for both."""
    for without in left_out:
        click.echo(str(without), err=True)
    for name, run in zip(names(scored), scored, strict=True):
        if run.missing:
            click.echo(f"{name}: lacks {len(run.missing):,} of {judged:,} judged topics, which score 0", err=True)
        for label, topics in run.undefined.items():
            if topics:
                count = f"{len(topics):,} of {len(topics) + len(run.values[label]):,} topics"
                click.echo(f"{name}: {label} leaves out {count}, where it is not defined{named(topics)}", err=True)
    _print_differences(scored, common=common)
    if unjudged := sorted({topic for run in scored for topic in run.unjudged}):
        count = f"{len(unjudged):,} topics" if len(unjudged) > 1 else "1 topic"
        click.echo(f"Left out: {count} without judgments for these measures{named(unjudged)}", err=True)


def _print_differences(scored: Sequence[ScoredRun], *, common: bool) -> None:
    """Say which means of runs are over different topics, or what is left if they are not."""
    for label in scored[0].values if scored else ():
        topics = common_topics(label, scored)
        known = {topic for run in scored for topic in run.values[label]}
        if topics == known:
            continue
        if not common:
            told = "the means are over different topics; --common takes those that all runs have"
        else:
            told = f"all runs have a value for {len(topics):,} of {len(known):,} topics; only these count"
        click.echo(f"{label}: {told}", err=True)
