"""What the commands that use a database share: its option, and opening it."""

from collections.abc import Iterator
from contextlib import contextmanager

import click
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from assess.errors import StoreError
from assess.settings import DEFAULT_DATABASE, read_settings
from assess.store.schema import open_database

database_option = click.option(
    "--db",
    "database",
    metavar="URL",
    default=lambda: read_settings().database,
    show_default=f"$ASSESS_DATABASE, else {DEFAULT_DATABASE}",
    help="The database: sqlite:///FILE or postgresql://…",
)


@contextmanager
def opened(url: str, *, create: bool = False) -> Iterator[Engine]:
    """The engine of the database, closed at the end; a failing server or disk is one clear line."""
    engine = open_database(url, create=create)
    try:
        yield engine
    except OperationalError as error:
        raise StoreError(f"the database failed: {str(error.orig).strip()}") from error
    finally:
        engine.dispose()
