"""What an export is made of, noted while it is written: of every file its length and its SHA-256.

Text files also get a CRC-32 of each line, four bytes little-endian, in a file of their own beside the ledger.
So a damaged export can be told from a whole one, and the damaged line be named.
"""

from __future__ import annotations

import hashlib
import io
import sys
import tempfile
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, TextIO

from earmark.exports.sinks import Sink

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

LINES: Final = "restore/lines"
"""Where the checksums of lines lie in an export."""

BLOCK: Final = 1 << 18
"""Bytes handed on at a time."""

_IN_MEMORY: Final = 1 << 20  # bytes of checksums: those of 260,000 lines; more go through a file
_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of an export: its path in it, its length, its SHA-256 in hexadecimal."""

    path: str
    bytes: int
    sha256: str

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Damage:
    """Why a file is not what the ledger says; ``line`` counts from 1, None where no line can be named."""

    path: str
    line: int | None
    reason: str


class Ledger:
    """Opens files of a sink for writing and notes what went into them."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self.entries: list[Entry] = []

    @contextmanager
    def open(self, path: str) -> Iterator[IO[bytes]]:
        """Begin a file of bytes."""
        with self._sink.open(path) as stream:
            noted = _Noted(stream)
            buffered = io.BufferedWriter(noted, BLOCK)
            yield buffered
            buffered.flush()
        self.entries.append(Entry(path, noted.length, noted.digest.hexdigest()))

    @contextmanager
    def open_text(self, path: str) -> Iterator[TextIO]:
        """Begin a file of text, UTF-8, whose lines are noted too; line ends are written as they are."""
        with tempfile.SpooledTemporaryFile(_IN_MEMORY) as sums:
            with self.open(path) as stream:
                lines = _Lines(stream, sums)
                text = io.TextIOWrapper(io.BufferedWriter(lines, BLOCK), encoding="utf-8", newline="")
                yield text
                text.flush()
                text.detach().detach()
                lines.finish()
            sums.seek(0)
            with self.open(sums_of(path)) as kept:
                while block := sums.read(BLOCK):
                    kept.write(block)


def sums_of(path: str) -> str:
    """Return where the checksums of a text file's lines lie."""
    return f"{LINES}/{path}.crc32"


def find_damage(folder: Path, entry: Entry) -> Damage | None:
    """Compare a file with the ledger; None where it is what was written."""
    place = folder / entry.path
    if not place.is_file():
        return Damage(entry.path, None, "is missing")
    digest = hashlib.sha256()
    with place.open("rb") as stream:
        while block := stream.read(BLOCK):
            digest.update(block)
    if digest.hexdigest() == entry.sha256:
        return None
    return Damage(entry.path, find_damaged_line(folder, entry.path), _how(place, entry))


def _how(place: Path, entry: Entry) -> str:
    length = place.stat().st_size
    if length == entry.bytes:
        return "is not as it was exported"
    return f"is not as it was exported: it has {length} bytes and had {entry.bytes}"


def find_damaged_line(folder: Path, path: str) -> int | None:
    """Return the first line that differs, is missing, or is one too many; None where all are as written.

    None, too, where there are no checksums, or only the break that ends the last line is gone.
    """
    place, sums = folder / path, folder / sums_of(path)
    if not sums.is_file():
        return None
    known = array("I")
    known.frombytes(sums.read_bytes()[: sums.stat().st_size // _BYTES * _BYTES])
    if sys.byteorder == "big":
        known.byteswap()
    number = 0
    with place.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            if number > len(known) or zlib.crc32(line.removesuffix(b"\n")) != known[number - 1]:
                return number
    return number + 1 if number < len(known) else None


class _Noted(io.RawIOBase):
    """Hands bytes on and notes them."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.length = 0
        self.digest = hashlib.sha256()

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        content = bytes(data)
        self._stream.write(content)
        self.digest.update(content)
        self.length += len(content)
        return len(content)


class _Lines(io.RawIOBase):
    """Hands bytes on and writes a checksum of each line."""

    def __init__(self, stream: IO[bytes], sums: IO[bytes]) -> None:
        self._stream = stream
        self._sums = sums
        self._sum = 0
        self._is_inside = False

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        content = bytes(data)
        self._stream.write(content)
        first, *others = content.split(b"\n")
        crc = zlib.crc32(first, self._sum)
        ended = array("I")
        for line in others:
            ended.append(crc)
            crc = zlib.crc32(line)
        self._put(ended)
        last = others[-1] if others else first
        self._sum, self._is_inside = crc, bool(last) or (self._is_inside and not others)
        return len(content)

    def finish(self) -> None:
        """Write the checksum of a last line that no line break ends."""
        if self._is_inside:
            self._put(array("I", [self._sum]))

    def _put(self, sums: array[int]) -> None:
        if sys.byteorder == "big":
            sums.byteswap()
        self._sums.write(sums.tobytes())
