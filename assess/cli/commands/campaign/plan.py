"""Plan: judgments, HITs, hours and cost to expect; or what a budget buys."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
from click.core import ParameterSource
from sqlalchemy.orm import Session

from assess.assignments.weighing import Screening
from assess.campaign.judging.topic_state import grades_or_plain, is_plain
from assess.campaign.settings import settings_of
from assess.cli.options.assessors import crowd_options
from assess.cli.options.database import database_option, opened
from assess.cli.options.jobs import jobs_option, seeds_option
from assess.cli.options.many_values import ManyValues
from assess.cli.options.pay import pay_options
from assess.cli.options.seed import seed_option
from assess.cli.options.tournament import screening_option, strategy_option, tournament_parameters
from assess.cli.output.plan import (
    grading_as_text,
    grading_record,
    offer_as_json,
    offer_as_text,
    plan_as_json,
    plan_as_text,
)
from assess.cli.output.progress import with_progress
from assess.database.engine import reading
from assess.errors import ConflictError, StoreError, UnknownNameError
from assess.files import STANDARD, load
from assess.formats.qrels import parse_qrels
from assess.formats.runs import Run, parse_run
from assess.pay import Pay, parse_money
from assess.simulation.assessors import SimulatedCrowd
from assess.simulation.grading_plan import GradingPlan
from assess.simulation.plan import plan_of, search, variants
from assess.simulation.power import DEVIATION, estimate_power
from assess.simulation.processes import run_trials
from assess.simulation.systems import Rankings
from assess.simulation.trial import Collection, Setup, number_of_trials, trial_seeds
from assess.store.campaigns import campaign_named
from assess.store.items import count_without_imported_grade
from assess.store.runs import runs_of
from assess.store.tables import Campaign
from assess.tournament import ONLY_FREE, Parameters

# A budget compares up to 18 choices closely: each is simulated this many times less often than a single plan.
SPARED = 3
NUMBERS = ("k", "few", "per_item", "votes", "final_votes", "floor", "overlap", "overlap_votes", *ONLY_FREE)


@click.command(cls=ManyValues)
@click.argument("source", metavar="QRELS|CAMPAIGN")
@click.option(
    "--budget", metavar="DOLLARS", help="Show which k, F, P and votes fit (topk: k and effort); those given stay fixed."
)
@tournament_parameters()
@strategy_option
@screening_option
@pay_options
@click.option("--wage", metavar="DOLLARS", default="12.00", show_default=True, help="Hourly wage you want to pay.")
@crowd_options(many=False)
@click.option(
    "--graders",
    type=click.IntRange(1),
    help="Count the grading too: people who grade each item.  [default: the campaign's, if it collects grades]",
)
@click.option("--runs", multiple=True, metavar="FILE...", help="TREC runs, for the power.  [default: the campaign's]")
@click.option(
    "--deviation",
    type=click.FloatRange(0),
    help=f"Of the difference in PGC between systems over topics.  [default: by the runs, or {DEVIATION} as in CAsT]",
)
@seeds_option
@seed_option
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_option
@click.pass_context
def plan(
    context: click.Context,
    source: str,
    budget: str | None,
    parameters: Parameters,
    strategy: str,
    screening: Screening | None,
    pay: Pay,
    wage: str,
    crowds: Mapping[str, SimulatedCrowd],
    spread: float,
    graders: int | None,
    runs: Sequence[str],
    deviation: float | None,
    seeds: int | None,
    seed: int,
    jobs: int,
    as_json: bool,
    database: str,
) -> None:
    """Show what a campaign will take, by simulation.

    For a file of grades, or for a campaign with its own parameters, unless others are given. A campaign that has
    no grades yet, and collects them, is told what the grading takes.

    \b
    Example:
        assess plan cast2019.qrels --reward 2.60
        assess plan cast2019.qrels --budget 4000
        assess plan cast2019.qrels --overlap 0.2 --graders 2
    """
    [(assessors, crowd)] = crowds.items()
    given = {
        name
        for name in (*NUMBERS, "strategy", "screening")
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE
    }
    read, setup = _read(source, Setup(strategy, parameters, crowd, pay, spread, screening or "paper"), given, database)
    grading = _grading_plan(source, read, graders, pay, database)
    if not read.grades:
        click.echo(_grading_alone(source, grading, as_json=as_json), nl=False)
        return
    collection = Collection(read.grades)
    run = partial(run_trials, collection, jobs=jobs, show=with_progress)
    number = seeds or number_of_trials(collection, setup.parameters.k)
    if budget is None:
        [trials] = run([setup], trial_seeds(seed, number))
        compared = _rankings([load(path, parse_run) for path in runs]) if runs else read.rankings
        power = estimate_power(replace(collection, rankings=compared), setup, seed, deviation)
        made = replace(plan_of(collection, setup, trials, power), grading=grading)
        shown = plan_as_json(made, assessors) if as_json else plan_as_text(made, assessors, parse_money(wage))
        click.echo(shown, nl=False)
    else:
        limit = parse_money(budget)
        offer = search(collection, _variants(setup, given), limit, trial_seeds(seed, seeds or number // SPARED), run)
        click.echo(offer_as_json(offer) if as_json else offer_as_text(offer, assessors, limit), nl=False)
        context.exit(0 if offer.choices else 1)


def _read(source: str, setup: Setup, given: set[str], database: str) -> tuple[Collection, Setup]:
    """The grades of the file, or the grades and runs of the campaign with its parameters where none were given."""
    if _is_file(source):
        return Collection(load(source, parse_qrels)), setup
    try:
        with opened(database) as engine, reading(engine) as session:
            campaign = campaign_named(session, source)
            rankings = _rankings(runs_of(session, campaign.id))
            return Collection(_grades(session, campaign), rankings), _setup(campaign, setup, given)
    except (StoreError, UnknownNameError) as error:
        raise UnknownNameError(f"found no file {source}; {error}") from error


def _is_file(source: str) -> bool:
    return source == STANDARD or Path(source).exists()


def _rankings(runs: Sequence[Run]) -> Rankings:
    return {run.name: {topic: ranking.docnos for topic, ranking in run.rankings.items()} for run in runs}


def _grades(session: Session, campaign: Campaign) -> dict[str, dict[str, int | float]]:
    grades = grades_or_plain(session, campaign)
    if not grades and not settings_of(campaign).grading:
        raise ConflictError(f"campaign {campaign.name!r} has no grades yet: a plan needs them to know the candidates")
    if is_plain(session, campaign):
        told = "planned as a plain comparison, in which all items are candidates"
        click.echo(f"{campaign.name} has no grades: {told}", err=True)
    return grades


def _grading_plan(source: str, read: Collection, graders: int | None, pay: Pay, database: str) -> GradingPlan | None:
    """What grading takes: of all items of a file, of the items of a campaign that have no imported grade."""
    if _is_file(source):
        items = sum(map(len, read.grades.values()))
        return GradingPlan(items, graders, pay.seconds) if graders else None
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, source)
        settings = settings_of(campaign)
        wanted = graders or (settings.graders if settings.grading else None)
        return GradingPlan(count_without_imported_grade(session, campaign.id), wanted, pay.seconds) if wanted else None


def _grading_alone(name: str, grading: GradingPlan | None, *, as_json: bool) -> str:
    """The plan of a campaign that waits for its grades."""
    assert grading is not None  # a campaign without grades that collects none is refused or plain
    if as_json:
        return json.dumps({"grading": grading_record(grading)}, indent=1) + "\n"
    return (
        f"grading     {grading_as_text(grading)}\n"
        f"judgments   depend on the grades: assess plan {name} again when the items are graded\n"
    )


def _setup(campaign: Campaign, setup: Setup, given: set[str]) -> Setup:
    numbers = {name: getattr(setup.parameters, name) for name in given.intersection(NUMBERS)}
    settings = settings_of(campaign)
    strategy = setup.strategy if "strategy" in given else settings.strategy
    screening = setup.screening if "screening" in given else settings.screening
    parameters = replace(settings.parameters, **numbers)
    return replace(setup, parameters=parameters, strategy=strategy, screening=screening)


def _variants(setup: Setup, given: set[str]) -> list[Setup]:
    found = variants(setup, given)
    if not found:
        raise ConflictError("found no k < P < F with what is given; leave one of k, F and P open")
    return found
