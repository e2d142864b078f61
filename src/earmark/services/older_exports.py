"""Exports of an older Earmark: their rows are brought to the tables of this one by its own migrations.

So whatever a migration does to a database, it does to an export too: a new column gets its default, and rows
that moved are where they belong.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, insert

from earmark.services.export_files import place_of, stored_lines
from earmark.services.restore_files import ExportFolder
from earmark.services.workrooms import workroom
from earmark.storage.copies import BLOCK, COPIED, tables_there
from earmark.storage.database import Database, sqlite_url
from earmark.storage.migrate import HEAD, upgrade


@contextmanager
def with_rows_of_today(export: ExportFolder, *, work: Path) -> Iterator[ExportFolder]:
    """Give an export whose rows fit the tables of this Earmark, which lasts as long as the context.

    Args:
        export: One of any revision of the tables.
        work: Where a database and the newer rows may lie meanwhile.

    Raises:
        WrongInputError: The rows of a table that its Earmark had are not among its files.
    """
    if export.tables == HEAD:
        yield export
        return
    with workroom(work) as folder:
        newer = replace(export, tables=HEAD, stored=folder)
        with Database(sqlite_url(newer.stored / "older.sqlite3")) as database:
            upgrade(database, to=export.tables)
            with database.begin() as connection:
                _put_in(connection, export)
            upgrade(database)
            with database.read() as connection:
                _take_out(connection, newer)
        yield newer


def _put_in(connection: Connection, export: ExportFolder) -> None:
    tables = tables_there(connection)
    export.refuse_without({table.name for table in tables} & set(COPIED))
    for table in tables:
        if place_of(table.name) in export.files:
            rows = export.rows(table.name)
            while block := list(islice(rows, BLOCK)):
                connection.execute(insert(table), block)


def _take_out(connection: Connection, export: ExportFolder) -> None:
    (study,) = connection.exec_driver_sql("SELECT id FROM study").scalars()
    for table in COPIED:
        place = export.stored / place_of(table)
        place.parent.mkdir(exist_ok=True)
        with place.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(stored_lines(connection, table, study))
