"""Statements that run so often that compiling them costs time: each is compiled once for each database."""

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql import ClauseElement

# Converts the value of a parameter for the driver; None: no conversion.
Processor = Callable[[Any], Any] | None


class Prepared:
    """A statement compiled once for each kind of database.

    Rows come as the driver returns them, without conversion to Python types: compare dates in SQL.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._compiled: dict[str, _Compiled] = {}

    def __call__(self, connection: Connection, **values: Any) -> list[tuple[Any, ...]]:
        """Run the statement with these parameters in the current transaction; return its rows."""
        compiled = self._compiled.get(connection.dialect.name)
        if compiled is None:
            compiled = self._compiled[connection.dialect.name] = _Compiled(self._statement, connection.dialect)
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute(compiled.sql, compiled.bind(values))
            return list(cursor.fetchall()) if cursor.description else []


class _Compiled:
    """The SQL for one kind of database, and how its parameters are bound."""

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
