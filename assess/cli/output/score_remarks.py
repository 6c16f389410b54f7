"""Remarks on scores, on standard error: what a reader of the table should know."""

from collections.abc import Sequence

import click

from assess.formats.run_order import Order
from assess.scoring.scoring_plan import ScoringPlan
from assess.scoring.table import ScoredRun


def print_caution(plan: ScoringPlan) -> None:
    """Say if scores reward runs for items that are not relevant."""
    if plan.caution:
        click.echo(plan.caution, err=True)


def print_ties(scored: Sequence[ScoredRun], order: Order) -> None:
    """Say how equal scores are ordered, if trec_eval would order them differently."""
    if order == "score" and (tied := [run for run in scored if run.ties]):
        ties = f"{sum(run.ties for run in tied):,} equal scores in {len(tied):,} of {len(scored):,} runs"
        click.echo(f"{ties} are ordered by docno; --order trec_eval does it as trec_eval", err=True)
