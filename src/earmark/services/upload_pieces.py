"""Pieces of a file: each is on disk before its length is written to the database, and only then answered."""

from __future__ import annotations

import hashlib
import os
from threading import Lock
from typing import Final

from earmark.core.errors import ConflictError, NotFoundError, WrongInputError
from earmark.services.home import Home
from earmark.services.upload_files import opened, write_all
from earmark.services.uploads import refuse_while_importing
from earmark.storage import uploads as rows
from earmark.storage.uploads import FileRow

PIECE: Final = 3 << 20
"""Bytes of a piece, well below what a request may hold."""

_LOCKS: Final = tuple(Lock() for _ in range(64))  # one server process has the folder
_GONE: Final = "This upload is not there any more: it was imported or discarded. Choose the files again."


class MisplacedPieceError(ConflictError):
    """A piece does not begin where the file ends so far; `received` says where that is."""

    def __init__(self, received: int) -> None:
        super().__init__("This piece does not begin where the file ends so far.")
        self.received = received


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
        with opened(home, upload_id, file) as descriptor:
            write_all(descriptor, content, offset)
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
        refuse_while_importing(connection, study_id)
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
