"""Uploads: files that an owner's browser sends in pieces, kept until they are imported or discarded.

A study has one upload at most. Its files lie in ``uploads/<id>/`` of the data folder: those of chosen folders
below ``tree/``, those chosen one by one below ``loose/``. A piece is on disk before its length is written to
the database, and only then answered. So the database says after any interruption how much of a file is there,
and a browser goes on from that.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from sqlalchemy import Connection

from earmark.core.errors import ConflictError, NoRoomError, NotFoundError, WrongInputError
from earmark.core.times import DAY
from earmark.core.uploads import Announced, Unwelcome, refuse
from earmark.services.home import Home
from earmark.storage import uploads as rows
from earmark.storage.jobs import has_active
from earmark.storage.uploads import FileRow

__all__ = ["Announced", "FileRow", "Unwelcome", "Upload"]

PIECE: Final = 3 << 20
"""Bytes of a piece, well below what a request may hold."""

KEPT_DAYS: Final = 7
RESERVE: Final = 200 << 20
"""Bytes that stay free for the database, whatever is sent."""

KIND: Final = "import"
_FOLDER: Final = "uploads"
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_LOCKS: Final = tuple(Lock() for _ in range(64))  # one server process has the folder
_GONE: Final = "This upload is not there any more: it was imported or discarded. Choose the files again."


@dataclass(frozen=True, slots=True)
class Upload:
    """What has come of a study's upload."""

    id: str
    files: tuple[FileRow, ...]
    touched_at: int

    @property
    def size(self) -> int:
        """Bytes in all."""
        return sum(file.size for file in self.files)

    @property
    def received(self) -> int:
        """Bytes that are here."""
        return sum(file.received for file in self.files)

    @property
    def missing(self) -> tuple[FileRow, ...]:
        """The files that are not whole."""
        return tuple(file for file in self.files if not file.is_complete)


class MisplacedPieceError(ConflictError):
    """A piece does not begin where the file ends so far; `received` says where that is."""

    def __init__(self, received: int) -> None:
        super().__init__("This piece does not begin where the file ends so far.")
        self.received = received


def upload_folder(home: Home, upload_id: str) -> Path:
    """Return where the files of an upload lie."""
    return home.settings.home / _FOLDER / upload_id


def upload_of(connection: Connection, study_id: str) -> Upload | None:
    """Return the upload of a study, if there is one."""
    found = rows.find_upload(connection, study_id)
    if found is None:
        return None
    return Upload(found.id, rows.files_of(connection, found.id), found.touched_at)


def announce(
    home: Home, study_id: str, files: Sequence[Announced], *, person_id: str
) -> tuple[str, tuple[FileRow, ...], tuple[Unwelcome, ...]]:
    """Say which files will be sent, and learn how much of each is here already.

    A file is known again by its path, its length and the time of its last change; where one of these
    differs, it begins anew.

    Returns:
        The id of the upload, the files that are welcome, and those that are not.

    Raises:
        ConflictError: The study's upload is being imported.
        NoRoomError: The disk has not that much room. Nothing was changed.
    """
    now, free = home.clock(), shutil.disk_usage(home.settings.home).free

    def write(connection: Connection) -> tuple[str, tuple[FileRow, ...], tuple[Unwelcome, ...]]:
        _refuse_while_importing(connection, study_id)
        found = rows.find_upload(connection, study_id)
        upload_id = (
            found.id
            if found
            else rows.make_upload(connection, study_id=study_id, person_id=person_id, now=now)
        )
        known = {file.path: file for file in rows.files_of(connection, upload_id)}
        unwelcome = tuple(refuse(files, known=known))
        welcome = {one.path: one for one in files if one.path not in {each.path for each in unwelcome}}
        _enter(connection, upload_id, welcome, known)
        _refuse_beyond(rows.remaining(connection, upload_id), free)
        entered = tuple(file for file in rows.files_of(connection, upload_id) if file.path in welcome)
        return upload_id, entered, unwelcome

    upload_id, entered, unwelcome = home.database.write(write)
    for file in entered:
        if file.size == 0:  # no piece of it will come
            with _opened(home, upload_id, file):
                pass
    return upload_id, entered, unwelcome


def _enter(
    connection: Connection, upload_id: str, welcome: dict[str, Announced], known: dict[str, FileRow]
) -> None:
    fresh = [one for path, one in welcome.items() if path not in known]
    rows.add_files(
        connection,
        upload_id,
        ({"path": one.path, "size": one.size, "modified": one.modified} for one in fresh),
    )
    for path, one in welcome.items():
        old = known.get(path)
        if old is not None and (old.size, old.modified) != (one.size, one.modified):
            rows.begin_again(connection, old.id, size=one.size, modified=one.modified)


def _refuse_beyond(needed: int, free: int) -> None:
    if needed + RESERVE > free:
        message = (
            f"The server's disk has {max(free - RESERVE, 0) / 1e9:.1f} GB free, and these files need "
            f"{needed / 1e9:.1f} GB. Send fewer at a time, or let the operator make room."
        )
        raise NoRoomError(message)


