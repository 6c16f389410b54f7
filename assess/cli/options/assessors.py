"""The options that describe simulated assessors, shared by all commands that simulate."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from assess.simulation.assessors import CHALLENGE_ACCURACY, SCALE, SPREAD, SimulatedCrowd, parse_model

challenge_accuracy_option = click.option(
    "--challenge-accuracy",
    default=CHALLENGE_ACCURACY,
    show_default=True,
    help="How often people who look pass a challenge.",
)
spread_option = click.option(
    "--spread", default=SPREAD, show_default=True, help="Deviation of true quality from the grade."
)
OPTIONS = (
    click.option("--spammers", default=0.0, show_default=True, help="Share of HITs by people who toss a coin."),
    challenge_accuracy_option,
    click.option("--ties", default=0.0, show_default=True, help="Share of ties between items that look the same."),
    spread_option,
)
DEFAULT = f"bradley-terry:{SCALE}"
BESIDE_RECORDED = "bradley-terry:1"


def crowd_options(*, many: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options of assessors to a command, which takes them as ``crowds``, by name, and ``spread``."""
    assessors_option = click.option(
        "--assessors",
        multiple=many,
        metavar="MODEL..." if many else "MODEL",
        help="constant:0.8, distance:0.6,0.75,0.9 (by distance of grades) or bradley-terry:1.1.  "
        f"[default: {DEFAULT}{f'; {BESIDE_RECORDED} beside recorded judgments' if many else ''}]",
    )

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_crowds(
            *,
            assessors: tuple[str, ...] | str | None,
            spammers: float,
            ties: float,
            challenge_accuracy: float,
            **others: Any,
        ) -> Any:
            given = (assessors,) if isinstance(assessors, str) else assessors
            names = given or (BESIDE_RECORDED if others.get("recorded") else DEFAULT,)
            crowds = {name: SimulatedCrowd(parse_model(name), spammers, ties, challenge_accuracy) for name in names}
            return command(crowds=crowds, **others)

        for option in reversed((assessors_option, *OPTIONS)):
            with_crowds = option(with_crowds)
        return with_crowds

    return decorate
