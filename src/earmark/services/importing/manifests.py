"""Manifests: one table that says what each recording is, as JSON Lines, CSV or Parquet.

JSON Lines has one object a recording, with its turns inside. CSV and Parquet have one row a recording, or,
where they have the columns ``role`` (or ``speaker``) and ``start``, one row a turn; rows of the same audio,
item and condition then make one recording.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from earmark.core.documents import UnusableJsonError, parse_json
from earmark.core.imports import Remark
from earmark.core.system_faults import fault_of_system
from earmark.core.turnlists.encoding import decode_text
from earmark.core.turnlists.lists import UnusableListError
from earmark.core.wording import said
from earmark.services.importing.manifest import COLUMNS, ListedRecording, Manifest
from earmark.services.importing.manifest_tables import read_csv, read_parquet_table
from earmark.services.importing.parquet_rows import UnusableParquetError

NAMES: Final = ("manifest.csv", "manifest.jsonl", "manifest.parquet", "manifest.tsv")
"""A file of such a name, in small or large letters, is a manifest; any other one if named itself."""

SUFFIXES: Final = (".csv", ".jsonl", ".parquet", ".tsv")
_THE_MANIFEST: Final = said("the.manifest")
_Key = tuple[str | None, str | None, str | None]  # audio, item, condition


def is_named_manifest(path: Path) -> bool:
    """Tell by its name alone whether a file inside a folder is a manifest."""
    return path.name.lower() in NAMES


def read_manifest(path: Path) -> Manifest:
    """Read a manifest by its ending; a line that is wrong is refused by itself and the others are used."""
    manifest = Manifest(path)
    ending = path.suffix.lower()
    try:
        if ending == ".parquet":
            read_parquet_table(manifest)
        elif ending == ".jsonl":
            _read_json_lines(manifest, _text(manifest))
        else:
            read_csv(manifest, _text(manifest), tabs=ending == ".tsv")
    except OSError as error:
        unreadable = said("text.unreadable", subject=_THE_MANIFEST, error=fault_of_system(error))
        manifest.refuse(None, unreadable)
    except UnusableListError as error:
        manifest.refuse(None, error.fault.said.with_words(subject=_THE_MANIFEST))
    except UnusableParquetError as error:
        manifest.refuse(None, error.said)
    _refuse_contradictions(manifest)
    return manifest


def _text(manifest: Manifest) -> str:
    decoded = decode_text(manifest.path.read_bytes())
    if decoded.encoding:
        manifest.repaired.append(Remark(str(manifest.path), None, decoded.repair))
    return decoded.text


def _read_json_lines(manifest: Manifest, text: str) -> None:
    unknown: set[str] = set()
    for line, written in enumerate(text.split("\n"), 1):
        if not written.strip():
            continue
        try:
            document = parse_json(written)
        except UnusableJsonError as error:
            manifest.refuse(line, error.said.with_words(subject=said("the.line")))
            continue
        if not isinstance(document, dict):
            manifest.refuse(line, said("manifest.no-object"))
            continue
        unknown |= document.keys() - COLUMNS
        manifest.add(document, line)
    manifest.warn_of_unknown(unknown)


def _refuse_contradictions(manifest: Manifest) -> None:
    """Refuse a line that says again, or says otherwise, what a line before it has said."""
    lines: dict[_Key, int] = {}
    scenarios: dict[str | None, ListedRecording] = {}
    kept: list[ListedRecording] = []
    for listed in manifest.recordings:
        row = listed.row
        same = lines.setdefault((row.audio, row.item, row.condition), listed.line)
        told = scenarios.setdefault(row.item, listed) if row.item and row.scenario else listed
        if same != listed.line:
            manifest.refuse(listed.line, said("manifest.listed-twice", line=same))
        elif told.row.scenario != row.scenario:
            other = said("manifest.two-scenarios", item=row.item or "", line=told.line)
            manifest.refuse(listed.line, other)
        else:
            kept.append(listed)
    manifest.recordings = kept
