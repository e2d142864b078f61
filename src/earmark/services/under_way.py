"""How far turns are that are being cut right now, for pages: the import that cuts them says so in its job."""

from __future__ import annotations

from sqlalchemy import Connection

from earmark.services.uploads import KIND
from earmark.storage.jobs import jobs_of


def share_cut(connection: Connection, study_id: str, file_name: str) -> float | None:
    """Return which share, 0..1, of a recording has been listened to for its turns.

    None where nobody says it: an import on the command line has no job, and one that has may be at another
    recording.
    """
    newest = jobs_of(connection, KIND, study_id=study_id, limit=1)
    if not newest or not newest[0].is_active or newest[0].progress.get("current") != file_name:
        return None
    return newest[0].progress.get("cut")
