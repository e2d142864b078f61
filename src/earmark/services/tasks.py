"""What a rater's browser receives of a task, and what it may fetch: nothing that tells systems apart."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from earmark.core.errors import NotFoundError
from earmark.core.listening import Span
from earmark.core.scenario import CLASS, class_of, shown_scenario
from earmark.core.sides import SIDES
from earmark.core.submission import Targets
from earmark.core.times import iso
from earmark.protocols.schema import Protocol
from earmark.services.evidence.marks import may_see
from earmark.storage import submissions, tasks
from earmark.storage.queue import AssignmentRow, recording_revision
from earmark.storage.seats import Seat
from earmark.storage.tasks import StimulusRow, TurnRow


@dataclass(frozen=True, slots=True)
class Presented:
    """A task as one rater sees it."""

    seat: Seat
    assignment: AssignmentRow
    stimuli: tuple[StimulusRow, ...]
    turns: tuple[TurnRow, ...]
    scenario: dict[str, object]
    draft: submissions.DraftRow | None
    submitted: submissions.Receipt | None
    total: int

    def as_json(self) -> dict[str, object]:
        """Return what the browser receives: opaque ids, times and words; no condition, file name or hash."""
        row = self.assignment
        return {
            "id": row.id,
            "study": {"name": self.seat.study_name, "title": self.seat.study_title},
            "position": row.position,
            "total": self.total,
            "left": max(0, self.total - row.position),
            "state": row.state,
            "expires_at": iso(row.expires_at),
            "revision": self.submitted.revision if self.submitted else None,
            "recording": recording_json(row, self.seat),
            "transcript": self._shows_words,
            "hear_first": self.seat.settings.hear_first,
            "item": {"scenario": self.scenario},
            "heard_first": row.heard_first or None,
            "stimuli": [self._stimulus(stimulus) for stimulus in self.stimuli],
            "draft": draft_json(self.draft) if self.draft else None,
        }

    def _stimulus(self, stimulus: StimulusRow) -> dict[str, object]:
        # Another address, since a browser plays what it has: for a day, sound is not asked for again.
        revision = self.assignment.recording_revision
        version = f"?revision={revision}" if revision > 1 else "?levelled" if stimulus.is_levelled else ""
        heard = stimulus.heard_channels
        address = f"/api/v1/assignments/{self.assignment.id}/stimuli/{stimulus.id}"
        return {
            "id": stimulus.id,
            "side": stimulus.side,
            "duration_s": stimulus.duration_s,
            "channels": heard.count,
            "agent_channel": heard.agent,
            "language": stimulus.language,
            "text": stimulus.text if self.seat.settings.show_text else "",
            "gain_db": stimulus.gain_db,
            "audio_url": f"{address}/audio{version}",
            "peaks_url": f"{address}/peaks",
            "evidence_url": f"{address}/evidence" if self._shows_evidence else None,
            "turns": [
                _turn(turn, words=self._shows_words) for turn in self.turns if turn.stimulus_id == stimulus.id
            ],
        }

    @property
    def _shows_evidence(self) -> bool:
        return may_see(self.seat.role, self.seat.settings, submitted=self.assignment.state == "submitted")

    @property
    def _shows_words(self) -> bool:
        return self.seat.settings.transcript == "show"


@dataclass(frozen=True, slots=True)
class Material:
    """What a task is about: its recordings as a rater hears them, their turns, and the scenario they see."""

    stimuli: tuple[StimulusRow, ...]
    turns: tuple[TurnRow, ...]
    scenario: dict[str, object]

    def turns_of(self, side: str) -> tuple[TurnRow, ...]:
        """Return the turns of one side, in order."""
        ids = {one.id for one in self.stimuli if one.side == side}
        return tuple(turn for turn in self.turns if turn.stimulus_id in ids)


def material_of(connection: Connection, protocol: Protocol, assignment: AssignmentRow) -> Material:
    """Gather what an assignment is about."""
    return Material(
        _stimuli_of(connection, assignment),
        _turns_of(connection, assignment),
        _scenario(connection, protocol, assignment),
    )


@dataclass(frozen=True, slots=True)
class Ahead:
    """The recordings of the task that a rater gets next unless something comes between."""

    stimuli: tuple[StimulusRow, ...] = ()
    revision: int = 1

    def sound_of(self, stimulus_id: str) -> str:
        """Return the hash of what is heard of one of these recordings.

        Raises:
            NotFoundError: It is not, or no longer, among them.
        """
        for stimulus in self.stimuli:
            if stimulus.id == stimulus_id:
                return stimulus.rendition_hash
        message = "This recording does not come next."
        raise NotFoundError(message)

    def as_json(self, assignment_id: str) -> dict[str, object]:
        """Return what the browser receives: where the sound is, and no more of the task."""
        address = f"/api/v1/assignments/{assignment_id}/ahead"
        return {
            "revision": self.revision,
            "stimuli": [
                {"id": one.id, "duration_s": one.duration_s, "audio_url": f"{address}/{one.id}/audio"}
                for one in self.stimuli
            ],
        }


def draft_json(draft: submissions.DraftRow) -> dict[str, object]:
    """Return a draft as the browser receives it."""
    return {"sequence": draft.sequence, "tab": draft.tab, "body": draft.body}


def recording_json(assignment: AssignmentRow, seat: Seat) -> dict[str, object]:
    """Return which revision a rater hears, whether a newer one is there, and whether work on it counts.

    ``taken_back`` tells that the owner has taken the task from this rater, or out of the study, or closed it.
    """
    is_open = assignment.state in {"leased", "expired", "released"}
    is_over = assignment.state == "released" or seat.state == "closed" or assignment.task_state == "withdrawn"
    return {
        "revision": assignment.recording_revision,
        "corrected": assignment.recording_revision < assignment.newest_revision,
        "counts": assignment.counts,
        "taken_back": is_open and is_over,
    }


def present(connection: Connection, seat: Seat, protocol: Protocol, assignment: AssignmentRow) -> Presented:
    """Gather what a rater sees of an assignment: a submitted one comes with its answers, to be corrected."""
    return Presented(
        seat=seat,
        assignment=assignment,
        stimuli=_stimuli_of(connection, assignment),
        turns=_turns_of(connection, assignment),
        scenario=_scenario(connection, protocol, assignment),
        draft=_draft_or_answers(connection, assignment),
        submitted=_receipt(connection, assignment),
        total=tasks.count_tasks(connection, assignment.study_id),
    )


def _scenario(connection: Connection, protocol: Protocol, assignment: AssignmentRow) -> dict[str, object]:
    """Return what a rater sees of a scenario, with the class that asks for its own questions."""
    scenario = tasks.scenario_of_item(connection, assignment.item_id)
    shown = shown_scenario(protocol, scenario)
    of = class_of(protocol, scenario)
    return shown if of is None else {**shown, CLASS: of}


def targets_of(connection: Connection, protocol: Protocol, assignment: AssignmentRow) -> Targets:
    """Return what an assignment asks about: the turns of the rated role, and the sides of a pair."""
    rated = protocol.item.rated_role
    if protocol.item.sides:
        return _sides_of(connection, protocol, assignment)
    turns = _turns_of(connection, assignment) if protocol.asked_of("agent-turn") else ()
    rated_turns = tuple(turn for turn in turns if turn.role == rated)
    spans = _spans(_stimuli_of(connection, assignment), rated_turns)
    return Targets(tuple(turn.id for turn in rated_turns), (), spans)


def _sides_of(connection: Connection, protocol: Protocol, assignment: AssignmentRow) -> Targets:
    """Return what a pair asks about, with the class of its scenario and the turns that a flag may name."""
    stimuli = _stimuli_of(connection, assignment)
    side_of = {stimulus.id: stimulus.side for stimulus in stimuli}
    scenario = tasks.scenario_of_item(connection, assignment.item_id)
    return Targets(
        sides=SIDES,
        spans={stimulus.side: Span(0.0, stimulus.duration_s) for stimulus in stimuli},
        scenario_class=class_of(protocol, scenario),
        turns_of_sides={turn.id: side_of[turn.stimulus_id] for turn in _turns_of(connection, assignment)},
    )


def _spans(stimuli: tuple[StimulusRow, ...], turns: tuple[TurnRow, ...]) -> dict[str, Span]:
    """Return where each agent turn, and an item of one recording, is heard."""
    if len(stimuli) != 1:
        return {}
    (stimulus,) = stimuli
    spans = {turn.id: Span(turn.start_s, turn.end_s, stimulus.agent_channel) for turn in turns}
    return spans | {"item": Span(0.0, stimulus.duration_s)}


def stimuli_ahead(connection: Connection, task_id: str) -> Ahead:
    """Return the recordings of a task that is not leased, as it would hand them out now.

    They come in the order of their ids: that of the sides would tell which one the task names first.
    """
    revision = recording_revision(connection, task_id)
    found = tasks.stimuli_of_task(connection, task_id, revision=revision)
    return Ahead(tuple(sorted(found, key=lambda one: one.id)), revision)


def stimulus_of(connection: Connection, assignment: AssignmentRow, stimulus_id: str) -> StimulusRow:
    """Return one recording of a rater's own task.

    Raises:
        NotFoundError: The task has no such recording.
    """
    for stimulus in _stimuli_of(connection, assignment):
        if stimulus.id == stimulus_id:
            return stimulus
    message = "There is no such recording in this task."
    raise NotFoundError(message)


def _receipt(connection: Connection, assignment: AssignmentRow) -> submissions.Receipt | None:
    return submissions.current_receipt(connection, assignment.id) if assignment.state == "submitted" else None


def _draft_or_answers(connection: Connection, assignment: AssignmentRow) -> submissions.DraftRow | None:
    draft = submissions.get_draft(connection, assignment.id)
    if draft is not None or assignment.state != "submitted":
        return draft
    body = submissions.current_body(connection, assignment.id)
    return None if body is None else submissions.DraftRow(0, "", body, 0)


def _stimuli_of(connection: Connection, assignment: AssignmentRow) -> tuple[StimulusRow, ...]:
    """Return the recordings as this rater hears them."""
    return tasks.stimuli_of_task(
        connection,
        assignment.task_id,
        revision=assignment.recording_revision,
        swapped=assignment.swapped,
    )


def _turns_of(connection: Connection, assignment: AssignmentRow) -> tuple[TurnRow, ...]:
    """Return the turns of the revision that this rater hears."""
    return tasks.turns_of_task(connection, assignment.task_id, revision=assignment.recording_revision)


def _turn(turn: TurnRow, *, words: bool) -> dict[str, object]:
    return {
        "id": turn.id,
        "position": turn.position,
        "role": turn.role,
        "start_s": turn.start_s,
        "end_s": turn.end_s,
        "text": turn.text if words else "",
    }