def receive(
    home: Home,
    study_id: str,
    upload_id: str,
    file_id: str,
    *,
    offset: int,
    content: bytes,
    sha256: bytes | None,
) -> int:
    """Keep one piece of a file and return how much of it is here then.

    Args:
        home: The open data folder.
        study_id: The study that the upload is for.
        upload_id: The upload.
        file_id: The file.
        offset: Where the piece begins; it must be where the file ends so far.
        content: Its bytes.
        sha256: What the sender has computed of them; None where its browser cannot.

    Raises:
        NotFoundError: This study has no such upload or file any more.
        MisplacedPieceError: It does not begin where the file ends so far.
        WrongInputError: It goes beyond the announced length, or does not have the hash.
        ConflictError: The upload is being imported.
        NoRoomError: The disk is full.
    """
    with _one_at_a_time(file_id):
        file = _expecting(home, study_id, upload_id, file_id)
        if offset != file.received:
            raise MisplacedPieceError(file.received)
        _check_piece(file, content, sha256)
        with _opened(home, upload_id, file) as descriptor:
            _write_all(descriptor, content, offset)
            os.fdatasync(descriptor)
        now, received = home.clock(), offset + len(content)
        noted = home.database.write(
            lambda connection: rows.note_received(
                connection, file, received=received, upload_id=upload_id, now=now
            )
        )
        if not noted:  # discarded, or announced anew as another file, in this moment
            raise MisplacedPieceError(_expecting(home, study_id, upload_id, file_id).received)
        return received


def _one_at_a_time(file_id: str) -> Lock:
    """Keep two tabs from writing one file at once; files share locks, which harms nothing but time."""
    return _LOCKS[hash(file_id) % len(_LOCKS)]


def _expecting(home: Home, study_id: str, upload_id: str, file_id: str) -> FileRow:
    """Return the file as it stands, for its next piece."""
    with home.database.read() as connection:
        _refuse_while_importing(connection, study_id)
        file = rows.find_file(connection, file_id, upload_id=upload_id, study_id=study_id)
    if file is None:
        raise NotFoundError(_GONE)
    return file


def _check_piece(file: FileRow, content: bytes, sha256: bytes | None) -> None:
    if not content or file.received + len(content) > file.size:
        message = f"The file was announced with {file.size} bytes, and this piece does not fit into it."
        raise WrongInputError(message)
    if sha256 is not None and hashlib.sha256(content).digest() != sha256:
        message = "This piece was changed on its way. Send it again."
        raise WrongInputError(message)


@contextmanager
def _opened(home: Home, upload_id: str, file: FileRow) -> Iterator[int]:
    """Open the file for writing, made where it is not there."""
    path = _place(home, upload_id, file.path)
    with _room_needed():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.ftruncate(descriptor, file.received)  # what came without its answer comes again
            yield descriptor
        finally:
            os.close(descriptor)


def _place(home: Home, upload_id: str, path: str) -> Path:
    kind = "tree" if "/" in path else "loose"
    return upload_folder(home, upload_id) / kind / path


def _write_all(descriptor: int, content: bytes, offset: int) -> None:
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


def _refuse_while_importing(connection: Connection, study_id: str) -> None:
    if has_active(connection, KIND, study_id=study_id):
        message = "This study's upload is being imported. Wait until that has ended, or cancel it."
        raise ConflictError(message)


def leave_out(home: Home, study_id: str) -> None:
    """Go on without the files that are not whole; without any file left, there is no upload any more."""

    def write(connection: Connection) -> tuple[str, tuple[str, ...], bool] | None:
        _refuse_while_importing(connection, study_id)
        found = rows.find_upload(connection, study_id)
        if found is None:
            return None
        gone = rows.drop_incomplete(connection, found.id)
        is_empty = not rows.files_of(connection, found.id)
        if is_empty:
            rows.drop_upload(connection, found.id)
        return found.id, gone, is_empty

    left = home.database.write(write)
    if left is not None:
        upload_id, gone, is_empty = left
        for path in gone:
            _place(home, upload_id, path).unlink(missing_ok=True)
        if is_empty:
            shutil.rmtree(upload_folder(home, upload_id), ignore_errors=True)


def discard(home: Home, study_id: str) -> None:
    """Remove the upload of a study, if there is one.

    Raises:
        ConflictError: It is being imported.
    """

    def write(connection: Connection) -> str | None:
        _refuse_while_importing(connection, study_id)
        found = rows.find_upload(connection, study_id)
        if found is not None:
            rows.drop_upload(connection, found.id)
        return None if found is None else found.id

    upload_id = home.database.write(write)
    if upload_id is not None:
        shutil.rmtree(upload_folder(home, upload_id), ignore_errors=True)


def sweep(home: Home) -> None:
    """Remove the uploads that nobody touched for a week, and what interrupted removals left."""
    before = home.clock() - KEPT_DAYS * DAY
    home.database.write(lambda connection: rows.drop_abandoned(connection, before=before))
    with home.database.read() as connection:
        kept = rows.upload_ids(connection)
    for folder in (home.settings.home / _FOLDER).glob("*"):
        if folder.name not in kept:
            shutil.rmtree(folder, ignore_errors=True)
