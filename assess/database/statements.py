"""Statements that run so often that compiling them shows: compiled once for each database, and run as they are."""

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql import ClauseElement

# What becomes of the value of a parameter before the driver gets it; None: nothing.
Processor = Callable[[Any], Any] | None


class Prepared:
    """A statement compiled once for each kind of database. Rows come as the driver has them: compare dates in SQL."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._ready: dict[str, _Ready] = {}

    def __call__(self, connection: Connection, **values: Any) -> list[tuple[Any, ...]]:
        """Run it with these values of its parameters in the transaction that was begun; return its rows."""
        ready = self._ready.get(connection.dialect.name)
        if ready is None:
            ready = self._ready[connection.dialect.name] = _Ready(self._statement, connection.dialect)
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute(ready.sql, ready.bind(values))
            return list(cursor.fetchall()) if cursor.description else []


class _Ready:
    """The SQL of one database, and how its parameters are bound."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        self._order: list[str] | None = compiled.positiontup
        self._processors: dict[str, Processor] = {
            name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in compiled.binds.items()
        }
        fixed = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
        self._fixed = {name: self._processed(name, value) for name, value in fixed.items()}

    def bind(self, values: Mapping[str, Any]) -> Any:
        bound = self._fixed | {name: self._processed(name, value) for name, value in values.items()}
        return bound if self._order is None else tuple(bound[name] for name in self._order)

    def _processed(self, name: str, value: Any) -> Any:
        process = self._processors[name]
        return value if process is None else process(value)
