"""Remarks on scores, on standard error: what a reader of the table should know."""

from collections.abc import Sequence
from math import fsum

import click

from assess.formats.run_order import Order
from assess.scoring.scoring_plan import ScoringPlan
from assess.scoring.table import ScoredRun

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
