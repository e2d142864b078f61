from __future__ import annotations

import pytest
from sqlalchemy import bindparam, insert, select, update

from earmark.services.home import Home
from earmark.storage.statements import Statement
from earmark.storage.tables import event, person, study

ADD = Statement(insert(event))
ROW = {"study_id": None, "person_id": None, "assignment_id": None, "kind": "test", "at": 1}


def test_types_are_converted_both_ways(home: Home) -> None:
    def work(connection: object) -> list[object]:
        ADD.run(connection, **ROW, body={"a": [1, "é", None]})
        return Statement(select(event.c.body, event.c.kind)).rows(connection)

    assert home.database.write(work) == [({"a": [1, "é", None]}, "test")]


def test_columns_have_their_names(home: Home) -> None:
    statement = Statement(select(event.c.kind.label("what"), event.c.at))

    def work(connection: object) -> object:
        ADD.run(connection, **ROW, body={})
        return statement.first(connection)

    row = home.database.write(work)
    assert (row.what, row.at) == ("test", 1)


def test_no_row_is_none(home: Home) -> None:
    nobody = Statement(select(person.c.id, person.c.founder).where(person.c.id == bindparam("who")))
    with home.database.read() as connection:
        assert nobody.first(connection, who="x") is None
        assert nobody.scalar(connection, who="x") is None
        assert nobody.rows(connection, who="x") == []


def test_run_counts_changed_rows_and_returning_reads_them(home: Home) -> None:
    move = Statement(update(event).where(event.c.kind == bindparam("which")).values(at=bindparam("when")))
    back = Statement(update(event).values(at=7).returning(event.c.at))

    def work(connection: object) -> tuple[object, ...]:
        ADD.run_many(connection, [{**ROW, "body": {}}, {**ROW, "body": {}}])
        moved = move.run(connection, which="test", when=5), move.run(connection, which="other", when=5)
        return (*moved, [row.at for row in back.rows(connection)])

    assert home.database.write(work) == (2, 0, [7, 7])


def test_a_value_left_out_is_an_error_and_not_a_null(home: Home) -> None:
    with pytest.raises(KeyError):
        home.database.write(lambda connection: Statement(insert(study)).run(connection, id="s"))
