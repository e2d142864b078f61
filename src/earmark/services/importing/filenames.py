"""Names of files: one name may be written in two ways, composed (Linux, Windows) and decomposed (macOS)."""

from __future__ import annotations

import unicodedata
from pathlib import Path


def composed(name: str) -> str:
    """Return a name as its writer would type it: a Korean syllable is one character again (NFC)."""
    return unicodedata.normalize("NFC", name)


def is_file(path: Path) -> bool:
    """Tell whether there is a file that can be read to its end; a name that no system takes is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def find_file(folder: Path, written: str) -> Path | None:
    """Return the file that somebody means by a path, in whichever way its names are written on the disk."""
    path = folder / written
    if is_file(path):
        return path
    for part in Path(written).parts:
        folder = _member(folder, part)
    return folder if is_file(folder) else None


def _member(folder: Path, name: str) -> Path:
    """Return the entry of a folder with this name in one of its ways; the path as given if there is none."""
    path = folder / name
    if name.isascii() or path.exists() or not folder.is_dir():
        return path
    return next((entry for entry in sorted(folder.iterdir()) if composed(entry.name) == composed(name)), path)
