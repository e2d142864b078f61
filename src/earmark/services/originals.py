"""What a recording was made from: one file, or one for each speaker, known by their content."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from earmark.services.recordings import Recording
from earmark.storage.objects import content_hash


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
