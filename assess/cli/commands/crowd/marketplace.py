"""The local Mechanical Turk: serve it, work in it, pay by it, move its clock, make it misbehave."""

import io
import ipaddress
import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal

import click

from assess.errors import ParameterError
from assess.files import STANDARD, write_atomically
from assess.marketplace import clock as clocks
from assess.marketplace.app import create_app
from assess.marketplace.domain.earnings import pay_sheet, write_pay_sheet
from assess.marketplace.domain.fees import dollars
from assess.marketplace.faults.switches import change_faults
from assess.marketplace.market import open_existing_market, open_market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.people.requesters import deposit, find_requester, open_account
from assess.marketplace.people.workers import Profile, enrol, set_password
from assess.marketplace.server import serve
from assess.marketplace.tables import Control
from assess.marketplace.worker_client import WorkerClient
from assess.sockets import listen

DEFAULT_DATABASE = "marketplace.db"
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


class Duration(click.ParamType[float]):
    """Seconds, or a number with a unit: 90, 90s, 15m, 2h, 30d."""

    name = "duration"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([smhd]?)", str(value))
        if not found:
            self.fail(f"found {value!r}, expected seconds or a number with s, m, h or d, such as 30d", param, ctx)
        return float(found[1]) * UNITS[found[2] or "s"]


class Amount(click.ParamType[Decimal]):
    """Dollars and cents."""

    name = "amount"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Decimal:
        if not re.fullmatch(r"\d{1,9}(\.\d{1,2})?", str(value)):
            self.fail(f"found {value!r}, expected dollars and cents such as 250.00", param, ctx)
        return dollars(str(value))


database_option = click.option(
    "--db",
    "database",
    default=DEFAULT_DATABASE,
    show_default=True,
    envvar="ASSESS_MARKETPLACE",
    show_envvar=True,
    metavar="FILE|URL",
    help="The marketplace's own database: an SQLite file or postgresql://…",
)


@click.group(invoke_without_command=True)
@click.option("--port", default=8900, show_default=True, help="0 takes a free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--public-url", metavar="URL", help="The address workers see, when a proxy stands in front.")
@click.option("--in-house", is_flag=True, help="Only enrolled workers and requesters, signatures checked.")
@click.option(
    "--http-questions/--https-questions",
    default=None,
    help="Whether questions may be at http://127.0.0.1 too, as assess serve is.  [default: not with --in-house]",
)
@click.option("--starting-balance", type=Amount(), default="10000.00", show_default=True, help="Of a new requester.")
@click.option("--fault", "faults", multiple=True, metavar="NAME=VALUE", help="Misbehave: drop=0.1, lag=30, …")
@click.option("--seed", default=0, show_default=True, help="Decides when faults strike.")
@database_option
@click.pass_context
def marketplace(
    context: click.Context,
    port: int,
    host: str,
    public_url: str | None,
    in_house: bool,
    http_questions: bool | None,
    starting_balance: Decimal,
    faults: Sequence[str],
    seed: int,
    database: str,
) -> None:
    """Serve the local Mechanical Turk.

    The requester API for boto3 and the AWS CLI, and the pages for workers, at one address.

    \b
    Example:
        assess marketplace --port 8900
        aws mturk get-account-balance --endpoint-url http://127.0.0.1:8900
    """
    if context.invoked_subcommand is not None:
        return
    if not in_house and not _is_loopback(host):
        raise ParameterError(
            f"--host {host}: a rehearsal lets anybody be anyone and is served to this machine only; "
            "give --in-house to serve others"
        )
    if http_questions is None:
        http_questions = not in_house
    rules = MarketSettings(in_house, starting_balance, http_questions, public_url, seed)
    with open_market(database, rules) as market:
        if faults:
            with market.moment() as moment:
                change_faults(moment.session.get_one(Control, 1), _pairs(faults))
        listening = listen(host, port)
        click.echo(f"Marketplace at http://{host}:{listening.getsockname()[1]} ({database})", err=True)
        serve(create_app(market), listening)


@marketplace.command()
@click.argument("hit_id")
@click.option("--worker", required=True, metavar="ID", help="Who works, for example A1ANNA.")
@click.option("--endpoint", default="http://127.0.0.1:8900", show_default=True, metavar="URL", help="The marketplace.")
@click.option("--password", default="", help="Needed in-house.", envvar="ASSESS_WORKER_PASSWORD")
@click.option("--field", "fields", multiple=True, metavar="NAME=VALUE", default=["answer=done"], show_default=True)
@click.option("--then", type=click.Choice(["submit", "return", "hold"]), default="submit", show_default=True)
def work(hit_id: str, worker: str, endpoint: str, password: str, fields: Sequence[str], then: str) -> None:
    """Accept and submit one HIT as a worker would.

    Prints the assignment, its state, and the address a browser would have shown in the frame.

    \b
    Example:
        assess marketplace work 3ABC… --worker A1ANNA --field code=r1
    """
    client = WorkerClient(endpoint, worker, password)
    task = client.accept(hit_id)
    if then == "submit":
        client.submit(task, _pairs(fields))
    elif then == "return":
        client.give_back(task)
    click.echo(f"{task.assignment_id}\t{client.look_at(task.assignment_id).state}\t{task.frame}")


