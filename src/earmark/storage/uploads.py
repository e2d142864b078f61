"""Rows of an upload: what the owner's browser sends, file by file, and how much of each is on disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from earmark.storage.ids import new_id
from earmark.storage.tables import upload, upload_file


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file of an upload; the first ``received`` of its ``size`` bytes are on disk."""

    id: str
    path: str
    size: int
    modified: int
    received: int

    @property
    def is_complete(self) -> bool:
        """Tell whether all of it is there."""
        return self.received == self.size


@dataclass(frozen=True, slots=True)
class UploadRow:
    """The upload of a study; there is one at most."""

    id: str
    created_at: int
    touched_at: int


def find_upload(connection: Connection, study_id: str) -> UploadRow | None:
    """Return the upload of a study."""
    columns = (upload.c.id, upload.c.created_at, upload.c.touched_at)
    row = connection.execute(select(*columns).where(upload.c.study_id == study_id)).one_or_none()
    return None if row is None else UploadRow(*row)


def make_upload(connection: Connection, *, study_id: str, person_id: str, now: int) -> str:
    """Begin an upload and return its id."""
    upload_id = new_id()
    values = {"study_id": study_id, "person_id": person_id, "created_at": now, "touched_at": now}
    connection.execute(insert(upload).values(id=upload_id, **values))
    return upload_id


def files_of(connection: Connection, upload_id: str) -> tuple[FileRow, ...]:
    """Return the files of an upload in order of their paths."""
    found = connection.execute(
        select(*_FILE).where(upload_file.c.upload_id == upload_id).order_by(upload_file.c.path)
    )
    return tuple(FileRow(*row) for row in found)


_FILE = (
    upload_file.c.id,
    upload_file.c.path,
    upload_file.c.size,
    upload_file.c.modified,
    upload_file.c.received,
)


def find_file(connection: Connection, file_id: str, *, upload_id: str, study_id: str) -> FileRow | None:
    """Return a file of this upload of this study."""
    row = connection.execute(
        select(*_FILE)
        .join(upload, upload.c.id == upload_file.c.upload_id)
        .where(upload_file.c.id == file_id, upload.c.id == upload_id, upload.c.study_id == study_id)
    ).one_or_none()
    return None if row is None else FileRow(*row)


def add_files(connection: Connection, upload_id: str, files: Iterable[Mapping[str, object]]) -> None:
    """Write files with ``path``, ``size`` and ``modified``, of which nothing has come yet."""
    rows = [{"id": new_id(), "upload_id": upload_id, "received": 0, **one} for one in files]
    if rows:
        connection.execute(insert(upload_file), rows)


def begin_again(connection: Connection, file_id: str, *, size: int, modified: int) -> None:
    """Forget what came of a file: another one is sent by its name."""
    connection.execute(
        update(upload_file)
        .where(upload_file.c.id == file_id)
        .values(size=size, modified=modified, received=0)
    )


def note_received(connection: Connection, file: FileRow, *, received: int, upload_id: str, now: int) -> bool:
    """Write how much of a file is on disk; False where somebody else wrote of it since it was read."""
    noted = connection.execute(
        update(upload_file)
        .where(
            upload_file.c.id == file.id,
            upload_file.c.received == file.received,
            upload_file.c.modified == file.modified,
        )
        .values(received=received)
    )
    connection.execute(update(upload).where(upload.c.id == upload_id).values(touched_at=now))
    return noted.rowcount == 1


def drop_incomplete(connection: Connection, upload_id: str) -> tuple[str, ...]:
    """Take the files that are not whole out of an upload; return their paths."""
    missing = upload_file.c.received < upload_file.c.size
    gone = connection.execute(
        delete(upload_file).where(upload_file.c.upload_id == upload_id, missing).returning(upload_file.c.path)
    )
    return tuple(gone.scalars())


def remaining(connection: Connection, upload_id: str) -> int:
    """Return how many bytes of an upload are still to come."""
    left = func.coalesce(func.sum(upload_file.c.size - upload_file.c.received), 0)
    return int(connection.execute(select(left).where(upload_file.c.upload_id == upload_id)).scalar_one())


def drop_upload(connection: Connection, upload_id: str) -> None:
    """Forget an upload with all its files."""
    connection.execute(delete(upload_file).where(upload_file.c.upload_id == upload_id))
    connection.execute(delete(upload).where(upload.c.id == upload_id))


def drop_abandoned(connection: Connection, *, before: int) -> None:
    """Forget the uploads that nobody has touched since a moment."""
    old = select(upload.c.id).where(upload.c.touched_at < before)
    connection.execute(delete(upload_file).where(upload_file.c.upload_id.in_(old)))
    connection.execute(delete(upload).where(upload.c.touched_at < before))


def upload_ids(connection: Connection) -> frozenset[str]:
    """Return the ids of all uploads."""
    return frozenset(connection.execute(select(upload.c.id)).scalars())
