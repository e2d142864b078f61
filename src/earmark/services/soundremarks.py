"""What a study's owner should know about the sound that is in, as it stands now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import Connection

from earmark.services.soundchecks import Finding, Peer, compare, finding_from
from earmark.storage.items import SoundRow, sound_rows


def named(item: str, condition: str | None) -> str:
    """Name a recording by its item, and its condition where it has one."""
    return item if condition is None else f"{item} ({condition})"


def peers(connection: Connection, study_id: str) -> list[Peer]:
    """Return what new recordings are compared with: all that a study has."""
    return [_peer(row) for row in sound_rows(connection, study_id)]


def findings_by_task(connection: Connection, study_id: str) -> Mapping[str, list[Finding]]:
    """Return all findings on the sound of a study, by the task whose raters hear it.

    Those that come from comparing recordings are made anew, so that they hold for what the study has today.
    """
    rows = sound_rows(connection, study_id)
    found: dict[str, list[Finding]] = defaultdict(list)
    for row in rows:
        found[row.task].extend(map(finding_from, row.findings))
    for place, finding in compare((), [_peer(row) for row in rows]):
        found[rows[place].task].append(finding)
    return {task: findings for task, findings in found.items() if findings}


def _peer(row: SoundRow) -> Peer:
    return Peer(named(row.item, row.condition), row.rendition_hash, row.level_db, row.file_name)
