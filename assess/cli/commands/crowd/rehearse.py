"""Rehearse a campaign: real servers, simulated people, no money."""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

import click
from sqlalchemy import Engine

from assess.assignments.weighing import Screening
from assess.cli.commands.crowd.launch import chosen_offer, term_options
from assess.cli.options.assessors import DEFAULT, challenge_accuracy_option, spread_option
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading
from assess.errors import ParameterError
from assess.pay import parse_money
from assess.rehearsal.cast import Cast, Script, prepared
from assess.rehearsal.people import SECONDS, Kind
from assess.rehearsal.play import Watch, play
from assess.rehearsal.report import as_text, report
from assess.simulation.assessors import SimulatedCrowd, check_share, parse_model
from assess.store.campaigns import campaign_named
from assess.store.progress import progress_of

LOOK_EVERY = 900.0  # seconds of the stage's time
# How the marketplace misbehaves while things are killed, unless other faults are given.
EVERY_FAULT = {
    "throttle": 0.05,
    "fail_before": 0.03,
    "fail_after": 0.03,
    "drop": 0.03,
    "lose_submission": 0.05,
    "amp": 0.25,
    "double_worker_id": 0.05,
    "duplicate_events": 0.2,
    "lag": 30.0,
}


@click.command()
@click.argument("name")
@term_options
@click.option("--budget", default="10000", show_default=True, metavar="DOLLARS", help="Of the pretended account.")
@click.option("--people", type=click.IntRange(1), default=60, show_default=True, help="Simulated workers.")
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=SECONDS,
    show_default=True,
    help="Diligent people's time for a pair; hours of work are all pairs times this, as in plan.",
)
@click.option("--hasty", default=0.15, show_default=True, help="Share of them who do not always look.")
@click.option("--spamming", default=0.1, show_default=True, help="Share of them who never look.")
@click.option("--leaving", default=0.1, show_default=True, help="Share of them who leave most assignments halfway.")
@click.option("--assessors", default=DEFAULT, show_default=True, help="How well those who look judge; see simulate.")
@challenge_accuracy_option
@click.option(
    "--screening",
    type=click.Choice(list(get_args(Screening))),
    help="The rule that discards work.  [default: the campaign's]",
)
@spread_option
@click.option(
    "--fault", "faults", multiple=True, metavar="NAME=VALUE", help="Let the marketplace misbehave: drop=0.05."
)
@click.option(
    "--kills", type=click.IntRange(0), default=0, help="Kill servers and sync this often, with every fault on."
)
@click.option("--seed", default=0, show_default=True, help="Decides everything that people do.")
@click.option("--keep", metavar="FOLDER", help="Keep the databases and logs there.")
@database_option
@click.pass_context
def rehearse(
    context: click.Context,
    /,
    name: str,
    keep: str | None,
    database: str,
    **wishes: Any,
) -> None:
    """Play a whole campaign with simulated workers.

    A copy of the campaign is launched at its own marketplace; people of several kinds come, work in the judging
    app over HTTP, and are paid, while the clock jumps from event to event. The campaign itself is not touched.
    The same seed plays the same, unless something is killed. Fails unless every pairing is judged as often as
    asked, and the books balance to the cent.

    \b
    Example:
        assess rehearse cast --people 100 --fault drop=0.02 --fault lag=60
    """
    with opened(database) as engine, _folder(keep) as folder:
        script = _script(context, engine, name, wishes)
        started = time.monotonic()
        with prepared(engine, script, folder) as cast, _watching(cast, name) as watch:
            finished, killed = play(cast, watch)
            told = report(cast, time.monotonic() - started, killed, finished=finished)
    click.echo(as_text(told), nl=False)
    if not told.sound:
        context.exit(1)


def _script(context: click.Context, engine: Engine, name: str, wishes: dict[str, Any]) -> Script:
    """The script of these options; those that are not about people and servers are terms of the offer."""
    kinds: tuple[Kind, ...] = ("hasty", "spamming", "leaving")
    shares = {kind: wishes.pop(kind) for kind in kinds}
    for kind, share in shares.items():
        check_share(kind, share)
    check_share("hasty, spamming and leaving together", sum(shares.values()))
    faults = _switches(wishes.pop("faults"))
    plain = {wish: wishes.pop(wish) for wish in ("people", "spread", "seed", "kills", "seconds", "screening")}
    model, challenge_accuracy = parse_model(wishes.pop("assessors")), wishes.pop("challenge_accuracy")
    crowd = SimulatedCrowd(model, challenge_accuracy=challenge_accuracy)
    budget = parse_money(wishes.pop("budget"))
    with reading(engine) as session:
        offer = chosen_offer(context, campaign_named(session, name), wishes)
    faults = (EVERY_FAULT if plain["kills"] else {}) | faults
    return Script(name, offer, budget, shares=shares, crowd=crowd, faults=faults, **plain)


def _switches(faults: Sequence[str]) -> dict[str, float]:
    pairs = [fault.partition("=") for fault in faults]
    try:
        return {fault: float(value) for fault, _, value in pairs}
    except ValueError:
        raise ParameterError(f"found --fault {' '.join(faults)}, expected NAME=NUMBER such as drop=0.05") from None


@contextmanager
def _folder(keep: str | None) -> Iterator[Path]:
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="assess-rehearsal-") as made:
            yield Path(made)
        return
    folder = Path(keep)
    if folder.exists() and any(folder.iterdir()):
        raise ParameterError(f"found {keep} with something in it, expected a folder that is empty or not there")
    folder.mkdir(parents=True, exist_ok=True)
    yield folder


@contextmanager
def _watching(cast: Cast, name: str) -> Iterator[Watch]:
    """Shows the topics that are done, on a terminal."""
    with reading(cast.engine) as session:
        campaign_id = campaign_named(session, name).id
        topics = progress_of(session, campaign_id).topics
    with click.progressbar(
        range(topics), label="Topics judged", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        looked = [cast.began]

        def watch(now: datetime) -> None:
            if (now - looked[0]).total_seconds() >= LOOK_EVERY:
                looked[0] = now
                with reading(cast.engine) as session:
                    bar.update(progress_of(session, campaign_id).done - bar.pos)

        yield watch
