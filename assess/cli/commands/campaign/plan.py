"""Plan: judgments, HITs, hours and cost to expect; or what a budget buys."""

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
from assess.cli.output.plan import offer_as_json, offer_as_text, plan_as_json, plan_as_text
from assess.cli.output.progress import with_progress
from assess.database.engine import reading
from assess.errors import ConflictError, StoreError, UnknownNameError
from assess.files import STANDARD, load
from assess.formats.qrels import parse_qrels
from assess.formats.runs import Run, parse_run
from assess.pay import Pay, parse_money
from assess.simulation.assessors import SimulatedCrowd
from assess.simulation.plan import plan_of, search, variants
from assess.simulation.power import DEVIATION, estimate_power
from assess.simulation.processes import run_trials
from assess.simulation.systems import Rankings
from assess.simulation.trial import Collection, Setup, number_of_trials, trial_seeds
from assess.store.campaigns import campaign_named
from assess.store.runs import runs_of
from assess.store.tables import Campaign
from assess.tournament import ONLY_FREE, Parameters

# A budget compares up to 18 choices closely: each is simulated this many times less often than a single plan.
SPARED = 3
NUMBERS = ("k", "few", "per_item", "votes", "final_votes", "floor", *ONLY_FREE)


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
    runs: Sequence[str],
    deviation: float | None,
    seeds: int | None,
    seed: int,
    jobs: int,
    as_json: bool,
    database: str,
) -> None:
    """Show what a campaign will take, by simulation.

    For a file of grades, or for a campaign with its own parameters, unless others are given.

    \b
    Example:
        assess plan cast2019.qrels --reward 2.60
        assess plan cast2019.qrels --budget 4000
    """
    [(assessors, crowd)] = crowds.items()
    given = {
        name
        for name in (*NUMBERS, "strategy", "screening")
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE
    }
    read, setup = _read(source, Setup(strategy, parameters, crowd, pay, spread, screening or "paper"), given, database)
    collection = Collection(read.grades)
    run = partial(run_trials, collection, jobs=jobs, show=with_progress)
    number = seeds or number_of_trials(collection, setup.parameters.k)
    if budget is None:
        [trials] = run([setup], trial_seeds(seed, number))
        compared = _rankings([load(path, parse_run) for path in runs]) if runs else read.rankings
        power = estimate_power(replace(collection, rankings=compared), setup, seed, deviation)
        made = plan_of(collection, setup, trials, power)
        shown = plan_as_json(made, assessors) if as_json else plan_as_text(made, assessors, parse_money(wage))
        click.echo(shown, nl=False)
    else:
        limit = parse_money(budget)
        offer = search(collection, _variants(setup, given), limit, trial_seeds(seed, seeds or number // SPARED), run)
        click.echo(offer_as_json(offer) if as_json else offer_as_text(offer, assessors, limit), nl=False)
        context.exit(0 if offer.choices else 1)


def _read(source: str, setup: Setup, given: set[str], database: str) -> tuple[Collection, Setup]:
    """The grades of the file, or the grades and runs of the campaign with its parameters where none were given."""
    if source == STANDARD or Path(source).exists():
        return Collection(load(source, parse_qrels)), setup
    try:
        with opened(database) as engine, reading(engine) as session:
            campaign = campaign_named(session, source)
            rankings = _rankings(runs_of(session, campaign.id))
            return Collection(_grades(session, campaign), rankings), _setup(campaign, setup, given)
    except (StoreError, UnknownNameError) as error:
        raise UnknownNameError(f"found no file {source}; {error}") from error


def _rankings(runs: Sequence[Run]) -> Rankings:
    return {run.name: {topic: ranking.docnos for topic, ranking in run.rankings.items()} for run in runs}


def _grades(session: Session, campaign: Campaign) -> dict[str, dict[str, int | float]]:
    grades = grades_or_plain(session, campaign)
    if not grades:
        raise ConflictError(f"campaign {campaign.name!r} has no grades yet: a plan needs them to know the candidates")
    if is_plain(session, campaign):
        told = "planned as a plain comparison, in which all items are candidates"
        click.echo(f"{campaign.name} has no grades: {told}", err=True)
    return grades


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
