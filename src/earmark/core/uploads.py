"""Which files may be sent into an upload: names that stay in their folder, sizes that can be kept."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from earmark.core.characters import character_faults

LARGEST_FILE: Final = 4 << 30
"""Bytes of one file: what a WAV file can hold."""

MOST_FILES: Final = 20_000

_LONGEST_NAME: Final = 255  # bytes, as file systems have it
_LONGEST_PATH: Final = 1_000


@dataclass(frozen=True, slots=True)
class Announced:
    """A file that somebody wants to send. ``path`` is as in the chosen folder, its parts joined by ``/``."""

    path: str
    size: int
    modified: int


@dataclass(frozen=True, slots=True)
class Unwelcome:
    """A file that is not taken; ``code`` is bad-name, two-kinds, too-large or too-many."""

    path: str
    code: str


def refuse(announced: Iterable[Announced], *, known: Iterable[str]) -> Iterator[Unwelcome]:
    """Yield a refusal for each file that cannot be taken beside the paths that are known already."""
    paths = set(known)
    folders = {folder for path in paths for folder in _folders(path)}
    for one in announced:
        code = _code(one) or _clash(one.path, paths, folders)
        if code:
            yield Unwelcome(one.path, code)
            continue
        paths.add(one.path)
        folders.update(_folders(one.path))


def _code(one: Announced) -> str:
    if not is_safe(one.path):
        return "bad-name"
    return "too-large" if one.size > LARGEST_FILE else ""


def _clash(path: str, paths: set[str], folders: set[str]) -> str:
    """A path cannot be both a file and a folder."""
    if path in folders or any(folder in paths for folder in _folders(path)):
        return "two-kinds"
    return "too-many" if path not in paths and len(paths) >= MOST_FILES else ""


def is_safe(path: str) -> bool:
    """Tell whether a path stays below its folder and can be written on any system Earmark runs on."""
    if any(character_faults(path, "")) or len(path.encode()) > _LONGEST_PATH:
        return False
    return all(map(_is_name, path.split("/")))


def _is_name(part: str) -> bool:
    if part in {"", ".", ".."} or "\\" in part or len(part.encode()) > _LONGEST_NAME:
        return False
    return not any(unicodedata.category(letter) == "Cc" for letter in part)


def _folders(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]
