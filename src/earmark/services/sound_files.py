"""The sound files that somebody names, and those in the folders that he names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from earmark.core.errors import WrongInputError
from earmark.services.importing.filenames import has_sound_name
from earmark.services.importing.folders import look_through


def sound_files(paths: Sequence[Path]) -> list[Path]:
    """Return the files that are given, and the sound files of the folders, in order, each once.

    Raises:
        WrongInputError: One does not exist, or there is no sound file at all.
    """
    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        message = f"There is no such file or folder: {', '.join(missing)}. Check the path."
        raise WrongInputError(message)
    found = list(dict.fromkeys(file for path in paths for file in _files_of(path)))
    if not found:
        message = f"No sound files in {', '.join(map(str, paths))}. Name the files themselves."
        raise WrongInputError(message)
    return found


def _files_of(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [file for file in look_through(path).files if has_sound_name(file.name)]
