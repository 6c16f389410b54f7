"""What the commands that use a database share: its option, and opening it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from assess.database.engine import writing
from assess.errors import StoreError
from assess.settings import DEFAULT_DATABASE, read_settings
from assess.store.draft_file import draft_of
from assess.store.schema import empty_postgresql, migrate_alone, open_database

T = TypeVar("T")

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
    with closing_engine(open_database(url, create=create)) as engine:
        yield engine


@contextmanager
def closing_engine(engine: Engine) -> Iterator[Engine]:
    """The engine, closed at the end; a failing server or disk is one clear line."""
    try:
        yield engine
    except OperationalError as error:
        raise StoreError(f"the database failed: {str(error.orig).strip()}") from error
    finally:
        engine.dispose()


def store_in(url: str, store: Callable[[Session], T]) -> T:
    """Call *store* in one transaction; on any error, a database that was missing or empty still is."""
    while draft := draft_of(url):
        with draft:
            stored = _stored(draft.url, store)
            if draft.publish():
                return stored
    return _stored(url, store)


def _stored(url: str, store: Callable[[Session], T]) -> T:
    if empty := empty_postgresql(url):
        with closing_engine(empty), writing(empty) as session:
            migrate_alone(session.connection())
            return store(session)
    with opened(url, create=True) as engine, writing(engine) as session:
        return store(session)
