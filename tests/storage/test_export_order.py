from __future__ import annotations

from collections.abc import Mapping

import pytest
from sqlalchemy import Connection, event

from earmark.services.home import Home
from earmark.storage.exports import stream


@pytest.mark.parametrize("table", ["scores", "submissions"])
def test_a_large_table_of_an_export_begins_without_being_sorted_whole(home: Home, table: str) -> None:
    with home.database.read() as connection:
        plan = " ".join(_plan_of(connection, table))
    assert "SEARCH submission USING INDEX ix_submission_study (" in plan
    assert (
        "TEMP B-TREE FOR ORDER BY" not in plan
    )  # at most the last part of the order, a submission at a time


def _plan_of(connection: Connection, table: str) -> list[str]:
    asked: list[tuple[str, Mapping[str, object]]] = []

    @event.listens_for(connection, "before_cursor_execute")
    def note(*said: object) -> None:
        asked.append((str(said[2]), said[3]))  # type: ignore[arg-type]  # statement and parameters

    next(stream(connection, table, "no-study"), None)
    statement, parameters = asked[-1]
    event.remove(connection, "before_cursor_execute", note)
    rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
    return [str(row.detail) for row in rows]
