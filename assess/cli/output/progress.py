"""Progress bars on a terminal, silence in a pipe."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

T = TypeVar("T")


def with_progress(label: str, things: Iterable[T], length: int | None = None) -> Iterator[T]:
    """Pass on the things, and show on standard error how many are done; without a length all are fetched first."""
    known = list(things) if length is None else things
    hidden = not sys.stderr.isatty()
    with click.progressbar(known, length, label=label, file=sys.stderr, hidden=hidden) as bar:
        yield from bar
