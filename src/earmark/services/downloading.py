"""An export as a ZIP that is sent while it is made, so that it needs no room and begins at once."""

from __future__ import annotations

import asyncio
import io
import queue
import threading
import zipfile
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from earmark.core.times import SECOND
from earmark.exports.sinks import ZipSink
from earmark.services.export_files import write_export
from earmark.services.studies import Study

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

BLOCK: Final = 1 << 16
"""Bytes handed over at a time."""

WAITING: Final = 16
"""Blocks that may wait for whoever reads; then the export waits, too."""

PATIENCE_S: Final = 300
"""How long it waits. It keeps a view of the database open, which must not last for ever."""


class NobodyReadsError(Exception):
    """Whoever asked for the export has gone, or has stopped taking it; it ends here."""


async def stream_export(study: Study, *, audio: bool = False) -> AsyncIterator[bytes]:
    """Yield the ZIP of an export, block by block; it is made only as fast as it is taken.

    What goes wrong on the way is raised here: the archive has no end then, and no program takes it for whole.
    Whoever stops early ends the export.
    """
    pipe = _Pipe()
    threading.Thread(
        target=_write, args=(study, pipe), kwargs={"audio": audio}, name="earmark-export", daemon=True
    ).start()
    try:
        while block := await asyncio.to_thread(pipe.take):
            yield block
    finally:
        pipe.abandon()


def _write(study: Study, pipe: _Pipe, *, audio: bool) -> None:
    moment = datetime.fromtimestamp(study.home.clock() // SECOND, UTC)
    at = (moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
    try:
        with zipfile.ZipFile(pipe, "w") as archive:
            write_export(study, ZipSink(archive, folder=study.name, at=at), audio=audio)
    except BaseException as failure:  # noqa: BLE001 - the reader raises it
        pipe.finish(failure)
    else:
        pipe.finish()


class _Pipe(io.RawIOBase):
    """What one thread writes, another takes. The first bytes go at once, the others in blocks."""

    def __init__(self) -> None:
        self._blocks: queue.Queue[bytes] = queue.Queue(WAITING)
        self._begun = bytearray()
        self._has_sent = False
        self._is_abandoned = False
        self._failure: BaseException | None = None

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        content = bytes(data)
        self._begun += content
        if len(self._begun) >= BLOCK or (content and not self._has_sent):
            self._send()
        return len(content)

    def finish(self, failure: BaseException | None = None) -> None:
        """Say that nothing comes any more, and why, where that is no good end."""
        self._failure = failure
        try:
            if failure is None and self._begun:
                self._send()
            self._put(b"")
        except NobodyReadsError:
            return  # nobody is there to be told

    def take(self) -> bytes:
        """Wait for the next block; nothing at the end. Raises what the writing thread ended with."""
        block = self._blocks.get()
        if not block and self._failure is not None:
            raise self._failure
        return block

    def abandon(self) -> None:
        """Stop reading: the next write ends the writing thread, and whoever waits for a block gets none.

        A reader that was called off leaves its thread behind, waiting; the thread is needed for others.
        """
        self._is_abandoned = True
        with suppress(queue.Empty):
            while True:
                self._blocks.get_nowait()
        with suppress(queue.Full):  # then there is something to get
            self._blocks.put_nowait(b"")

    def _send(self) -> None:
        block = bytes(self._begun)
        self._begun.clear()
        self._has_sent = True
        self._put(block)

    def _put(self, block: bytes) -> None:
        if self._is_abandoned:
            raise NobodyReadsError
        try:
            self._blocks.put(block, timeout=PATIENCE_S)
        except queue.Full:
            raise NobodyReadsError from None
