"""Protocols by name, by folder, or from the files that a study has pinned."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from earmark.protocols.bundle import PROTOCOL_FILE, LoadedProtocol, content_hash, files_of
from earmark.protocols.faults import ProtocolError, ProtocolFault

if TYPE_CHECKING:
    from earmark.protocols.phrasebook.book import Phrasebook

BUILTIN: Final = Path(__file__).parent / "builtin"

_KEPT: Final = 64
_loaded: dict[str, LoadedProtocol] = {}
_books: dict[str, Phrasebook] = {}
"""Protocols and phrasebooks by content hash. They never change, so kept ones are never out of date."""


def names() -> tuple[str, ...]:
    """Return the names of the built-in protocols, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in BUILTIN.glob(f"*/{PROTOCOL_FILE}")))


def load(name_or_folder: str | Path) -> LoadedProtocol:
    """Return a built-in protocol by its name, or the protocol of a folder.

    A built-in name stands for itself, everything else is the path of a folder or of the YAML file in it.

    Raises:
        ProtocolError: There is no such protocol, or it has faults: all of them, with file, line and column.
    """
    file = _protocol_file(name_or_folder)
    named = {PROTOCOL_FILE: file.as_posix()}

    def shown(path: str) -> str:
        return named.get(path) or (file.parent / path).as_posix()

    loaded = _read(files_of(file), shown)
    if file.parent.parent != BUILTIN:  # ours are known to be right, and take a second to read
        _book(loaded, shown)
    return loaded


def load_files(files: Mapping[str, str]) -> LoadedProtocol:
    """Return the protocol that `LoadedProtocol.files` were kept of; quick from the second time on.

    Raises:
        ProtocolError: The files have faults.
    """
    return _read(files, str)


def phrasebook_of(loaded: LoadedProtocol) -> Phrasebook:
    """Return the phrasebook of a protocol, an empty one where it has none.

    The first time it takes about a second for each 200,000 characters of its files, then no time.

    Raises:
        ProtocolError: The files of the phrasebook have faults.
    """
    return _book(loaded, str)


def _book(loaded: LoadedProtocol, shown: Callable[[str], str]) -> Phrasebook:
    if loaded.hash not in _books:
        from earmark.protocols.phrasebook.reader import read_phrasebook  # noqa: PLC0415 - as slow to import as the reader

        if len(_books) >= _KEPT:
            _books.clear()
        _books[loaded.hash] = read_phrasebook(loaded.files, loaded.protocol.languages, shown)
    return _books[loaded.hash]


def _read(files: Mapping[str, str], shown: Callable[[str], str]) -> LoadedProtocol:
    pinned = content_hash(files)
    if pinned not in _loaded:
        from earmark.protocols.reader import read  # noqa: PLC0415 - slower to import than all of `earmark --help`

        loaded = LoadedProtocol(read(files, shown), dict(files), pinned)
        if len(_loaded) >= _KEPT:
            _loaded.clear()
        _loaded[pinned] = loaded
    return _loaded[pinned]


def _protocol_file(name_or_folder: str | Path) -> Path:
    text, path = str(name_or_folder), Path(name_or_folder)
    if isinstance(name_or_folder, str) and text in names():
        return BUILTIN / text / PROTOCOL_FILE
    if path.is_file():
        return path
    if isinstance(name_or_folder, Path) or path.is_dir() or any(mark in text for mark in {os.sep, "/"}):
        return path / PROTOCOL_FILE
    close = get_close_matches(text, names(), n=1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    message = f"there is neither a built-in protocol nor a folder of this name{hint}"
    raise ProtocolError((ProtocolFault(text, 1, 1, message, f"one of {', '.join(names())}, or a folder"),))
