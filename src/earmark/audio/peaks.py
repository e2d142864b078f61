"""What a waveform is drawn from: the lowest and highest sample of each stretch, at several zooms.

They are taken in the one pass in which a recording is decoded, and written as they come, so that an hour
costs no more memory than a second. A file of peaks holds a header, then the levels of `LEVELS`, finest first;
each is an array of shape (points, channels, 2), 16-bit little-endian, lowest and highest sample of the
rendition. Point i of a level covers the samples n with ``n * points_per_second // rate == i``.

Pages get a short document first (`overview`), which draws the whole recording, and finer pieces where they
zoom (`piece_of`).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

LEVELS: Final = (800, 50, 5)
"""Points a second of each level. Each divides the one before, so that a coarser one is made from a finer."""

PIECE_POINTS: Final = 16_384
"""Points of one piece: 20 s of the finest level, 5 minutes of the middle one."""

_OVERVIEW_POINTS: Final = 20_000  # 400 s at 50 a second; an hour has 18,000 at 5 a second
_HEADER: Final = struct.Struct("<8sIIQ")  # mark, channels, samples a second, samples
_MARK: Final = b"EARPEAKS"
_VERSION: Final = 2
_DECIMALS: Final = 3
_FULL_SCALE: Final = 32_768
_BYTES: Final = 2  # of a value

Points = NDArray[np.int16]
"""Shape (points, channels, 2): lowest and highest sample."""


class BrokenPeaksError(Exception):
    """What should be a file of peaks is none."""


class PeaksFile:
    """A file of peaks under way; it is whole once the ``with`` block is left."""

    def __init__(self, path: Path, *, sample_rate_hz: int, channels: int) -> None:
        self._stream = path.open("w+b")
        self._rate = sample_rate_hz
        self._channels = channels
        self._seen = 0
        self._points = 0
        self._open: Points = np.empty((0, channels, 2), np.int16)  # the last point, which may go on
        self._stream.write(self._header())

    def write(self, samples: NDArray[np.int16]) -> None:
        """Take the next samples, shape (channels, samples)."""
        if samples.shape[1] == 0:
            return
        first = self._seen * LEVELS[0] // self._rate
        last = (self._seen + samples.shape[1] - 1) * LEVELS[0] // self._rate
        starts = -(-np.arange(first, last + 1) * self._rate // LEVELS[0]) - self._seen  # rounded up
        starts[0] = 0
        points = np.empty((len(starts), self._channels, 2), np.int16)
        points[:, :, 0] = np.minimum.reduceat(samples, starts, axis=1).T
        points[:, :, 1] = np.maximum.reduceat(samples, starts, axis=1).T
        if first < self._points:  # the last point of the samples before goes on in these
            points[0] = _joined(np.stack([self._open[0], points[0]]))
        else:
            self._stream.write(self._open.tobytes())
        self._stream.write(points[:-1].tobytes())
        self._open, self._points = points[-1:], last + 1
        self._seen += samples.shape[1]

    def _header(self) -> bytes:
        return _HEADER.pack(_MARK, self._channels, self._rate, self._seen)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._stream:
            if kind is None:
                self._finish()

    def _finish(self) -> None:
        self._stream.write(self._open.tobytes())
        for level in range(1, len(LEVELS)):
            coarse = list(self._coarser(level))
            self._stream.seek(0, 2)
            self._stream.writelines(coarse)
        self._stream.seek(0)
        self._stream.write(self._header())

    def _coarser(self, level: int) -> Iterator[bytes]:
        """Yield a level piece by piece, made from the one before it."""
        ratio = LEVELS[level - 1] // LEVELS[level]
        layout = _Layout(self._channels, self._rate, self._seen)
        for start in range(0, layout.points(level - 1), PIECE_POINTS * ratio):
            place, length = layout.place(level - 1, start, PIECE_POINTS * ratio)
            self._stream.seek(place)
            fine = _points(self._stream.read(length), self._channels)
            whole = len(fine) // ratio * ratio
            groups = fine[:whole].reshape(-1, ratio, self._channels, 2).swapaxes(0, 1)
            yield _joined(groups).tobytes() if whole else b""
            yield _joined(fine[whole:]).tobytes() if whole < len(fine) else b""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the levels lie in a file."""

    channels: int
    rate: int
    samples: int

    def points(self, level: int) -> int:
        """Count the points of a level."""
        return (self.samples - 1) * LEVELS[level] // self.rate + 1 if self.samples else 0

    def place(self, level: int, start: int, most: int) -> tuple[int, int]:
        """Return where up to ``most`` points from point ``start`` lie: the first byte and how many bytes."""
        size = self.channels * 2 * _BYTES
        before = sum(self.points(finer) for finer in range(level))
        length = max(0, min(most, self.points(level) - start))
        return _HEADER.size + (before + start) * size, length * size


def overview(path: Path) -> bytes:
    """Return the JSON document that a page draws a recording from first, values in -1..1 with three decimals.

    It holds the finest level of at most 20,000 points, or the coarsest there is, and names the finer levels,
    of which `piece_of` gives pieces. Files of version 1 are such a document themselves, with no finer level.

    Raises:
        OSError: The file cannot be read.
        BrokenPeaksError: It is no file of peaks.
    """
    with path.open("rb") as stream:
        head = stream.read(_HEADER.size)
        if head.startswith(b"{"):
            return head + stream.read()
        layout = _layout(head)
        level = next((one for one in (1, 2) if layout.points(one) <= _OVERVIEW_POINTS), len(LEVELS) - 1)
        place, length = layout.place(level, 0, layout.points(level))
        stream.seek(place)
        points = _points(stream.read(length), layout.channels)
    document = {
        "version": _VERSION,
        "channels": layout.channels,
        "duration_s": layout.samples / layout.rate,
        "points_per_second": LEVELS[level],
        "min": _rounded(points[:, :, 0]),
        "max": _rounded(points[:, :, 1]),
        "finer": sorted(LEVELS[:level]),
        "piece_points": PIECE_POINTS,
    }
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode()


def piece_of(path: Path, level: int, number: int) -> bytes | None:
    """Return points ``number * 16384`` and on of a level, at most 16,384, as the file holds them.

    For each point and in it for each channel two 16-bit little-endian integers: lowest and highest sample,
    full scale 32,768. None where there is no such level or piece.

    Raises:
        OSError: The file cannot be read.
        BrokenPeaksError: It is no file of peaks.
    """
    if level not in LEVELS or number < 0:
        return None
    with path.open("rb") as stream:
        head = stream.read(_HEADER.size)
        if head.startswith(b"{"):
            return None
        place, length = _layout(head).place(LEVELS.index(level), number * PIECE_POINTS, PIECE_POINTS)
        if not length:
            return None
        stream.seek(place)
        return stream.read(length)


def _layout(head: bytes) -> _Layout:
    if len(head) < _HEADER.size or not head.startswith(_MARK):
        message = "The picture of this sound is damaged in the object store. Restore it from a backup."
        raise BrokenPeaksError(message)
    return _Layout(*_HEADER.unpack(head)[1:])


def _points(content: bytes, channels: int) -> Points:
    return np.frombuffer(content, "<i2").reshape(-1, channels, 2)


def _joined(points: Points) -> Points:
    """Make one point of those along the first axis."""
    return np.stack([points[..., 0].min(axis=0), points[..., 1].max(axis=0)], axis=-1)


def _rounded(values: NDArray[np.int16]) -> list[list[float]]:
    rounded: list[list[float]] = np.round(values.T / _FULL_SCALE, _DECIMALS).tolist()
    return rounded
