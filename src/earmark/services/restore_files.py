"""An export as a folder that a study can be made from again: whole, of a form we know, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from pydantic import BaseModel, Field, ValidationError

from earmark.core.errors import WrongInputError
from earmark.exports.ledger import Damage, Entry, find_damage, find_damaged_line
from earmark.protocols.faults import Fault
from earmark.services.export_files import FORMAT, MANIFEST, place_of
from earmark.storage.copies import COPIED
from earmark.storage.migrate import HEAD

Renew = Callable[[str], str]
"""Returns a line with other ids in the place of those that it holds."""

OLDEST: Final = "0004"
"""The revision of the tables of the first Earmark whose exports could be restored."""

_SHOWN: Final = 20
"""Damaged files that are told one by one."""

_REMEDY: Final = "Nothing was changed. Export the study again, or copy the folder anew."


class _Entry(BaseModel):
    path: str
    bytes: int
    sha256: str


class _Manifest(BaseModel):
    format: int
    tables: str = Field(pattern=r"^\d{4}$")
    earmark: str
    files: tuple[_Entry, ...]


@dataclass(frozen=True, slots=True)
class ExportFolder:
    """An export that was found whole.

    Attributes:
        folder: Where it lies.
        files: The SHA-256 of each file in it by its path.
        tables: The revision of the tables that it was exported from.
        stored: The folder of its rows as they are stored: its own, or one with newer rows made from them.
    """

    folder: Path
    files: Mapping[str, str]
    tables: str
    stored: Path

    def rows(self, table: str, renew: Renew | None = None) -> Iterator[dict[str, Any]]:
        """Yield the stored rows of a table, a value a column."""
        with (self.stored / place_of(table)).open(encoding="utf-8", newline="\n") as stream:
            columns = json.loads(next(stream))
            for line in stream:
                values = json.loads(line if renew is None else renew(line))
                yield dict(zip(columns, values, strict=True))

    def refuse_without(self, tables: Iterable[str]) -> None:
        """Raise WrongInputError where the rows of one of these tables are not among the files."""
        missing = [place for place in map(place_of, tables) if place not in self.files]
        if missing:
            raise _damaged(
                self.folder, [Damage(MANIFEST, None, f"does not name '{place}'") for place in missing]
            )


def open_export(folder: Path) -> ExportFolder:
    """Check an export from its first file to its last.

    Raises:
        WrongInputError: It is no export, was cut off, is of a version that cannot be read, or a file of it is
            missing or changed; the faults name files and lines.
    """
    manifest = _manifest(folder)
    if manifest.format > FORMAT or manifest.tables > HEAD:
        _refuse(f"{folder} was exported by a newer Earmark ({manifest.earmark}). Install that one.")
    if manifest.tables < OLDEST:
        _refuse(
            f"{folder} says that an older Earmark ({manifest.earmark}) has exported it than any that could. "
            "Export the study again."
        )
    found = (find_damage(folder, Entry(one.path, one.bytes, one.sha256)) for one in manifest.files)
    damages = [damage for damage in found if damage is not None]
    if damages:
        raise _damaged(folder, damages)
    export = ExportFolder(folder, {one.path: one.sha256 for one in manifest.files}, manifest.tables, folder)
    if manifest.tables == HEAD:
        export.refuse_without(COPIED)
    return export


def _manifest(folder: Path) -> _Manifest:
    if folder.is_file():
        _refuse(f"{folder} is a file. Unpack it, and name the folder that holds 'study.json'.")
    try:
        written = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        if (folder / "study.json").is_file():
            _refuse(f"{folder} has no '{MANIFEST}': it was cut off, or its folder 'restore' taken away.")
        _refuse(f"{folder} is no export of a study. Name the folder that holds 'study.json'.")
    line = find_damaged_line(folder, MANIFEST)
    try:
        manifest = _Manifest.model_validate_json(written)
    except ValidationError as wrong:
        raise _damaged(folder, (Damage(MANIFEST, line, "is not as it was exported"),)) from wrong
    if line is not None:
        raise _damaged(folder, (Damage(MANIFEST, line, "is not as it was exported"),))
    return manifest


def _damaged(folder: Path, damages: Sequence[Damage]) -> WrongInputError:
    faults = tuple(
        Fault(one.path if one.line is None else f"{one.path}:{one.line}", "damaged", one.reason)
        for one in damages[:_SHOWN]
    )
    more = f", and {len(damages) - _SHOWN} files more" if len(damages) > _SHOWN else ""
    message = f"The export in {folder} is damaged{more}. {_REMEDY}"
    return WrongInputError(message, faults=faults)


def _refuse(message: str) -> NoReturn:
    raise WrongInputError(message)
