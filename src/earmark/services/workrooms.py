"""Folders for what is half done, beside the objects: the system's own disk may be small for an hour of sound.

Whoever works in one holds it by a lock that the system lets go of when the process ends, however; so what a
killed run left is known, and the next one clears it away.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

PREFIX: Final = "importing-"


@contextmanager
def workroom(home: Path) -> Iterator[Path]:
    """Lend a folder that is removed at the end."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=home))
        with _held(folder) as is_held:
            if not is_held:
                continue  # a run that clears up was quicker than this lock
            try:
                yield folder
            finally:
                shutil.rmtree(folder)
            return


def clear_up(home: Path) -> None:
    """Remove what runs of this user left that no process works in any more."""
    for folder in home.glob(f"{PREFIX}*"):
        with suppress(FileNotFoundError):  # that run has just removed it itself
            if folder.is_dir() and folder.stat().st_uid == os.geteuid():
                _remove_unless_held(folder)


def _remove_unless_held(folder: Path) -> None:
    with _held(folder) as is_held:
        if is_held:
            shutil.rmtree(folder)


@contextmanager
def _held(folder: Path) -> Iterator[bool]:
    """Hold a folder; False where somebody else does, or has removed it."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError:
        yield False
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield folder.is_dir()
    except BlockingIOError:
        yield False
    finally:
        os.close(handle)
