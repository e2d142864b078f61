"""Names of files: one name may be written in two ways, composed (Linux, Windows) and decomposed (macOS)."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Final

_SOUND_NAME: Final = re.compile(
    r".*\.(3gp|aac|ac3|aifc?|aiff|amr|ape|au|caf|eac3|flac|m4[ab]|mk[av]|mov|mp[34]|og[ag]|opus|pcm|raw|tta|w64|wave?"
    r"|webm|wma|wv)",
    re.IGNORECASE | re.DOTALL,
)


def has_sound_name(name: str) -> bool:
    """Tell whether a file is meant as sound by the ending of its name."""
    return _SOUND_NAME.fullmatch(name) is not None


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


def entries_of(folder: Path) -> list[Path]:
    """Return what lies in a folder; nothing where it is none or that may not be known."""
    try:
        return sorted(folder.iterdir())
    except OSError:  # such as a folder out of which one may read files and not their names
        return []


class Namesakes:
    """Files whose path differs from a written one only by capitals; each folder is looked at once."""

    def __init__(self, folder: Path) -> None:
        self._root = folder
        self._folders: dict[Path, dict[str, str]] = {}

    def of(self, written: str) -> str | None:
        """Return the path of such a file below the folder, None where there is none or it lies outside."""
        found = Path()
        if Path(written).is_absolute() or ".." in Path(written).parts:
            return None
        for part in Path(written).parts:
            name = self._names(found).get(composed(part).casefold())
            if name is None:
                return None
            found /= name
        return found.as_posix() if is_file(self._root / found) else None

    def _names(self, folder: Path) -> dict[str, str]:
        if folder not in self._folders:
            entries = entries_of(self._root / folder)
            self._folders[folder] = {composed(one.name).casefold(): one.name for one in entries}
        return self._folders[folder]
