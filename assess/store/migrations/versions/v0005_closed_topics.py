"""Topics that are closed before their tournament is over."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("topic", sa.Column("closed_at", sa.DateTime(timezone=True)))
