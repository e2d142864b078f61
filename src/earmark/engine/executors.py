"""Where heavy work runs: on the processors of this machine, or on the workers of a Dask cluster.

All give an executor of `concurrent.futures`, so that whoever has work need not know which.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Final

from earmark.core.errors import EnvironmentProblemError

PATIENCE_S: Final = 10
"""How long a scheduler may take to answer."""

_DIED: Final = (
    "A process ended without a word, perhaps for want of memory. What was finished before is told. Use fewer "
    "with --jobs."
)
_NOT_INSTALLED: Final = "Dask is not installed. Install the extra: pip install 'earmark[dask]'."
_NO_SCHEDULER: Final = (
    "No Dask scheduler answers at {address}: {error}. Start one ('dask scheduler'), or check the address."
)
_GAVE_UP: Final = (
    "The cluster gave up on a file, since the workers that read it ended again and again: {error}. What was "
    "finished before is told. Give workers more memory, or leave the file out."
)


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Run work in so many processes, which begin anew and share nothing; what waits is dropped at the end.

    Raises:
        EnvironmentProblemError: A process came to grief, such as for want of memory.
    """
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise EnvironmentProblemError(_DIED) from error
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Run work on the workers of a Dask cluster, which have Earmark and see the same files.

    What a worker that is lost had in hand, or had finished and not handed over, others do again.

    Args:
        address: Of the scheduler, such as ``tcp://10.0.0.5:8786``.

    Raises:
        EnvironmentProblemError: Dask is not installed, no scheduler answers, or the cluster gave up on
            something.
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
        try:
            yield client.get_executor(pure=False)
        except KilledWorker as error:
            raise EnvironmentProblemError(_GAVE_UP.format(error=error)) from error
