from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from earmark.core.errors import EnvironmentProblemError
from earmark.storage.database import Database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(f"sqlite:///{tmp_path}/test.sqlite3") as opened:
        with opened.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE word (text TEXT PRIMARY KEY)")
        yield opened


def add(connection: Connection, text: str) -> None:
    connection.exec_driver_sql("INSERT INTO word VALUES (?)", (text,))


def words(database: Database) -> list[str]:
    with database.read() as connection:
        rows = connection.exec_driver_sql("SELECT text FROM word ORDER BY text")
        return list(rows.scalars())


def test_what_write_returns_is_on_disk(database: Database, tmp_path: Path) -> None:
    assert database.write(lambda connection: add(connection, "a") or "done") == "done"
    with sqlite3.connect(tmp_path / "test.sqlite3") as other:
        assert other.execute("SELECT text FROM word").fetchall() == [("a",)]


class Gate:
    """Keeps the writer busy until it is opened, so that what is submitted meanwhile waits together."""

    def __init__(self, database: Database) -> None:
        self._reached = threading.Event()
        self._opened = threading.Event()
        self.commits: list[str] = []
        self._held = database._writer.submit(self._hold)
        self._reached.wait(10)

    def _hold(self, connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.set_trace_callback(lambda sql: self.commits.append(sql) if sql == "COMMIT" else None)
        self._reached.set()
        self._opened.wait(10)

    def open(self) -> None:
        self._opened.set()
        self._held.result(10)


def test_requests_that_wait_together_are_committed_together(database: Database) -> None:
    gate = Gate(database)
    answers = [database._writer.submit(lambda c, n=n: add(c, str(n))) for n in range(8)]
    gate.open()
    for answer in answers:
        answer.result(10)
    assert words(database) == [str(n) for n in range(8)]
    assert gate.commits == ["COMMIT", "COMMIT"]


def test_a_request_that_fails_takes_nothing_of_the_others_with_it(database: Database) -> None:
    def fail(connection: Connection) -> None:
        add(connection, "half done")
        message = "no"
        raise ValueError(message)

    gate = Gate(database)
    one, bad, two = (
        database._writer.submit(work) for work in (lambda c: add(c, "one"), fail, lambda c: add(c, "two"))
    )
    gate.open()
    one.result(10)
    two.result(10)
    with pytest.raises(ValueError, match="no"):
        bad.result(10)
    assert words(database) == ["one", "two"]
    assert gate.commits == ["COMMIT", "COMMIT"]


def test_a_reader_cannot_write(database: Database) -> None:
    with database.read() as connection, pytest.raises(OperationalError, match="readonly"):
        add(connection, "a")


def test_a_reader_sees_one_moment(database: Database) -> None:
    with database.read() as connection:
        before = connection.exec_driver_sql("SELECT count(*) FROM word").scalar()
        database.write(lambda writer: add(writer, "a"))
        assert connection.exec_driver_sql("SELECT count(*) FROM word").scalar() == before == 0
    assert words(database) == ["a"]


def test_another_process_can_write_beside_the_writer(database: Database, tmp_path: Path) -> None:
    database.write(lambda connection: add(connection, "a"))
    with sqlite3.connect(tmp_path / "test.sqlite3") as other:
        other.execute("INSERT INTO word VALUES ('b')")
    database.write(lambda connection: add(connection, "c"))
    assert words(database) == ["a", "b", "c"]


def test_the_database_syncs_each_commit_to_disk(database: Database) -> None:
    def pragmas(connection: Connection) -> tuple[object, object]:
        sync = connection.exec_driver_sql("PRAGMA synchronous").scalar()
        return sync, connection.exec_driver_sql("PRAGMA journal_mode").scalar()

    assert database.write(pragmas) == (2, "wal")


def test_closing_finishes_what_was_submitted(tmp_path: Path) -> None:
    opened = Database(f"sqlite:///{tmp_path}/closing.sqlite3")
    with opened.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE word (text TEXT PRIMARY KEY)")
    answers = [opened._writer.submit(lambda c, n=n: add(c, str(n))) for n in range(200)]
    opened.close()
    assert all(answer.done() and answer.exception() is None for answer in answers)
    with sqlite3.connect(tmp_path / "closing.sqlite3") as other:
        assert other.execute("SELECT count(*) FROM word").fetchone() == (200,)


def test_a_request_whose_sender_gave_up_holds_up_nobody(database: Database) -> None:
    async def give_up() -> None:
        gate = Gate(database)
        waiting = asyncio.ensure_future(database.write_async(lambda connection: add(connection, "given up")))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        await asyncio.sleep(0)  # now its future knows
        gate.open()

    asyncio.run(give_up())
    database._writer.submit(lambda connection: add(connection, "next")).result(10)
    assert words(database) == ["next"]


def test_a_full_disk_is_said_and_the_next_request_is_served(database: Database) -> None:
    def fill(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        try:
            for number in range(10_000):
                add(connection, f"{number} " + "x" * 1000)
        finally:
            connection.exec_driver_sql("PRAGMA max_page_count=1000000")

    with pytest.raises(EnvironmentProblemError, match="The disk is full"):
        database.write(fill)
    database.write(lambda connection: add(connection, "next"))
    assert words(database) == ["next"]


def test_a_database_that_is_none_is_said_to_readers_and_writers(tmp_path: Path) -> None:
    (tmp_path / "test.sqlite3").write_bytes(b"no database" * 1000)
    with Database(f"sqlite:///{tmp_path}/test.sqlite3") as broken:
        with pytest.raises(EnvironmentProblemError, match="damaged"), broken.read():
            pass
        with pytest.raises(EnvironmentProblemError, match="damaged"):
            broken.write(lambda connection: add(connection, "a"))


def test_a_lock_held_by_another_process_fails_one_request_and_not_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("earmark.storage.database.BUSY_TIMEOUT_S", 0.01)
    with Database(f"sqlite:///{tmp_path}/test.sqlite3") as database:
        with database.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE word (text TEXT PRIMARY KEY)")
        other = sqlite3.connect(tmp_path / "test.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(EnvironmentProblemError, match="Another process"):
            database.write(lambda connection: add(connection, "held up"))
        other.close()
        database.write(lambda connection: add(connection, "next"))
        assert words(database) == ["next"]
