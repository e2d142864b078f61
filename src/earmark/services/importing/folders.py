"""What lies in a folder: its files down to the bottom, and what of it cannot be looked at."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from earmark.core.imports import Refusal, Remark
from earmark.core.system_faults import fault_of_system
from earmark.core.wording import said


@dataclass(slots=True)
class Contents:
    """What was found in a folder; hidden files and folders are left out without a word."""

    files: list[Path] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    ignored: list[Remark] = field(default_factory=list)


def look_through(folder: Path) -> Contents:
    """Find the files of a folder and of those in it, in order of their names.

    Links to files are followed, links to folders are not, since they may lead round in a circle. Nothing is
    passed over in silence: a folder that cannot be read, or a link that leads nowhere, is refused by itself.
    """
    contents, waiting = Contents(), [folder]
    while waiting:
        place = waiting.pop()
        try:
            entries = list(os.scandir(place))
            waiting.extend(_sort_out(contents, place, entries))
        except OSError as error:
            unreadable = said("folder.unreadable", error=fault_of_system(error))
            contents.refused.append(Refusal(str(place), None, unreadable))
    contents.files.sort()
    contents.refused.sort(key=lambda refusal: refusal.path)
    contents.ignored.sort(key=lambda remark: remark.path)
    return contents


def _sort_out(contents: Contents, place: Path, entries: Iterable[os.DirEntry[str]]) -> list[Path]:
    """Return the folders among the entries, and note the rest."""
    folders = []
    for entry in entries:
        path = place / entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            folders.append(path)
        elif path.is_file():
            contents.files.append(path)
        elif path.is_dir():
            contents.ignored.append(Remark(str(path), None, said("folder.linked")))
        elif entry.is_symlink() and not path.exists():
            contents.refused.append(Refusal(str(path), None, said("file.link-to-nothing")))
        else:
            contents.ignored.append(Remark(str(path), None, said("file.holds-nothing")))
    return folders
