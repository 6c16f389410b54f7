"""Databases as earlier versions of the program left them, filled with plain SQL."""

from collections.abc import Iterable

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, make_url

from assess.store.schema import MIGRATIONS


def make_old_database(url: str, revision: str, statements: Iterable[str]) -> None:
    """Migrate an empty database to the old *revision* and run the statements there."""
    parsed = make_url(url)
    postgresql = parsed.get_backend_name() == "postgresql"
    engine = create_engine(parsed.set(drivername="postgresql+psycopg") if postgresql else parsed)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()
