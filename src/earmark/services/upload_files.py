"""Where the files of an upload lie, and how they are written: ``uploads/<id>/`` of the data folder."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from earmark.core.errors import NoRoomError
from earmark.services.home import Home
from earmark.storage.uploads import FileRow

_FOLDER: Final = "uploads"
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def uploads_folder(home: Home) -> Path:
    """Return where the uploads of all studies lie."""
    return home.settings.home / _FOLDER


def upload_folder(home: Home, upload_id: str) -> Path:
    """Return where the files of an upload lie."""
    return uploads_folder(home) / upload_id


def place_of(home: Home, upload_id: str, path: str) -> Path:
    """Return where a file lies: below ``tree`` in its folders, or alone below ``loose``."""
    kind = "tree" if "/" in path else "loose"
    return upload_folder(home, upload_id) / kind / path


@contextmanager
def opened(home: Home, upload_id: str, file: FileRow) -> Iterator[int]:
    """Open the file for writing, made where it is not there; NoRoomError where the disk is full."""
    path = place_of(home, upload_id, file.path)
    with _room_needed():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.ftruncate(descriptor, file.received)  # what came without its answer comes again
            yield descriptor
        finally:
            os.close(descriptor)


def write_all(descriptor: int, content: bytes, offset: int) -> None:
    """Write all bytes from `offset` on."""
    left = memoryview(content)
    while left:
        written = os.pwrite(descriptor, left, offset)
        left, offset = left[written:], offset + written


@contextmanager
def _room_needed() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        message = (
            "The server's disk is full. What had arrived is kept. Let the operator make room, then go on."
        )
        raise NoRoomError(message) from error
