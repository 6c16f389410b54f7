"""Back up, restore and copy a whole database."""

from pathlib import Path

import click

from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.progress import with_progress
from assess.database.engine import parse_url, reading
from assess.errors import ParameterError
from assess.store.moving.backup_file import opened_backup, write_backup
from assess.store.moving.filling import fill_database
from assess.store.moving.snapshot import Snapshot, batches_of, snapshot_of

SECRETS = "The file holds the identities of people and the key that signs links: keep it as safe as the database."
ONE_OF_THEM = "From now on, use only one of the two databases: else the same work may be handed out and paid twice."


@click.command()
@click.argument("file")
@click.option("--force", is_flag=True, help="Replace a file of that name.")
@database_option
def backup(file: str, force: bool, database: str) -> None:
    """Write the whole database into a file.

    All campaigns with links, people, judgments, ledger and settings, as they are at one moment. People can go on
    judging meanwhile. assess restore makes a database of it, on SQLite or PostgreSQL. Images are not in it.

    \b
    Example:
        assess backup monday.jsonl.gz
    """
    with opened(database) as engine, reading(engine) as session:
        snapshot = snapshot_of(session, current_time())
        batches = with_progress("Backing up", batches_of(session, snapshot), snapshot.batches)
        write_backup(file, snapshot, batches, replace=force)
    click.echo(f"file           {file}, {-(-Path(file).stat().st_size // 1024):,} KB, readable by you alone")
    _show(snapshot)
    click.echo(SECRETS, err=True)


@click.command()
@click.argument("file")
@database_option
def restore(file: str, database: str) -> None:
    """Make a database from a backup.

    The database must be new, or have empty tables. It gets everything, or nothing if the file is damaged or the command
    is killed. Links keep working.

    \b
    Example:
        assess restore monday.jsonl.gz --db sqlite:///restored.db
    """
    with opened_backup(file) as (snapshot, batches):
        fill_database(database, snapshot, with_progress("Restoring", batches, snapshot.batches))
    click.echo(f"database       {_shown(database)}")
    _show(snapshot)
    click.echo(ONE_OF_THEM, err=True)


@click.command()
@click.argument("source")
@click.argument("target")
def copy(source: str, target: str) -> None:
    """Copy the whole database into another one.

    From SQLite to PostgreSQL, back, or to the same kind. The target must be new, or have empty tables. It gets
    everything, or nothing if the command fails or is killed. The source does not change.

    assess duplicate begins a new campaign like another one.

    \b
    Example:
        assess copy sqlite:///assess.db postgresql://user@host/assess
    """
    if parse_url(source) == parse_url(target):
        raise ParameterError(f"found {_shown(source)} twice, expected another database as the target")
    with opened(source) as engine, reading(engine) as session:
        snapshot = snapshot_of(session, current_time())
        batches = with_progress("Copying", batches_of(session, snapshot), snapshot.batches)
        fill_database(target, snapshot, batches)
    click.echo(f"database       {_shown(target)}")
    _show(snapshot)
    click.echo(ONE_OF_THEM, err=True)


def _shown(url: str) -> str:
    return parse_url(url).render_as_string()


def _show(snapshot: Snapshot) -> None:
    click.echo(f"as of          {snapshot.at:%Y-%m-%d %H:%M:%S} UTC")
    click.echo(f"campaigns      {snapshot.rows_of('campaign'):,}")
    click.echo(f"judgments      {snapshot.rows_of('judgment'):,}")
    click.echo(f"rows           {snapshot.rows:,} in {len(snapshot.tables)} tables")
