"""Statements of the paths that every click of a rater takes: written in Core, compiled once, run bare.

Core finds the compiled form of a statement anew at each execution, which costs ten times what SQLite needs
to run it. A `Statement` keeps the compiled form and hands it to the driver with the same treatment of
types (JSON, Boolean). It has no values of variable length, and returns plain named tuples.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Dialect, Insert, Select, Table
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.type_api import TypeEngine

Core = Select[Any] | UpdateBase
_Convert = Callable[[Any], Any]


class Statement:
    """One statement with named values; give every value that it names, by keyword."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, **values: object) -> int:
        """Run it and return how many rows it changed."""
        return self._execute(connection, values)[1].rowcount

    def run_many(self, connection: Connection, rows: Iterable[Mapping[str, object]]) -> None:
        """Run it once for each row."""
        compiled = self._for(connection.dialect)
        cursor = _cursor(connection)
        cursor.executemany(compiled.sql, [compiled.arrange(row) for row in rows])

    def first(self, connection: Connection, **values: object) -> Any:  # noqa: ANN401 - a named tuple of any columns
        """Run it and return its first row, or None."""
        compiled, cursor = self._execute(connection, values)
        row = cursor.fetchone()
        return None if row is None else compiled.read(row)

    def rows(self, connection: Connection, **values: object) -> list[Any]:
        """Run it and return all its rows."""
        compiled, cursor = self._execute(connection, values)
        return [compiled.read(row) for row in cursor.fetchall()]

    def scalar(self, connection: Connection, **values: object) -> Any:  # noqa: ANN401 - one value of any type
        """Run it and return the first value of its first row, or None."""
        row = self.first(connection, **values)
        return None if row is None else row[0]

    def _execute(self, connection: Connection, values: Mapping[str, object]) -> tuple[_Compiled, DBAPICursor]:
        compiled = self._for(connection.dialect)
        cursor = _cursor(connection)
        cursor.execute(compiled.sql, compiled.arrange(values))
        return compiled, cursor

    def _for(self, dialect: Dialect) -> _Compiled:
        if dialect.name not in self._compiled:
            self._compiled[dialect.name] = _compile(self._core, dialect)
        return self._compiled[dialect.name]


@dataclass(frozen=True, slots=True)
class _Compiled:
    """SQL for one driver, with the order and the types of its values and columns."""

    sql: str
    order: tuple[str, ...] | None  # None where the driver takes values by name
    constants: Mapping[str, object]
    to_driver: Mapping[str, _Convert]
    from_driver: tuple[_Convert | None, ...]
    make_row: Callable[[Iterable[Any]], Any]

    def arrange(self, values: Mapping[str, object]) -> Any:  # noqa: ANN401 - a tuple or a mapping, as the driver wants
        given = {**self.constants, **values}
        for name, convert in self.to_driver.items():
            given[name] = convert(given[name])
        return given if self.order is None else tuple([given[name] for name in self.order])

    def read(self, row: Iterable[Any]) -> Any:  # noqa: ANN401 - a named tuple of any columns
        if not any(self.from_driver):
            return self.make_row(row)
        pairs = zip(row, self.from_driver, strict=True)
        return self.make_row(convert(value) if convert else value for value, convert in pairs)


def _compile(core: Core, dialect: Dialect) -> _Compiled:
    names = (
        _written_columns(core.table) if isinstance(core, Insert) and isinstance(core.table, Table) else None
    )
    compiled = core.compile(dialect=dialect, column_keys=names)
    converters = {name: _to_driver(bound.type, dialect) for bound, name in compiled.bind_names.items()}
    columns = _columns(core)
    required = {name for bound, name in compiled.bind_names.items() if bound.required}
    return _Compiled(
        sql=str(compiled),
        order=tuple(compiled.positiontup or ()) if compiled.positional else None,
        constants={name: value for name, value in compiled.params.items() if name not in required},
        to_driver={name: convert for name, convert in converters.items() if convert},
        from_driver=tuple(_from_driver(column.type, dialect) for column in columns),
        make_row=_row_type([column.key or f"_{index}" for index, column in enumerate(columns)]),
    )


def _columns(core: Core) -> list[Any]:
    if isinstance(core, Select):
        return list(core.selected_columns)
    return list(core._returning)  # noqa: SLF001 - Core has no public name for it


def _written_columns(table: Table) -> list[str]:
    return [column.key for column in table.columns if column is not table.autoincrement_column]


def _row_type(names: list[str]) -> Callable[[Iterable[Any]], Any]:
    row = namedtuple("Row", names, rename=True)  # type: ignore[misc] # noqa: PYI024 - names known at run time
    return row._make


def _to_driver(type_: TypeEngine[Any], dialect: Dialect) -> _Convert | None:
    return type_.dialect_impl(dialect).bind_processor(dialect)


def _from_driver(type_: TypeEngine[Any], dialect: Dialect) -> _Convert | None:
    return type_.dialect_impl(dialect).result_processor(dialect, None)


def _cursor(connection: Connection) -> DBAPICursor:
    cursor: DBAPICursor = connection.connection.cursor()
    return cursor
