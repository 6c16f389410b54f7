"""Progress bars on a terminal, silence in a pipe."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

T = TypeVar("T")


def with_progress(label: str, things: Iterable[T]) -> Iterator[T]:
    """Hand on the things, and show on standard error how many are done."""
    with click.progressbar(list(things), label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield from bar
