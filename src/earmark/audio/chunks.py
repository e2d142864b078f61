"""How much of the sound that Sony's W64 and Apple's CAF announce is there: FFmpeg takes what it finds."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

_W64: Final = b"riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\0\0"
_W64_CHUNK: Final = struct.Struct("<4s12xQ")  # a GUID, and a size that counts this header
_CAF: Final = b"caff"
_CAF_CHUNK: Final = struct.Struct(">4sq")
_UNKNOWN: Final = (-1, 0, 2**64 - 1)
_MOST_CHUNKS: Final = 10_000

Chunk = tuple[bytes, int, int]
"""Name, place of the content, length of the content; a length below 0 or beyond the file is as written."""


def share_there(path: Path) -> float:
    """Return the share, 0..1, of the announced sound that a W64 or CAF file holds; 1 for every other file.

    A length that the writer left open counts as whole.

    Raises:
        OSError: It cannot be read.
    """
    size = path.stat().st_size
    with path.open("rb") as stream:
        for name, place, length in _chunks(stream):
            if name == b"data":
                whole = length in _UNKNOWN or place + length <= size
                return 1.0 if whole else max(0, size - place) / length
    return 1.0


def _chunks(stream: BinaryIO) -> Iterator[Chunk]:
    start = stream.read(16)
    walk: Callable[[BinaryIO, int], Chunk | None]
    if start == _W64:
        place, walk = 40, _w64_chunk
    elif start.startswith(_CAF):
        place, walk = 8, _caf_chunk
    else:
        return
    for _ in range(_MOST_CHUNKS):
        chunk = walk(stream, place)
        if chunk is None:
            return
        yield chunk
        _, body, length = chunk
        if length < 0:
            return
        place = body + length
        if start == _W64:
            place += -place % 8


def _w64_chunk(stream: BinaryIO, place: int) -> Chunk | None:
    stream.seek(place)
    head = stream.read(_W64_CHUNK.size)
    if len(head) < _W64_CHUNK.size:
        return None
    name, size = _W64_CHUNK.unpack(head)
    return name, place + _W64_CHUNK.size, size - _W64_CHUNK.size


def _caf_chunk(stream: BinaryIO, place: int) -> Chunk | None:
    stream.seek(place)
    head = stream.read(_CAF_CHUNK.size)
    if len(head) < _CAF_CHUNK.size:
        return None
    name, size = _CAF_CHUNK.unpack(head)
    return name, place + _CAF_CHUNK.size, size
