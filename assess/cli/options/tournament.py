"""The options that say how a tournament is played, shared by all commands that play one."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, get_args

import click

from assess.assignments.weighing import Screening
from assess.campaign.settings import ANSWERS
from assess.tournament import STRATEGIES
from assess.tournament.parameters import Parameters

DEFAULTS = Parameters()
NAMES = tuple(known.name for known in fields(Parameters))

OPTIONS = (
    click.option("-k", "--depth", "k", default=DEFAULTS.k, show_default=True, help="Best items sought per topic."),
    click.option("-F", "--few", default=DEFAULTS.few, show_default=True, help="Pool that a round robin may order."),
    click.option(
        "-P",
        "--per-item",
        default=DEFAULTS.per_item,
        show_default=True,
        help="Pairings of an item a round. It must win more than half of P: odd P keeps about 50 %, even P about 40 %.",
    ),
    click.option("--votes", default=DEFAULTS.votes, show_default=True, help="Judgments of each pairing."),
    click.option("--final-votes", type=int, help="The same for the round robin.  [default: as --votes]"),
)
OVERLAP_OPTIONS = (
    click.option("--overlap", type=float, default=0.0, help="Share of pairings that more people judge, such as 0.2."),
    click.option("--overlap-votes", type=int, help="Judgments of these pairings.  [default: one more than --votes]"),
)

STOPS = (
    click.option("--recall", type=float, help="topk: expected recall at which a topic is over, such as 0.8."),
    click.option(
        "--effort",
        type=float,
        help="topk: most judgments of a topic, as a share of two-stage's.  [default: 0.65; 2 with --recall]",
    ),
    click.option("--grade-weight", type=float, help="topk: what a grade more counts; assess prior finds it."),
)

strategy_option = click.option(
    "--strategy", type=click.Choice(list(STRATEGIES)), default="two-stage", show_default=True, help="How it is played."
)
screening_option = click.option(
    "--screening",
    type=click.Choice(list(get_args(Screening))),
    help="What discards work: one failed challenge, or all that is known about the person.  [default: paper]",
)
answers_option = click.option(
    "--answers",
    type=click.Choice([str(number) for number in ANSWERS]),
    callback=lambda _context, _option, value: value and int(value),
    help="2 or 4: strict; 3 or 5: with ties.",
)


def tournament_parameters(
    *, floor: bool = True, overlap: bool = True, stops: bool = True
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options of a tournament to a command, which takes them as one argument ``parameters``.

    Without *overlap* it has no options for a share of pairings that more people judge, without *stops* none that say
    when a topic is over.
    """
    floor_option = click.option(
        "--floor/--no-floor",
        default=floor,
        show_default=True,
        help="Keep the best k in a round that leaves fewer; the paper's process does not.",
    )

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_parameters(**given: Any) -> Any:
            chosen = {name: given.pop(name) for name in NAMES if name in given}
            return command(parameters=Parameters(**chosen), **given)

        more = (*(OVERLAP_OPTIONS if overlap else ()), floor_option, *(STOPS if stops else ()))
        for option in reversed((*OPTIONS, *more)):
            with_parameters = option(with_parameters)
        return with_parameters

    return decorate
