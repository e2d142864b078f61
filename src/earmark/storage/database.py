"""The database: read-only connections, and one writer that commits many requests in one sync to disk.

On SQLite a single thread owns the only writing connection. It takes every request that waits, runs each in
its own savepoint, and commits them together (group commit): one `fsync` acknowledges all, a request that
fails takes nothing of the others with it, and nobody is answered before the disk has the answer. Other
processes (a command beside a running server) write through SQLite's own lock and wait for up to ten seconds.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, Self, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from earmark.storage.failures import environment_problem, explained

BUSY_TIMEOUT_S: Final = 10
GROUP_SIZE: Final = 64
READERS: Final = 8

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _Request(Generic[Result]):
    work: Callable[[Connection], Result]
    answer: Future[Result]


_Outcome = tuple[Future[object], object, BaseException | None]


class Database:
    """One SQLite file, with typed access for reads and writes."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._readers = _sqlite_engine(url, read_only=True)
        self._idle: deque[Connection] = deque()  # kept open: a rater's every click reads
        self._writers = _sqlite_engine(url, read_only=False)
        self._writer = _Writer(self._writers)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Lend a read-only connection; what it sees does not change until it is given back."""
        with explained():
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = self._readers.connect()
            try:
                yield connection
            finally:
                connection.rollback()
                self._idle.append(connection)

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run ``work`` in a transaction and return its result once that is on disk."""
        return self._writer.submit(work).result()

    async def write_async(self, work: Callable[[Connection], Result]) -> Result:
        """Run ``work`` as `write` does, without holding up the event loop."""
        return await asyncio.wrap_future(self._writer.submit(work))

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Open a writing transaction of one's own, for migrations and imports; it shuts out other writers."""
        with explained(), self._writers.begin() as connection:
            yield connection

    def close(self) -> None:
        """Finish what was submitted and close all connections."""
        self._writer.close()
        self._writers.dispose()
        while self._idle:
            self._idle.pop().close()
        self._readers.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Writer:
    """The one thread that writes. It starts with the first request."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._requests: queue.SimpleQueue[_Request[object] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def submit(self, work: Callable[[Connection], Result]) -> Future[Result]:
        answer: Future[Result] = Future()
        self._start()
        self._requests.put(_Request(work, answer))  # type: ignore[arg-type]  # Future is invariant
        return answer

    def close(self) -> None:
        if self._thread is not None:
            self._requests.put(None)
            self._thread.join()
            self._thread = None

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="earmark-writer", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while (group := self._next_group()) is not None:
            _commit_group(self._engine, group)

    def _next_group(self) -> list[_Request[object]] | None:
        """Wait for one request and take all that wait with it; None says that the writer is closing."""
        first = self._requests.get()
        if first is None:
            return None
        group = [first]
        while len(group) < GROUP_SIZE:
            try:
                request = self._requests.get_nowait()
            except queue.Empty:
                break
            if request is None:
                self._requests.put(None)  # finish this group, then close
                break
            group.append(request)
        return group


def _commit_group(engine: Engine, group: list[_Request[object]]) -> None:
    """Run the requests, commit once, then answer: an answer given is an answer on disk.

    Whoever has given up waiting before it began is passed over. The connection is borrowed anew for each
    group, so that what a full disk left of one is not the next one's.
    """
    outcomes: list[_Outcome]
    group = [request for request in group if request.answer.set_running_or_notify_cancel()]
    try:
        with engine.begin() as connection:
            outcomes = [(request.answer, *_run_in_savepoint(connection, request.work)) for request in group]
    except BaseException as stopped:  # noqa: BLE001 - whatever stopped the commit is the answer to all
        outcomes = [(request.answer, None, stopped) for request in group]
    for answer, result, failure in outcomes:
        if failure is None:
            answer.set_result(result)
        else:
            answer.set_exception(environment_problem(failure) or failure)


def _run_in_savepoint(
    connection: Connection, work: Callable[[Connection], object]
) -> tuple[object, BaseException | None]:
    """Run one request; when it fails, undo it alone."""
    cursor = connection.connection.cursor()  # savepoints on the driver: a third of the cost of Core's
    cursor.execute("SAVEPOINT request")
    try:
        result = work(connection)
    except BaseException as failure:
        if environment_problem(failure):
            raise  # SQLite may have undone the whole transaction, savepoints and all
        cursor.execute("ROLLBACK TO request")
        cursor.execute("RELEASE request")
        return None, failure
    cursor.execute("RELEASE request")
    return result, None


def read_json(text: str) -> object:
    """Return what JSON says. Most columns of an export's rows hold an empty list, which costs nothing so."""
    return [] if text == "[]" else json.loads(text)


def _sqlite_engine(url: str, *, read_only: bool) -> Engine:
    """Make an engine whose transactions begin when we say so; a writing one takes the write lock at once."""
    engine = create_engine(
        url,
        pool_size=READERS if read_only else 2,
        max_overflow=9 * READERS,  # for each of a server's forty threads two: results read on two at once
        json_deserializer=read_json,
        pool_use_lifo=True,  # each connection keeps pages in memory: those that are warm are used first
        connect_args={"timeout": BUSY_TIMEOUT_S, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # we begin, not the driver
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-65536"):
            cursor.execute(f"PRAGMA {pragma}")
        if read_only:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine


def sqlite_url(path: Path) -> str:
    """Return the SQLAlchemy address of a SQLite file."""
    return f"sqlite:///{path}"
