"""The options that ask for a figure of the runs that are scored."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from assess.cli.output.plots import Canvas
from assess.cli.output.score_pictures import PICTURES, Picture, PictureKind
from assess.errors import ParameterError

DEPTH = 20

OPTIONS = (
    click.option("--plot", metavar="FILE", help="Draw the runs: .png, .svg or .pdf."),
    click.option("--picture", type=click.Choice(PICTURES), help=f"What to draw.  [default: {PICTURES[0]}]"),
    click.option(
        "--picture-depth", type=click.IntRange(min=1), help=f"The last rank of dcg and ndcg.  [default: {DEPTH}]"
    ),
)


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of figures to a command, which takes them as one argument ``picture``."""

    @wraps(command)
    def with_picture(*, plot: str | None, picture: PictureKind | None, picture_depth: int | None, **others: Any) -> Any:
        if plot is None and (picture or picture_depth):
            raise ParameterError("found a picture without a file, expected --plot FILE")
        if picture_depth and picture not in ("dcg", "ndcg"):
            raise ParameterError("found --picture-depth, expected it with --picture dcg or ndcg only")
        wanted = Picture(picture or PICTURES[0], picture_depth or DEPTH, Canvas(plot)) if plot else None
        return command(picture=wanted, **others)

    for option in reversed(OPTIONS):
        with_picture = option(with_picture)
    return with_picture
