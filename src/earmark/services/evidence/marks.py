"""What a page shows of a recording's evidence, and to whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sqlalchemy import Connection

from earmark.audio.evidence.rows import Evidence
from earmark.core.heard import Layout
from earmark.core.roles import Role
from earmark.core.study import StudySettings
from earmark.services.evidence.kept import Group, evidence_in, groups_in, versions_in
from earmark.storage import analyses
from earmark.storage.queue import AssignmentRow
from earmark.storage.seats import Seat
from earmark.storage.tasks import StimulusRow

State = Literal["hidden", "waiting", "unreadable", "there"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of a recording.

    Attributes:
        state: ``hidden`` from whoever asks; ``waiting`` for its analysis; ``unreadable``; or ``there``.
        evidence: What was found, where it is there.
        groups: The group of each detector, which is the lane of what it finds.
        is_blind: Whether what tells files or systems apart is to be left out: the asker rates.
        layout: What became of the channels in the sound that the asker hears.
    """

    state: State
    evidence: Evidence | None = None
    groups: Mapping[str, Group] = field(default_factory=dict)
    is_blind: bool = False
    layout: Layout = "as-it-is"


HIDDEN = Shown("hidden", is_blind=True)


def may_see(role: Role, settings: StudySettings, *, submitted: bool) -> bool:
    """Tell whether somebody sees the evidence of a task: a rater by the study's setting, others always."""
    if role is not Role.RATER or settings.evidence == "always":
        return True
    return settings.evidence == "after-rating" and submitted


def shown_of(
    connection: Connection, sound_hash: str, agent_channel: int | None, *, is_blind: bool
) -> tuple[Shown, Mapping[str, Any]]:
    """Return what is shown of a sound, and what is kept of it."""
    found = analyses.found_in(connection, sound_hash, agent_channel)
    if found is None:
        return Shown("waiting", is_blind=is_blind), {}
    evidence = evidence_in(found, agent_channel=agent_channel)
    if evidence is None:
        return Shown("unreadable", is_blind=is_blind), found
    return Shown("there", evidence, groups_in(found), is_blind), found


def show_to_rater(
    connection: Connection, seat: Seat, assignment: AssignmentRow, stimulus: StimulusRow, *, now: int
) -> Shown:
    """Return what a rater sees of a recording of their own task; that they have seen it is written down."""
    if not may_see(seat.role, seat.settings, submitted=assignment.state == "submitted"):
        return HIDDEN
    shown, found = shown_of(connection, stimulus.original_hash, stimulus.agent_channel, is_blind=True)
    if shown.evidence is not None:
        sent = {"marks": sum(row.has_place for row in shown.evidence.rows)}
        _note(connection, assignment.id, stimulus.id, sent | {"versions": versions_in(found)}, now=now)
    return replace(shown, layout=stimulus.layout)


def _note(
    connection: Connection, assignment_id: str, stimulus_id: str, sent: Mapping[str, object], *, now: int
) -> None:
    before = analyses.shown_to(connection, assignment_id) or {"at": now, "recordings": {}}
    if before["recordings"].get(stimulus_id) != sent:
        after = before | {"recordings": before["recordings"] | {stimulus_id: sent}}
        analyses.note_shown(connection, assignment_id, after)
