"""Put a campaign on offer to a crowd: the terms, the bill, and the first HITs."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import click
from click.core import ParameterSource
from sqlalchemy.orm import Session

from assess.campaign.access.public_address import checked_address, known_address
from assess.campaign.settings import settings_of
from assess.cli.commands.crowd.sync import passed
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.passes import PassLog
from assess.database.engine import reading, writing
from assess.errors import ParameterError
from assess.pay import Pay, format_money, parse_money
from assess.recruit.launch import Bill, LaunchPlan, bill_of, launch_campaign, offer_of, recruiter_of
from assess.recruit.mturk.client import account_balance
from assess.recruit.mturk.qualifications import LIVE, SANDBOX
from assess.recruit.offer import COMPENSATIONS, Offer, app_url, check_wage
from assess.settings import read_settings
from assess.store.campaigns import campaign_named
from assess.store.launches import crowd_launch
from assess.store.tables import Campaign, Launch

ANYWHERE = "any"
DEFAULTS = Offer()
LEAST_WAGE = "7.25"

TERMS = (
    click.option("--title", help="What workers read first."),
    click.option("--description", help="What workers read next; give a contact."),
    click.option("--keywords", default=DEFAULTS.keywords, show_default=True, help="Words to find it by."),
    click.option(
        "--reward", default=f"{DEFAULTS.reward}", show_default=True, metavar="DOLLARS", help="For an assignment."
    ),
    click.option("--pairings", default=DEFAULTS.pairings, show_default=True, help="Pairings in an assignment."),
    click.option("--challenges", default=DEFAULTS.challenges, show_default=True, help="Challenges in an assignment."),
    click.option("--minutes", default=DEFAULTS.minutes, show_default=True, help="Time for the work."),
    click.option(
        "--hold-minutes", default=DEFAULTS.hold_minutes, show_default=True, help="How long an assignment may be held."
    ),
    click.option("--days", default=DEFAULTS.days, show_default=True, help="For how long a HIT is on offer."),
    click.option(
        "--review-days",
        default=DEFAULTS.review_days,
        show_default=True,
        help="Days until the platform approves by itself.",
    ),
    click.option(
        "--assignments", default=DEFAULTS.assignments, show_default=True, help="Assignments of a HIT, at most 9."
    ),
    click.option("--country", default=DEFAULTS.country, show_default=True, help=f"Where workers live, or {ANYWHERE}."),
    click.option(
        "--approved-hits", default=DEFAULTS.approved_hits, show_default=True, help="What they must have done."
    ),
    click.option(
        "--approval-above", default=DEFAULTS.approval_above, show_default=True, help="Percent, of their work."
    ),
    click.option("--masters", is_flag=True, help="Masters only: 5 % more fee."),
    click.option(
        "--compensation",
        type=click.Choice(COMPENSATIONS),
        default=DEFAULTS.compensation,
        show_default=True,
        help="Which unsubmitted work is paid.",
    ),
    click.option("--assignments-per-person", type=click.IntRange(1), help="Assignments that one worker may do."),
)


def term_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add an option for each term of an offer."""
    for option in reversed(TERMS):
        command = option(command)
    return command