@marketplace.command("pay-sheet")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="First day, UTC.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="First day that is left out, UTC.")
@click.option("--requester", metavar="KEY", help="Payments of this access key only.")
@click.option("-o", "--output", default=STANDARD, show_default=True, metavar="FILE", help="Where the CSV goes.")
@database_option
def pay_sheet_command(
    since: datetime | None, until: datetime | None, requester: str | None, output: str, database: str
) -> None:
    """Write what each worker is owed, as CSV.

    \b
    Example:
        assess marketplace pay-sheet --since 2026-10-01 --until 2026-11-01 -o october.csv
    """
    start, end = (_instant(since) or 0.0), (_instant(until) or float("inf"))
    text = io.StringIO()
    with open_existing_market(database) as market, market.moment() as moment:
        total = write_pay_sheet(pay_sheet(moment.session, since=start, until=end, access_key=requester), text)
    write_atomically(output, text.getvalue())
    click.echo(f"${total} to be paid out", err=True)


@marketplace.command()
@click.argument("worker_id")
@click.option("--name", default="", help="Their name on the pay sheet.")
@click.option("--country", default="US", show_default=True, help="ISO 3166, two letters.")
@click.option("--subdivision", metavar="STATE", help="State of the US, two letters.")
@click.option("--submitted", default=5000, show_default=True, help="Assignments submitted elsewhere.")
@click.option("--approved", default=4950, show_default=True, help="How many of those were approved.")
@click.option("--masters", is_flag=True, help="Has the Masters qualification.")
@click.option("--password", help="At least 8 characters.")
@database_option
def worker(
    worker_id: str,
    name: str,
    country: str,
    subdivision: str | None,
    submitted: int,
    approved: int,
    masters: bool,
    password: str | None,
    database: str,
) -> None:
    """Enrol a worker, or replace their profile.

    A password is drawn and printed if they have none yet and none is given.

    \b
    Example:
        assess marketplace worker A1ANNA --name "Anna Muster" --country DE
    """
    profile = Profile(name, country, subdivision, submitted, approved, masters)
    with open_market(database) as market, market.moment() as moment:
        enrolled = enrol(moment.session, worker_id, profile, moment.now)
        drawn = None if password or enrolled.password else secrets.token_urlsafe(9)
        if password or drawn:
            set_password(enrolled, password or drawn or "")
    click.echo("\t".join([worker_id, *([drawn] if drawn else [])]))


@marketplace.command()
@click.argument("access_key")
@click.option("--name", help="The name that workers see.")
@click.option("--deposit", "amount", type=Amount(), default="0.00", help="Money added to the account.")
@click.option("--secret", help="Secret key; drawn and printed for a new account when not given.")
@database_option
def requester(access_key: str, name: str | None, amount: Decimal, secret: str | None, database: str) -> None:
    """Open a requester's account, or add money to it.

    \b
    Example:
        assess marketplace requester AKIALAB --name "IR lab" --deposit 500.00
    """
    with open_market(database) as market, market.moment() as moment:
        account = find_requester(moment.session, access_key)
        if account is None:
            account = open_account(moment.session, access_key, dollars("0"), moment.now)
            account.secret = secrets.token_urlsafe(30)
            click.echo(f"secret key\t{secret or account.secret}")
        account.secret, account.name = secret or account.secret, name or account.name
        deposit(account, amount)
    click.echo(f"available\t${account.available}")


@marketplace.command()
@click.option("--advance", type=Duration(), default="0", help="Move forward: 90s, 15m, 2h, 30d.")
@click.option("--speed", type=float, help="Seconds of the marketplace per real second; 0 stops it.")
@database_option
def clock(advance: float, speed: float | None, database: str) -> None:
    """Show the marketplace's clock, or move it.

    \b
    Example:
        assess marketplace clock --advance 3d
    """
    with open_existing_market(database) as market:
        with market.moment() as moment:
            clocks.advance(moment.session, advance)
            if speed is not None:
                clocks.set_speed(moment.session, speed)
        with market.moment() as moment:  # does what has fallen due by the new time
            click.echo(clocks.as_iso(moment.now))


@marketplace.command()
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@database_option
def faults(changes: Sequence[str], database: str) -> None:
    """Show the fault switches, or set some.

    \b
    Example:
        assess marketplace faults drop=0.05 throttle=0.1 lag=30
    """
    with open_existing_market(database) as market, market.moment() as moment:
        switches = change_faults(moment.session.get_one(Control, 1), _pairs(changes))
    for name, value in vars(switches).items():
        click.echo(f"{name}\t{value}")


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    for name, equals, _ in pairs:
        if not (name and equals):
            raise ParameterError(f"found {name!r}, expected NAME=VALUE")
    return {name: value for name, _, value in pairs}


def _instant(day: datetime | None) -> float | None:
    return None if day is None else day.replace(tzinfo=UTC).timestamp()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
