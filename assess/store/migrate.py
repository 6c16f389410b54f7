"""The schema's versions: which one a database has, and the way to the newest."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from assess.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"
# A name of its own: another program's migrations may live in the same PostgreSQL database.
VERSION_TABLE = "assess_version"


def is_current(connection: Connection) -> bool:
    """Whether the database has the newest schema; one that this program does not know is refused."""
    found = _version(connection)
    scripts = ScriptDirectory(str(MIGRATIONS))
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        raise StoreError(f"its schema {found!r} is newer than this program ({newest()!r}): upgrade assess")
    return found == scripts.get_current_head()


def migrate(connection: Connection) -> None:
    """Bring the schema to the newest version, inside the caller's transaction."""
    if is_current(connection):
        return
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def newest() -> str | None:
    """The version that this program brings a database to."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_revision()
