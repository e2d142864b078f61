"""Where heavy work runs: on the processors of this machine, or on the workers of a Dask cluster.

Nothing is lost with a process or a worker that ends by itself: what it had in hand is done again.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, TypeVar

from earmark.core.errors import EnvironmentProblemError

PATIENCE_S: Final = 10
"""How long a scheduler may take to answer."""

_AHEAD: Final = 2
"""How many tasks a process has before it, so that it need not wait for the slowest to be told."""

_NOT_INSTALLED: Final = "Dask is not installed. Install the extra: pip install 'earmark[dask]'."
_NO_SCHEDULER: Final = (
    "No Dask scheduler answers at {address}: {error}. Start one ('dask scheduler'), or check the address."
)
_GAVE_UP: Final = (
    "The cluster gave up on a file, since the workers that read it ended again and again: {error}. What was "
    "finished before is told. Give workers more memory, or leave the file out."
)
_LOST: Final = (
    "The Dask scheduler at {address} is lost, and with it what it had in hand. What was finished before is "
    "told. Start it again, and then the same command."
)
_NO_WORKERS: Final = "The Dask scheduler at {address} has no workers yet. Waiting for one ..."

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")
_UnderWay = deque[tuple[_Task, Future[_Result]]]


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each_apart(
    work: Callable[[_Task], _Result], tasks: Iterable[_Task], *, count: int
) -> Iterator[_Result | None]:
    """Yield what work makes of each task, in order, in so many processes that begin anew and share nothing.

    Where one ends without a word, such as for want of memory, nobody knows which task it was at: those under
    way are done again, one at a time. None stands for a task that ends its process then, too.
    """
    left = deque(tasks)
    while left:
        for task, done in (yield from _until_one_ends(work, left, count=count)):
            yield done.result() if done.done() and not done.exception() else _by_itself(work, task)


def _until_one_ends(
    work: Callable[[_Task], _Result], left: deque[_Task], *, count: int
) -> Generator[_Result, None, _UnderWay[_Task, _Result]]:
    """Take tasks from the left and yield what became of them; return those under way when a process ended."""
    under_way: _UnderWay[_Task, _Result] = deque()
    with _pool(count) as pool:
        while left or under_way:
            try:
                while left and len(under_way) < count * _AHEAD:
                    under_way.append((left[0], pool.submit(work, left[0])))
                    left.popleft()
                found = under_way[0][1].result()
            except BrokenProcessPool:
                break
            under_way.popleft()
            yield found
    return under_way


def _by_itself(work: Callable[[_Task], _Result], task: _Task) -> _Result | None:
    with _pool(1) as pool:
        try:
            return pool.submit(work, task).result()
        except BrokenProcessPool:
            return None


@contextmanager
def _pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """Lend so many processes; what waits is dropped at the end."""
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_end_with_parent)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """End at once on Ctrl-C, which the parent explains, and when the parent is killed: nobody else would."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_leave_after_parent, daemon=True).start()


def _leave_after_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str, *, tell: Callable[[str], None]) -> Iterator[Executor]:
    """Run work on the workers of a Dask cluster, which have Earmark and see the same files.

    What a worker that is lost had in hand, or had finished and not handed over, others do again.

    Args:
        address: Of the scheduler, such as ``tcp://10.0.0.5:8786``.
        tell: Takes a remark for people: that there are no workers yet.

    Raises:
        EnvironmentProblemError: Dask is not installed, no scheduler answers or it is lost, or the cluster
            gave up on something.
    """
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415 - an extra, and slow to import
    except ModuleNotFoundError as missing:
        raise EnvironmentProblemError(_NOT_INSTALLED) from missing
    try:
        client = Client(address, timeout=PATIENCE_S, set_as_default=False)
    except (OSError, ValueError) as error:
        message = _NO_SCHEDULER.format(address=address, error=error)
        raise EnvironmentProblemError(message) from error
    with client:
        if not client.scheduler_info()["workers"]:
            tell(_NO_WORKERS.format(address=address))
        try:
            yield client.get_executor(pure=False)
        except KilledWorker as error:
            raise EnvironmentProblemError(_GAVE_UP.format(error=error)) from error
        except CancelledError as error:
            raise EnvironmentProblemError(_LOST.format(address=address)) from error
