"""A Parquet file as a table of columns, without a crash where it is damaged."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any


class DamagedParquetError(Exception):
    """The file is no Parquet that can be read; the message is the reader's."""


def read_table(path: Path) -> Any:  # noqa: ANN401 - a table of arro3's
    """Read a file into a table whose columns are got by name.

    Raises:
        DamagedParquetError: It is damaged, or is no Parquet.
    """
    with ThreadPoolExecutor(1) as thread:  # a notebook's own thread has a loop that runs already
        return thread.submit(asyncio.run, _read(path.resolve().parent, path.name)).result()


async def _read(folder: Path, name: str) -> Any:  # noqa: ANN401 - as above
    """Read by way of a store: the shorter way panics, beyond `Exception`, on damaged files."""
    from arro3.io import read_parquet_async  # noqa: PLC0415 - only who brings Parquet waits for it
    from arro3.io.store import LocalStore  # noqa: PLC0415 - the same

    try:
        return await read_parquet_async(name, store=LocalStore(str(folder)))
    except Exception as error:  # the reader has no error of its own: it raises plain `Exception` at damage
        raise DamagedParquetError(str(error).partition("\n")[0]) from error
