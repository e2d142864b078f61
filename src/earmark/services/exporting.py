"""Write a study into a folder that stands by itself, all of it or nothing."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from earmark.core.errors import EnvironmentProblemError, WrongInputError
from earmark.exports.sinks import FolderSink
from earmark.services.export_files import check_sound, write_export
from earmark.services.studies import Study

_UNFINISHED = ".partial"


@dataclass(frozen=True, slots=True)
class Export:
    """What was written: the folder, the number of rows of each table, and of sound files."""

    study: str
    folder: Path
    rows: dict[str, int]
    audio: int

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {"study": self.study, "folder": str(self.folder), "rows": self.rows, "audio": self.audio}


def export_study(study: Study, folder: Path, *, audio: bool = False) -> Export:
    """Export a study as it is at one moment.

    Everything is written into a folder beside the wanted one and put in its place at the end: either all of
    it is there or nothing. What a killed run left beside it is cleared away.

    Args:
        study: The study.
        folder: Where to: a folder that is not there yet, or is empty.
        audio: Whether the original sound files come along.

    Raises:
        WrongInputError: The folder holds something already, or is a file. Nothing was written.
        EnvironmentProblemError: There is no room, or no right to write there. Nothing was left.
    """
    target = folder.absolute()
    _refuse_occupied(target)
    if audio:
        check_sound(study)
    with _explained(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        _clear_up(target)
        with _draft_of(target) as draft:
            written = write_export(study, FolderSink(draft), audio=audio)
            draft.chmod(0o755)  # mkdtemp made it private
            draft.replace(target)
    return Export(study.name, target, written.rows, written.audio)


@contextmanager
def _draft_of(target: Path) -> Iterator[Path]:
    """Make the folder that an export is written into, hold it, and take it away where it is not finished."""
    draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", suffix=_UNFINISHED, dir=target.parent))
    try:
        with _held(draft):
            yield draft
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)  # what failed is the news, be it the disk
        raise


def _clear_up(target: Path) -> None:
    """Take away what runs that were killed have left; one that is under way holds its folder."""
    for left in target.parent.glob(f".{_escaped(target.name)}-*{_UNFINISHED}"):
        with suppress(OSError), _held(left):  # somebody else's, or gone meanwhile
            shutil.rmtree(left)


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Hold a folder by a lock that ends with its holder, however that ends; OSError where another has it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


@contextmanager
def _explained(target: Path) -> Iterator[None]:
    """Say what keeps a folder from being written."""
    try:
        yield
    except OSError as error:
        message = (
            f"The export to {target} was given up: {error.strerror or error}. Make room or name another "
            "folder; nothing was left there."
        )
        raise EnvironmentProblemError(message) from error


def _refuse_occupied(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        message = f"{folder} is a file. Name a folder that is not there yet."
        raise WrongInputError(message)
    if any(folder.iterdir()):
        message = f"The folder {folder} is not empty. Name one that is not there yet, or empty it first."
        raise WrongInputError(message)
