"""The options that say how work is split into assignments and paid, shared by all commands that compute costs."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from assess.pay import FEES, Pay, parse_fees, parse_money

DEFAULTS = Pay()


OPTIONS = (
    click.option("--reward", metavar="DOLLARS", default="2.00", show_default=True, help="Pay for an assignment."),
    click.option("--fees", default="mturk", show_default=True, help=f"{' or '.join(FEES)}, or a percentage: 33.3%."),
    click.option("--masters", is_flag=True, help="Only Masters may work: 5 % more on Mechanical Turk."),
    click.option("--pairings", default=DEFAULTS.pairings, show_default=True, help="Pairings in an assignment."),
    click.option("--challenges", default=DEFAULTS.challenges, show_default=True, help="Challenges in an assignment."),
    click.option(
        "--discarded",
        default=DEFAULTS.discarded,
        show_default=True,
        help="Share of assignments paid and repeated for other reasons than a failed challenge.",
    ),
    click.option(
        "--seconds",
        default=DEFAULTS.seconds,
        show_default=True,
        help="Time for a pair; hours of work are all pairs times this.",
    ),
)


def pay_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of pay to a command, which takes them as one argument ``pay``."""

    @wraps(command)
    def with_pay(
        *,
        reward: str,
        fees: str,
        masters: bool,
        pairings: int,
        challenges: int,
        discarded: float,
        seconds: float,
        **others: Any,
    ) -> Any:
        pay = Pay(parse_money(reward), parse_fees(fees), masters, pairings, challenges, discarded, seconds)
        return command(pay=pay, **others)

    for option in reversed(OPTIONS):
        with_pay = option(with_pay)
    return with_pay
