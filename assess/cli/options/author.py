"""Who corrects a campaign, and why: options that every correcting command has."""

import getpass
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from assess.campaign.corrections.correction import Author


def author_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --who, --why and --yes; the command gets *author* and *yes*."""
    return record_options(click.option("--yes", is_flag=True, help="Do it without asking.")(command))


def record_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --who and --why; the command gets *author*."""
    who = click.option("--who", metavar="NAME", show_default="your account", help="Who corrects, for the record.")
    why = click.option("--why", metavar="TEXT", help="Why, for the record.")

    @wraps(command)
    def with_author(*, who: str | None, why: str | None, **rest: Any) -> Any:
        return command(author=Author(who or account(), why), **rest)

    return who(why(with_author))


def account() -> str:
    """The name of the account that runs the command."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may run under a user without a name
        return "unknown"
