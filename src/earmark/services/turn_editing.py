"""Edit the turns of a conversation: what is there, what it was before, and a new revision of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from earmark.core.corrections import Choice, asks, compare_turns
from earmark.core.errors import ConflictError, NotFoundError, WrongInputError
from earmark.core.times import iso
from earmark.core.turn_check import check_turns
from earmark.core.turns import Turn, TurnNote, WrittenTurn, turn_place
from earmark.core.wording import say
from earmark.protocols.faults import Fault
from earmark.services.studies import Study
from earmark.services.under_way import share_cut
from earmark.storage import corrections as rows
from earmark.storage.corrections import Correction, Stake
from earmark.storage.turn_revisions import EditableRow, ListRow, editable, lists_of, turns_at
from earmark.storage.turnlists import NewTurnList, current_list

__all__ = ["EditableRow", "Edited", "NeedsChoiceError", "Opened", "open_turns", "recording_in", "save_turns"]

_NO_SUCH: Final = "This study has no such conversation."
_NEWER: Final = "Somebody else has saved these turns since you opened them. Look at what is there now."
_CHOOSE: Final = "Submissions were made on these turns. Choose what happens to them."


class NeedsChoiceError(ConflictError):
    """Submissions were made on the turns as they are, and nobody said what happens to them."""

    def __init__(self, stake: Stake) -> None:
        super().__init__(_CHOOSE)
        self.stake = stake


@dataclass(frozen=True, slots=True)
class Opened:
    """A conversation as its owner edits it.

    Before its turns are cut it has none and ``waits``; `share` of it has then been listened to, None where
    nobody says how much.
    """

    recording: EditableRow
    turns: tuple[Turn, ...]
    lists: tuple[ListRow, ...]
    waits: bool = False
    share: float | None = None

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values; times of turns in seconds."""
        one = self.recording
        return {
            "item": one.item,
            "condition": one.condition,
            "duration_s": one.duration_s,
            "channels": one.channels,
            "agent_channel": one.agent_channel,
            "revision": one.revision,
            "turns": turns_json(self.turns),
            "lists": [_list_json(entry) for entry in self.lists],
            "cutting": {"share": self.share} if self.waits else None,
        }


@dataclass(frozen=True, slots=True)
class Edited:
    """Turns as somebody edited them.

    Attributes:
        seen_revision: The revision of the recording that was edited.
        turns: The turns as the page sends them: role, start, end, text.
        choice: What happens to submissions on the turns as they were; None where nobody has said.
        person_id: Who edited them.
        language: In which faults are told.
    """

    seen_revision: int
    turns: Sequence[Mapping[str, object]]
    choice: Choice | None
    person_id: str
    language: str = "en"


def open_turns(study: Study, task_id: str) -> Opened:
    """Return a conversation with its turns and all its turn lists; NotFoundError where there is none."""
    with study.home.database.read() as connection:
        return _opened(connection, study, task_id)


def turns_of_revision(study: Study, task_id: str, revision: int) -> tuple[Turn, ...]:
    """Return the turns of an earlier list; NotFoundError where no list came with that revision."""
    with study.home.database.read() as connection:
        found = turns_at(connection, recording_in(connection, study, task_id).id, revision)
    if found is None:
        message = "This conversation has no such turn list."
        raise NotFoundError(message)
    return found


def recording_in(connection: Connection, study: Study, task_id: str) -> EditableRow:
    """Return the recording of a conversation; NotFoundError where this study has no such task."""
    found = editable(connection, study.id, task_id) if study.protocol.item.kind == "conversation" else None
    if found is None:
        raise NotFoundError(_NO_SUCH)
    return found


def save_turns(study: Study, task_id: str, edited: Edited) -> Opened:
    """Make a new revision with the turns as they were edited, and return what is there now.

    They pass the same gate as those of files. The same turns again change nothing.

    Raises:
        NotFoundError: The study has no such conversation.
        ConflictError: Somebody else has saved other turns since ``seen_revision``.
        NeedsChoiceError: Submissions were made on the turns as they are, and more than words differ.
        WrongInputError: Turns are faulty, each named; nothing was changed.
    """
    now = study.home.clock()

    def save(connection: Connection) -> Opened:
        recording = recording_in(connection, study, task_id)
        if recording.revision != edited.seen_revision:
            raise ConflictError(_NEWER)
        turns = _checked(edited.turns, recording, language=edited.language)
        _revise(connection, recording, turns, edited, now=now)
        return _opened(connection, study, task_id)

    return study.home.database.write(save)


def _revise(
    connection: Connection, recording: EditableRow, turns: Sequence[Turn], edited: Edited, *, now: int
) -> None:
    held = current_list(connection, recording.id)
    changed = compare_turns(held.turns if held else (), turns)
    if changed is None:
        return
    stake = rows.stake_of(connection, recording.id)
    needs_choice = asks([changed]) and not stake.is_empty
    if needs_choice and edited.choice not in ("keep", "again"):
        raise NeedsChoiceError(stake)
    new = NewTurnList(turns, "edited", person_id=edited.person_id)
    again = needs_choice and edited.choice == "again"
    correction = Correction(edited.seen_revision, {}, new, again=again, person_id=edited.person_id)
    rows.correct(connection, recording.id, correction, at=now)


def _checked(
    given: Sequence[Mapping[str, object]], recording: EditableRow, *, language: str
) -> tuple[Turn, ...]:
    written = [WrittenTurn(fields, turn_place(number), number) for number, fields in enumerate(given, 1)]
    checked = check_turns(written, duration_s=recording.duration_s)
    if checked.faults:
        message = "These turns cannot be saved as they are. Nothing was changed."
        faults = tuple(_fault_of(note, language) for note in checked.faults)
        raise WrongInputError(message, faults=faults)
    return checked.turns


def _fault_of(note: TurnNote, language: str) -> Fault:
    where = "turns" if note.line is None else f"turns.{note.line}"
    reason = say(note.said, language)
    told = [
        reason[:1].upper() + reason[1:],
        say(note.said, language, part="page"),
    ]  # it stands by itself here
    return Fault(where, "faulty", ". ".join(filter(None, told)))


def _opened(connection: Connection, study: Study, task_id: str) -> Opened:
    recording = recording_in(connection, study, task_id)
    held = current_list(connection, recording.id)
    if held is None:
        share = share_cut(connection, study.id, recording.file_name)
        return Opened(recording, (), (), waits=True, share=share)
    return Opened(recording, held.turns, lists_of(connection, recording.id))


def turns_json(turns: Sequence[Turn]) -> list[dict[str, object]]:
    """Return turns as a file would list them."""
    return [{"role": one.role, "start": one.start_s, "end": one.end_s, "text": one.text} for one in turns]


def _list_json(entry: ListRow) -> dict[str, object]:
    return {
        "revision": entry.revision,
        "current": entry.current,
        "origin": entry.origin,
        "person": entry.person,
        "made_at": iso(entry.made_at),
        "turns": entry.turns,
    }
