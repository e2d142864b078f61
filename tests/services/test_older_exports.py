"""What an Earmark of any revision exported is restored by this one: ids stay, new columns get their defaults.

`older_exports/` has small exports, each by the Earmark of the revision that it is named for. Whoever
adds a revision adds one from before it.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from earmark.core.errors import WrongInputError
from earmark.services.exporting import export_study
from earmark.services.home import Home
from earmark.services.restoring import restore_study
from earmark.storage.copies import COPIED
from earmark.storage.migrate import HEAD

KEPT = Path(__file__).parent / "older_exports"
NEW = {"preferences": {}, "paused_at": None, "task_cap": None, "offered": False, "retracted": False}
NEW |= {"swapped": False, "heard_first": "", "gain_db": 0.0, "group_name": ""}
"""What a row is where it was exported before the column was there."""


def unpack(revision: str, folder: Path) -> Path:
    shutil.unpack_archive(KEPT / f"{revision}.tar.xz", folder, filter="data")
    return folder


def rows_of(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """All rows as they are stored, by table."""
    found = {}
    for table in COPIED:
        stored = folder / "restore" / f"{table}.jsonl"
        if not stored.exists():  # an earlier Earmark had no such table
            found[table] = []
            continue
        columns, *rows = map(json.loads, stored.read_text().splitlines())
        found[table] = [dict(zip(columns, row, strict=True)) for row in rows]
    return found


@pytest.mark.parametrize("revision", sorted(path.name[:4] for path in KEPT.iterdir()))
def test_an_export_of_an_older_earmark_comes_back_with_its_ids_and_what_is_new_at_its_default(
    home: Home, tmp_path: Path, revision: str
) -> None:
    older = unpack(revision, tmp_path / "older")
    restored = restore_study(home, older)
    assert (restored.study, restored.new_ids, restored.rows["score"]) == ("voices", False, 1)
    newer = export_study(home.studies["voices"], tmp_path / "newer").folder
    before, after = rows_of(older), rows_of(newer)
    filled = {
        table: [{name: row.get(name, NEW.get(name)) for name in after[table][0]} for row in rows]
        for table, rows in before.items()
    }
    assert after == filled
    if revision == HEAD:  # tables of an earlier one may have fewer columns
        for name in ("scores.csv", "submissions.jsonl", "marks.csv", "events.jsonl"):
            assert (newer / name).read_bytes() == (older / name).read_bytes()
    left = [path.name for path in home.settings.home.iterdir() if path.name.startswith("importing-")]
    assert left == []


def test_an_older_export_without_a_table_of_its_time_is_refused(home: Home, tmp_path: Path) -> None:
    older = unpack("0004", tmp_path / "older")
    manifest = older / "restore" / "manifest.json"
    content = json.loads(manifest.read_text())
    content["files"] = [one for one in content["files"] if one["path"] != "restore/draft.jsonl"]
    manifest.write_text(json.dumps(content))
    (older / "restore" / "lines" / "restore" / "manifest.json.crc32").unlink()
    with pytest.raises(WrongInputError, match="damaged") as refused:
        restore_study(home, older)
    assert [fault.message for fault in refused.value.faults] == ["does not name 'restore/draft.jsonl'"]
    assert "voices" not in home.studies


def test_an_export_from_before_the_newest_revision_is_kept() -> None:
    assert max(path.name[:4] for path in KEPT.iterdir()) >= f"{int(HEAD) - 1:04}"
