"""A prepared statement binds what SQLAlchemy would bind: by name, by type, with its constants."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, bindparam, insert, select

from assess.database.statements import Prepared
from assess.store.tables import Campaign
from assess.store.tables.base import table_of

campaign = table_of(Campaign)
AT = datetime(2026, 1, 31, 12, 30, tzinfo=UTC)


def test_values_are_bound_by_name_and_as_their_type_wants_on_every_database(database: Engine) -> None:
    columns: dict[str, Any] = {
        "name": "a",
        "seed": 1,
        "state": "draft",
        "parameters": {"k": 5},
        "texts": {},
        "created_at": AT,
    }
    add = Prepared(insert(campaign).values({name: bindparam(name) for name in columns}))
    query = select(campaign.c.seed, campaign.c.created_at == bindparam("at")).where(
        campaign.c.name == bindparam("called"), campaign.c.state == "draft"
    )
    find = Prepared(query)
    with database.execution_options(writing=True).begin() as connection:
        for name, seed in (("a", 1), ("b", 2)):
            add(connection, **columns | {"name": name, "seed": seed})
        assert find(connection, at=AT, called="b") == [(2, True)]
        assert find(connection, called="a", at=AT) == [(1, True)]
        assert connection.execute(select(campaign.c.parameters)).scalars().all() == [{"k": 5}, {"k": 5}]
