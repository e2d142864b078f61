"""What a WAV file says of itself, and a sound header in the place of a broken one.

FFmpeg reads a WAV file strictly: a chunk of odd length without its pad byte hides all that follows, a tag
before the header hides everything, and sound beyond a size that was never brought up to date is silently left
out. Recorders that are killed, and programs that write to a pipe, make such files. So the chunks are walked
here first, and where that finds more than FFmpeg would, the sound is given to it under a header of our own.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from earmark.audio.notes import SoundNote, note

_CHUNK: Final = struct.Struct("<4sI")
_UNKNOWN_SIZES: Final = (0, 0xFFFFFFFF)  # written by what does not know the end yet
_LONGEST_FORMAT: Final = 4096
_MOST_CHUNKS: Final = 10_000
_TAGS: Final = (b"ID3", b"TAG", b"APET", b"LIST", b"\0\0\0\0")
_LEAST_SOUND_S: Final = 0.1  # what follows the sound and is shorter is a left-over rather than sound


@dataclass(slots=True)
class Riff:
    """The chunks of a WAV file that matter.

    Attributes:
        format: Content of the chunk ``fmt``.
        data_at: Place of the first byte of sound.
        data_bytes: Bytes of sound that are there.
        announced_bytes: Bytes of sound that the header announces, None where it does not know.
        samples: Number of samples by the chunk ``fact``, None without one.
        long_size: Bytes of sound by the chunk ``ds64``, of files too long for 32 bits.
        left_over: Bytes behind the sound that are neither chunk nor sound.
        mended: What a strict reader stumbles over; with any, read it through `RiffStream`.
    """

    format: bytes = b""
    data_at: int = 0
    data_bytes: int = 0
    announced_bytes: int | None = None
    samples: int | None = None
    long_size: int | None = None
    left_over: int = 0
    mended: list[SoundNote] = field(default_factory=list)

    @property
    def bytes_per_second(self) -> int:
        """Bytes of one second of sound, as the format says; 0 where it says nothing usable."""
        return int.from_bytes(self.format[8:12], "little")


def read_riff(path: Path) -> Riff | None:
    """Walk the chunks of a file; None where it is no WAV file with a format and sound.

    Raises:
        OSError: It cannot be read.
    """
    size = path.stat().st_size
    with path.open("rb") as stream:
        start = _start(stream)
        if start is None:
            return None
        riff = Riff()
        if start:
            riff.mended.append(note("tag-skipped"))
        _walk(riff, stream, start=start + 12, size=size)
    return riff if riff.format and riff.data_at else None


def _start(stream: BinaryIO) -> int | None:
    """Find the place of the header, behind an ID3 tag where there is one."""
    place, head = 0, stream.read(12)
    if head[:3] == b"ID3" and len(head) >= 10:  # noqa: PLR2004 - the length of its own header
        place = 10 + sum((head[6 + n] & 0x7F) << 7 * (3 - n) for n in range(4))
        stream.seek(place)
        head = stream.read(12)
    return place if head[:4] in (b"RIFF", b"RF64") and head[8:12] == b"WAVE" else None


def _walk(riff: Riff, stream: BinaryIO, *, start: int, size: int) -> None:
    place, before_was_odd = start, False
    for _ in range(_MOST_CHUNKS):
        name, length = _chunk(stream, place)
        if not _is_name(name) and before_was_odd and _is_name(_chunk(stream, place - 1)[0]):
            place -= 1
            name, length = _chunk(stream, place)
            riff.mended.append(note("odd-chunk"))
        if not _is_name(name):
            break
        body = place + _CHUNK.size
        if name == b"data" and not riff.data_at:
            length = _take_data(riff, body, length, size=size)
        else:
            _take_chunk(riff, stream, name, body=body, length=length)
        place, before_was_odd = body + length + length % 2, length % 2 == 1
    if riff.data_at and place < size:
        _take_rest(riff, stream, size=size)


def _take_chunk(riff: Riff, stream: BinaryIO, name: bytes, *, body: int, length: int) -> None:
    if name == b"ds64":
        riff.long_size = int.from_bytes(_read(stream, body + 8, 8), "little")
    elif name == b"fmt " and not riff.format:
        riff.format = _read(stream, body, min(length, _LONGEST_FORMAT))
    elif name == b"fact":
        riff.samples = int.from_bytes(_read(stream, body, 4), "little") or None
    elif name == b"data":
        riff.left_over += length


def _take_data(riff: Riff, body: int, length: int, *, size: int) -> int:
    """Note where the sound is, and return how many bytes of it are there."""
    announced = length if riff.long_size is None else riff.long_size
    riff.data_at = body
    riff.announced_bytes = None if announced in _UNKNOWN_SIZES else announced
    riff.data_bytes = size - body if riff.announced_bytes is None else min(announced, size - body)
    return riff.data_bytes


def _take_rest(riff: Riff, stream: BinaryIO, *, size: int) -> None:
    """Take what follows the sound and is no chunk for more sound, where it is long enough and no tag."""
    end = riff.data_at + riff.data_bytes
    rest = size - end
    is_next = _is_name(_chunk(stream, end + end % 2)[0])
    if is_next or _read(stream, end, 4).startswith(_TAGS) or rest < riff.bytes_per_second * _LEAST_SOUND_S:
        riff.left_over += 0 if is_next else rest
        return
    riff.mended.append(note("beyond-its-size", announced=riff.data_bytes, more=rest))
    riff.announced_bytes = None
    riff.data_bytes += rest
    riff.samples = None


def _chunk(stream: BinaryIO, place: int) -> tuple[bytes, int]:
    head = _read(stream, place, _CHUNK.size)
    return _CHUNK.unpack(head) if len(head) == _CHUNK.size else (b"", 0)


def _read(stream: BinaryIO, place: int, length: int) -> bytes:
    stream.seek(place)
    return stream.read(length)


def _is_name(name: bytes) -> bool:
    return len(name) == 4 and all(0x20 <= letter < 0x7F for letter in name)  # noqa: PLR2004 - names of chunks


class RiffStream(io.RawIOBase):
    """The sound of a WAV file under a header of our own: format, sound, and nothing else."""

    def __init__(self, path: Path, riff: Riff) -> None:
        super().__init__()
        self._file = path.open("rb")
        self._from = riff.data_at
        odd = len(riff.format) % 2
        body = b"WAVE" + _CHUNK.pack(b"fmt ", len(riff.format)) + riff.format + bytes(odd)
        sound = min(riff.data_bytes, 0xFFFFFFFE)
        body += _CHUNK.pack(b"data", sound)
        self._head = _CHUNK.pack(b"RIFF", min(len(body) + sound, 0xFFFFFFFE)) + body
        self._size = len(self._head) + riff.data_bytes
        self._place = 0

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def seekable(self) -> bool:
        """Say that it can be sought in."""
        return True

    def tell(self) -> int:
        """Return the place of the next byte."""
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place, as files do."""
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._size}[whence]
        self._place = max(0, base + offset)
        return self._place

    def read(self, size: int = -1) -> bytes:
        """Read on, first from the header and then from the file."""
        most = self._size - self._place if size < 0 else min(size, self._size - self._place)
        if most <= 0:
            return b""
        if self._place < len(self._head):
            content = self._head[self._place : self._place + most]
        else:
            self._file.seek(self._from + self._place - len(self._head))
            content = self._file.read(most)
        self._place += len(content)
        return content

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()
