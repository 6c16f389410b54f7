"""What the commands that use a database share: its option, and opening it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session

from assess.cli.options.clock import current_time
from assess.database.engine import reading, writing
from assess.errors import StoreError
from assess.settings import DEFAULT_DATABASE, read_settings
from assess.store.draft_file import draft_of
from assess.store.forgetting import may_be_due
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
        forget_who_is_due(engine)
        yield engine
    except OperationalError as error:
        raise StoreError(f"the database failed: {str(error.orig).strip()}") from error
    finally:
        engine.dispose()


def forget_who_is_due(engine: Engine) -> None:
    """Erase the identities whose time has come. Every command does it, and a server every hour."""
    try:
        with reading(engine) as session:
            due = may_be_due(session)
        if due:
            # Imported where it is needed: most commands do without it, and start faster.
            from assess.recruit.forgetting import forget_due

            done = forget_due(engine, current_time())
            if done.people:
                click.echo(f"erased what identified {count_people(len(done.people))}: their time was over", err=True)
    except DBAPIError as error:
        click.echo(f"nobody was forgotten: {str(error.orig).strip()}", err=True)


def count_people(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people"


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
