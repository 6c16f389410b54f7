"""Run by Alembic for a migration. The connection comes from assess.store.schema, inside a transaction."""

from alembic import context

from assess.store.schema import VERSION_TABLE
from assess.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, version_table=VERSION_TABLE
)
context.run_migrations()
