"""The options that choose how a table is printed: --json or --csv."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from assess.errors import ParameterError


def style_options(json_help: str, csv_help: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --json and --csv to a command, which takes them as one argument ``style``; None if neither is given."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_style(*, as_json: bool, as_csv: bool, **others: Any) -> Any:
            if as_json and as_csv:
                raise ParameterError("found --json and --csv, expected one of them")
            return command(style="json" if as_json else "csv" if as_csv else None, **others)

        with_style = click.option("--csv", "as_csv", is_flag=True, help=csv_help)(with_style)
        return click.option("--json", "as_json", is_flag=True, help=json_help)(with_style)

    return add
