"""Uploads: files that an owner's browser sends in pieces, kept until they are imported or discarded.

A study has one upload at most. The database says after any interruption how much of each file is on disk
(`upload_pieces` sees to that), and a browser goes on from there.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from earmark.core.errors import ConflictError, NoRoomError
from earmark.core.times import DAY
from earmark.core.uploads import Announced, Unwelcome, refuse
from earmark.services.home import Home
from earmark.services.upload_files import opened, place_of, upload_folder, uploads_folder
from earmark.storage import uploads as rows
from earmark.storage.jobs import has_active
from earmark.storage.uploads import FileRow

__all__ = ["Announced", "FileRow", "Unwelcome", "Upload"]

KEPT_DAYS: Final = 7
RESERVE: Final = 200 << 20
"""Bytes that stay free for the database, whatever is sent."""

KIND: Final = "import"


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


def upload_of(connection: Connection, study_id: str) -> Upload | None:
    """Return the upload of a study, if there is one."""
    found = rows.find_upload(connection, study_id)
    if found is None:
        return None
    return Upload(found.id, rows.files_of(connection, found.id), found.touched_at)


def refuse_while_importing(connection: Connection, study_id: str) -> None:
    """Refuse to change an upload that is being imported; ConflictError."""
    if has_active(connection, KIND, study_id=study_id):
        message = "This study's upload is being imported. Wait until that has ended, or cancel it."
        raise ConflictError(message)


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
        refuse_while_importing(connection, study_id)
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
            with opened(home, upload_id, file):
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


def leave_out(home: Home, study_id: str) -> None:
    """Go on without the files that are not whole; without any file left, there is no upload any more."""

    def write(connection: Connection) -> tuple[str, tuple[str, ...], bool] | None:
        refuse_while_importing(connection, study_id)
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
            place_of(home, upload_id, path).unlink(missing_ok=True)
        if is_empty:
            shutil.rmtree(upload_folder(home, upload_id), ignore_errors=True)


def discard(home: Home, study_id: str) -> None:
    """Remove the upload of a study, if there is one.

    Raises:
        ConflictError: It is being imported.
    """

    def write(connection: Connection) -> str | None:
        refuse_while_importing(connection, study_id)
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
    for folder in uploads_folder(home).glob("*"):
        if folder.name not in kept:
            shutil.rmtree(folder, ignore_errors=True)
