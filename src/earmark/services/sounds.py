"""What a recording is drawn from, by the key of its peaks in the object store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from earmark.audio import peaks
from earmark.core.errors import NotFoundError
from earmark.services.home import Home


def overview_of(home: Home, key: str) -> bytes:
    """Return the document that one recording is drawn from first (`earmark.audio.peaks.overview`)."""
    with _whole_peaks():
        return peaks.overview(home.objects.file(key))


def piece_of(home: Home, key: str, *, level: int, number: int) -> bytes:
    """Return one piece of a finer level (`earmark.audio.peaks.piece_of`); NotFoundError without it."""
    with _whole_peaks():
        content = peaks.piece_of(home.objects.file(key), level, number)
    if content is None:
        message = "This recording has no such piece."
        raise NotFoundError(message)
    return content


@contextmanager
def _whole_peaks() -> Iterator[None]:
    try:
        yield
    except peaks.BrokenPeaksError as broken:
        raise NotFoundError(str(broken)) from broken
