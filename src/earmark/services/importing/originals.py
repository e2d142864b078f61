"""What a recording was made from: one file, or one for each speaker, known by their content."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from earmark.services.importing.recordings import Recording
from earmark.storage.objects import Objects, content_hash


@dataclass(frozen=True, slots=True)
class Original:
    """The content that a recording is known by.

    Where each speaker has a file, its key is that of a small document that names both by their hashes, so
    that a talk is another one as soon as one of its files is.
    """

    key: str
    files: tuple[str, ...]
    document: bytes = b""


def original_of(recording: Recording) -> Original:
    """Read the files of a recording; OSError where one cannot be read."""
    files = tuple(map(content_hash, recording.paths))
    if len(files) == 1:
        return Original(files[0], files)
    document = json.dumps(dict(zip(("user", "agent"), files, strict=True))).encode()
    return Original(hashlib.sha256(document).hexdigest(), files, document)


@dataclass(frozen=True, slots=True)
class Made:
    """Files made from one recording, before the object store takes them."""

    rendition: Path
    peaks: Path


@dataclass(frozen=True, slots=True)
class StoredSound:
    """Hashes of what is in the object store now; without rows that name them they are only stray files."""

    original: str
    rendition: str
    peaks: str
    files: tuple[str, ...]


def store_sound(objects: Objects, recording: Recording, made: Made) -> StoredSound:
    """Give the object store the files of a recording and what was made from them."""
    for path in recording.paths:
        objects.put_file(path)
    original = original_of(recording)
    if original.document:
        objects.put_bytes(original.document)
    return StoredSound(
        original.key, objects.put_file(made.rendition), objects.put_file(made.peaks), original.files
    )
