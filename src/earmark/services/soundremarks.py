"""What a study's owner should know about the sound that is in, as it stands now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import Connection

from earmark.services.soundchecks import Finding, Peer, compare, finding_from
from earmark.storage.analyses import suspects_of
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
    suspects = suspects_of(connection, study_id)
    for row in rows:
        found[row.task].extend(_together(row.findings, suspects.get(row.stimulus, ())))
    for place, finding in compare((), [_peer(row) for row in rows]):
        found[rows[place].task].append(finding)
    return {task: findings for task, findings in found.items() if findings}


def _together(
    imported: Iterable[Mapping[str, object]], analysed: Iterable[Mapping[str, object]]
) -> Iterator[Finding]:
    """Yield what the import and the analysis found; what both did, as the import says it."""
    first = [finding_from(one) for one in imported]
    yield from first
    known = {one.check for one in first}
    yield from (one for one in map(finding_from, analysed) if one.check not in known)


def _peer(row: SoundRow) -> Peer:
    return Peer(named(row.item, row.condition), row.rendition_hash, row.level_db, row.file_name)
