"""Why a file beside the sound is not used: tables of other names than a manifest's, and lists of nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from earmark.core.turnlists.forms import form_of
from earmark.core.wording import Said, said
from earmark.services.importing.filenames import composed
from earmark.services.importing.manifests import SUFFIXES

_SPREADSHEETS: Final = frozenset({".numbers", ".ods", ".xls", ".xlsb", ".xlsm", ".xlsx"})
_MAY_BE_MANIFESTS: Final = frozenset({".json", ".ndjson", ".txt", ".xml", ".yaml", ".yml", ""})


def is_table(path: Path) -> bool:
    """Tell by its ending whether a file is a table, which is no sound whatever its bytes are."""
    return path.suffix.lower() in {*_SPREADSHEETS, *SUFFIXES}


def why_needless(path: Path) -> Said:
    """Say of a file that is neither sound nor turn list why it is not used, and what makes it so."""
    ending = path.suffix.lower()
    if ending in _SPREADSHEETS:
        return said("file.spreadsheet")
    if ending in SUFFIXES:
        return said("file.other-table", name=f"manifest{ending}")
    if path.name.lower().startswith("manifest") and ending in _MAY_BE_MANIFESTS:
        return said("file.nearly-manifest")
    return said("file.needless-text")


def why_unused(path: Path, sounds: Mapping[str, str]) -> Said:
    """Say why a turn list belongs to nothing here; a JSON may be anything.

    ``sounds`` are the names of the sounds in its folder, by themselves without capitals.
    """
    form = form_of(path.name)
    own = composed(path.name if form is None else path.name[: -len(form.suffix)])
    alike = sounds.get(own.casefold(), own)
    if alike != own:
        return said("file.list-but-for-case", sound=alike)
    if path.suffix.lower() != ".json" or path.name.lower().endswith(".turns.json"):
        return said("file.list-of-nothing")
    return why_needless(path)
