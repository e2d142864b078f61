"""The sound files that somebody names, and those in the folders that he names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from earmark.core.errors import WrongInputError
from earmark.core.imports import Refusal
from earmark.services.importing.filenames import has_sound_name
from earmark.services.importing.folders import look_through


@dataclass(frozen=True, slots=True)
class SoundFiles:
    """Files of sound, each once, and what of the folders could not be looked at."""

    files: tuple[Path, ...]
    refused: tuple[Refusal, ...]


def sound_files(paths: Sequence[Path]) -> SoundFiles:
    """Return the files that are given, and the sound files of the folders, in order.

    Raises:
        WrongInputError: One does not exist or is a pipe, or there is no sound file at all.
    """
    if piped := [str(path) for path in paths if str(path) == "-" or _is_pipe(path)]:
        message = (
            f"Sound is read more than once and cannot come by a pipe: {', '.join(piped)}. Save it first."
        )
        raise WrongInputError(message)
    if missing := [str(path) for path in paths if not path.exists()]:
        message = f"There is no such file or folder: {', '.join(missing)}. Check the path."
        raise WrongInputError(message)
    files: dict[Path, None] = {}
    refused: list[Refusal] = []
    for path in paths:
        if path.is_dir():
            contents = look_through(path)
            files |= dict.fromkeys(file for file in contents.files if has_sound_name(file.name))
            refused += (
                one for one in contents.refused if Path(one.path).is_dir() or has_sound_name(one.path)
            )
        else:
            files[path] = None
    if not files and not refused:
        message = f"No sound files in {', '.join(map(str, paths))}. Name the files themselves."
        raise WrongInputError(message)
    return SoundFiles(tuple(files), tuple(refused))


def _is_pipe(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()
