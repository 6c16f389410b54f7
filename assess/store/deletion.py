"""Delete a campaign with everything that belongs to it, also its part of the append-only log.

The triggers that protect the log are lifted inside the transaction that deletes: if it does not commit, the campaign
and the triggers are as they were. Others see the triggers all the time.
"""

from sqlalchemy import ColumnElement, ForeignKey, Table, delete, func, select
from sqlalchemy.orm import Session

from assess.store.append_only import unprotected
from assess.store.tables import Base, Campaign
from assess.store.tables.base import table_of


def delete_campaign(session: Session, campaign: Campaign) -> None:
    """Delete the campaign and every row that belongs to it."""
    session.flush()
    connection, campaign_id = session.connection(), campaign.id
    with unprotected(connection, "delete"):
        for table in reversed(Base.metadata.sorted_tables):
            if (owner := _owner(table)) is not None:
                connection.execute(delete(table).where(_owned(owner, campaign_id)))
        connection.execute(delete(table_of(Campaign)).where(table_of(Campaign).c.id == campaign_id))
    session.expire_all()


def count_rows(session: Session, campaign_id: int) -> dict[str, int]:
    """Table to the number of rows that belong to the campaign."""
    found = {}
    for table in Base.metadata.sorted_tables:
        if (owner := _owner(table)) is not None:
            query = select(func.count()).select_from(table).where(_owned(owner, campaign_id))
            found[table.name] = session.execute(query).scalar_one()
    return found


def _owner(table: Table) -> ForeignKey | None:
    """The key that says to whom a row belongs: to its campaign, or to a row that belongs to a campaign.

    It is never NULL and never leads to the same table; a column can hold several, so that their order is fixed here.
    """
    if "campaign_id" in table.c:
        return next(iter(table.c["campaign_id"].foreign_keys))
    for column in table.columns:
        for key in sorted(column.foreign_keys, key=lambda key: key.target_fullname):
            above = key.column.table
            if not column.nullable and above is not table and _owner(above) is not None:
                return key
    return None


def _owned(owner: ForeignKey, campaign_id: int) -> ColumnElement[bool]:
    """Whether a row belongs to the campaign."""
    target = owner.column
    above = _owner(target.table)
    belongs = target == campaign_id if above is None else _owned(above, campaign_id)
    return owner.parent.in_(select(target).where(belongs))
