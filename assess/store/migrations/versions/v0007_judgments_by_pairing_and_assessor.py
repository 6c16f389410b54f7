"""One index for the judgment of an assessor in a pairing, in place of the one for the pairing alone."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_index("ix_judgment_pairing_assessor", "judgment", ["pairing_id", "assessor_id"])
    op.drop_index("ix_judgment_pairing_id", "judgment")
