"""Look for the traces of a person: in every row of the database, and in the bytes of its file."""

import json
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Engine, select

from assess.database.engine import is_postgresql, reading
from assess.store.tables import Base


def traces(engine: Engine, names: Iterable[str]) -> set[tuple[str, str]]:
    """Column and name, for each of the names that a row of any table still has."""
    found = set[tuple[str, str]]()
    with reading(engine) as session:
        for table in Base.metadata.sorted_tables:
            for row in session.execute(select(table)).mappings():
                for column, value in row.items():
                    text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
                    found |= {(f"{table.name}.{column}", name) for name in names if name in text}
    return found


def bytes_left(engine: Engine, names: Iterable[str]) -> set[str]:
    """The names that are anywhere in the files of an SQLite database; its write-ahead log is one of them."""
    if is_postgresql(engine) or engine.url.database is None:
        return set()
    path = Path(engine.url.database)
    data = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    return {name for name in names if name.encode() in data}
