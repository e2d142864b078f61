"""Where an export goes: files in a folder, or entries of a ZIP that is sent while it is made."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Final, Protocol

_SHRINKS: Final = frozenset({".csv", ".jsonl", ".md", ".json", ".yaml", ".crc32"})
"""Kinds of files that get smaller; Parquet and most sound are packed already."""

_LEVEL: Final = 1  # tables shrink to a tenth all the same, at four times the speed of the usual level
_FILE_MODE: Final = 0o644 << 16


class Sink(Protocol):
    """Takes files by their path in the export, one after the other."""

    def open(self, path: str) -> AbstractContextManager[IO[bytes]]:
        """Begin a file; it is whole when the context ends."""
        ...


class FolderSink:
    """Writes files below a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def open(self, path: str) -> Iterator[IO[bytes]]:
        """Begin a file, and the folders that it lies in."""
        place = self._folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("wb") as stream:
            yield stream


class ZipSink:
    """Writes entries of a ZIP; its stream need not be one that can go back.

    Args:
        archive: Open for writing.
        folder: Folder inside the archive, so that unpacking two archives mixes nothing.
        at: Time of all entries: year, month, day, hour, minute, second in UTC.
    """

    def __init__(
        self, archive: zipfile.ZipFile, *, folder: str, at: tuple[int, int, int, int, int, int]
    ) -> None:
        self._archive = archive
        self._folder = folder
        self._at = at

    @contextmanager
    def open(self, path: str) -> Iterator[IO[bytes]]:
        """Begin an entry. It may grow beyond 4 GiB, since nobody knows its size yet."""
        entry = zipfile.ZipInfo(f"{self._folder}/{path}", date_time=self._at)
        entry.external_attr = _FILE_MODE
        if Path(path).suffix in _SHRINKS:
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry._compresslevel = _LEVEL  # type: ignore[attr-defined]  # noqa: SLF001 - public from 3.13 on
        with self._archive.open(entry, "w", force_zip64=True) as stream:
            yield stream