@click.command()
@click.argument("name")
@click.option(
    "--url",
    metavar="URL",
    show_default="assess address",
    help="Where workers reach the judging app; https, but on this machine.",
)
@click.option("--budget", metavar="DOLLARS", help="What may be spent in all, fees included; raises an earlier one.")
@click.option(
    "--endpoint", metavar="sandbox|URL", help="Mechanical Turk's sandbox, or a marketplace.  [default: sandbox]"
)
@click.option("--live", is_flag=True, help="The live service: real people, real money.")
@click.option("--submit-to", metavar="ORIGIN", help="Where workers submit, if a proxy stands before a marketplace.")
@term_options
@click.option("--seconds", default=Pay().seconds, show_default=True, help="Time for a pair, to compute the wage.")
@click.option(
    "--least-wage", default=LEAST_WAGE, show_default=True, metavar="DOLLARS", help="Refuse to pay less an hour."
)
@click.option("--yes", is_flag=True, help="Do not ask before real money is spent.")
@database_option
@click.pass_context
def launch(
    context: click.Context,
    /,
    name: str,
    live: bool,
    seconds: float,
    least_wage: str,
    yes: bool,
    database: str,
    **wishes: Any,
) -> None:
    """Put a campaign on offer to a crowd, or raise its budget.

    Shows the bill, then publishes as many HITs as there is work and money for, and says what is missing. assess
    sync pays and publishes what comes next. Credentials are those of the AWS command line; a marketplace on
    this machine needs none. A budget that is too small for all HITs is no failure; a refused HIT is.

    \b
    Example:
        assess launch cast --url https://judge.example.org --budget 4000 --endpoint sandbox
        assess launch cast --url http://127.0.0.1:8000 --budget 50 --endpoint http://127.0.0.1:8900
    """
    given = _given(context, wishes)
    with opened(database) as engine:
        with reading(engine) as session:
            plan = _plan(session, name, given, live=live)
        check_wage(plan.offer, seconds, parse_money(least_wage))
        bill = bill_of(engine, plan, current_time())
        click.echo(_as_text(plan, bill, seconds, account_balance(plan.environment)), err=True, nl=False)
        if live and not yes:
            click.confirm("Offer this to real people for real money?", abort=True, err=True)
        with writing(engine) as session:
            launch_id = launch_campaign(session, plan, current_time()).id
        if passed(name, recruiter_of(engine, launch_id, read_settings()), PassLog()).problems:
            context.exit(1)


def _plan(session: Session, name: str, given: dict[str, Any], *, live: bool) -> LaunchPlan:
    """The plan of these options; for those not given, the terms of the earlier launch."""
    campaign = campaign_named(session, name)
    known = crowd_launch(session, campaign)
    url = given.pop("url", app_url(known.terms) if known else known_address(session))
    budget = parse_money(given.pop("budget")) if "budget" in given else settings_of(campaign).budget
    if url is None or budget is None:
        raise ParameterError("the first launch needs --budget, and --url unless assess address chose one")
    environment = _environment(known, given.pop("endpoint", None), live=live)
    submit_to = given.pop("submit_to", None)
    return LaunchPlan(name, environment, _offer(campaign, known, given), checked_address(url), budget, submit_to)


def _given(context: click.Context, wishes: dict[str, Any]) -> dict[str, Any]:
    """The options given on the command line, without defaults."""
    said = ParameterSource.COMMANDLINE
    return {wish: value for wish, value in wishes.items() if context.get_parameter_source(wish) == said}


def chosen_offer(context: click.Context, campaign: Campaign, terms: dict[str, Any]) -> Offer:
    """The offer of a first launch with the terms given on the command line."""
    return _offer(campaign, None, _given(context, terms))


def _environment(known: Launch | None, endpoint: str | None, *, live: bool) -> str:
    """The platform's environment. The live service needs --live each time."""
    if live and endpoint:
        raise ParameterError("found --live and --endpoint, expected one of them")
    wanted = LIVE if live else endpoint or (known.environment if known else SANDBOX)
    if wanted == LIVE and not live:
        raise ParameterError("this spends real money: say --live")
    return wanted


def _offer(campaign: Campaign, known: Launch | None, given: dict[str, Any]) -> Offer:
    """The offer with these options, as the command line spells them."""
    if "reward" in given:
        given["reward"] = parse_money(given["reward"])
    if given.get("country") == ANYWHERE:
        given["country"] = None
    return offer_of(campaign, known, **given)


def _as_text(plan: LaunchPlan, bill: Bill, seconds: float, funds: Decimal) -> str:
    offer, books = plan.offer, bill.books
    price, wage = offer.price, format_money(offer.wage(seconds))
    lines = {
        "campaign": f"{plan.name}, {bill.judgments:,} judgments asked for now",
        "offered at": f"{plan.environment}, where the account holds {format_money(funds)}",
        "a HIT": f"{offer.pairings} pairings and {offer.challenges} challenges for {format_money(offer.reward)}, "
        f"with fee {format_money(price)}; {wage} an hour at {seconds:g} s a pair",
        "now": f"{bill.hits:,} HITs, {format_money(bill.hits * price)}",
        "budget": f"{format_money(plan.budget)}, never more; {format_money(books.spent)} spent, "
        f"{format_money(books.reserved)} reserved so far",
    }
    return "".join(f"{label:<14} {value}\n" for label, value in lines.items())
