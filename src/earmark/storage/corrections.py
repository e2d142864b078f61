"""Corrections: a recording gets other sound or other turns, and keeps what it had before as a revision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from earmark.storage.events import record_event
from earmark.storage.results import COUNTED
from earmark.storage.tables import (
    assignment,
    condition,
    draft,
    earlier_sound,
    item,
    mark,
    stimulus,
    submission,
    task,
    task_stimulus,
)
from earmark.storage.turnlists import NewTurnList, hand_out, insert_list

SOUND: Final = (
    "file_name",
    "original_hash",
    "rendition_hash",
    "peaks_hash",
    "duration_s",
    "channels",
    "sample_rate_hz",
    "agent_channel",
    "language",
    "text",
    "details",
)
"""Columns of a stimulus that a correction may change; `earlier_sound` keeps them as they were."""


@dataclass(frozen=True, slots=True)
class Known:
    """A recording that a study has, as far as an import must know it to tell what is new.

    Attributes:
        needed: Hashes of the objects without which it cannot be heard or drawn.
        revision: The one that is handed out now.
    """

    id: str
    item: str
    condition: str | None
    file_name: str
    original_hash: str
    rendition_hash: str
    needed: tuple[str, ...]
    duration_s: float
    channels: int
    agent_channel: int | None
    language: str
    text: str
    revision: int


@dataclass(frozen=True, slots=True)
class Stake:
    """What raters have made of a recording as it is now.

    Attributes:
        submissions: Current submissions, and discards of the whole item.
        in_hand: Raters who hold its task or have begun a draft.
    """

    submissions: int
    in_hand: int

    @property
    def is_empty(self) -> bool:
        """Whether nobody has made anything of it."""
        return self.submissions == 0 and self.in_hand == 0


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be other about a recording.

    Attributes:
        seen_revision: The revision that was looked at when this was decided.
        sound: New values of `SOUND` columns; what is not named stays.
        turn_list: The turns from now on; None keeps those that hold, as they are.
        again: Whether the item is rated again: what was made on earlier revisions is set aside.
        person_id: Who corrects; None for an import.
    """

    seen_revision: int
    sound: Mapping[str, object]
    turn_list: NewTurnList | None
    again: bool
    person_id: str | None = None


def known_recordings(connection: Connection, study_id: str) -> tuple[Known, ...]:
    """Return what a study has, oldest first."""
    return tuple(
        Known(
            id=row.id,
            item=row.item,
            condition=row.condition,
            file_name=row.file_name,
            original_hash=row.original_hash,
            rendition_hash=row.rendition_hash,
            needed=(row.original_hash, row.rendition_hash, row.peaks_hash, *_files(row.details)),
            duration_s=row.duration_s,
            channels=row.channels,
            agent_channel=row.agent_channel,
            language=row.language,
            text=row.text,
            revision=row.revision,
        )
        for row in connection.execute(_known().where(stimulus.c.study_id == study_id))
    )


def _files(details: Mapping[str, object]) -> Iterator[str]:
    """Yield the hashes of the files of two speakers."""
    originals = details.get("originals", ())
    if isinstance(originals, list):
        yield from (str(one["sha256"]) for one in originals)


def _known() -> Select[*tuple[object, ...]]:
    return (
        select(stimulus, item.c.name.label("item"), condition.c.name.label("condition"))
        .join_from(stimulus, item, stimulus.c.item_id == item.c.id)
        .outerjoin(condition, stimulus.c.condition_id == condition.c.id)
        .order_by(stimulus.c.created_at, stimulus.c.id)
    )


def stake_of(connection: Connection, stimulus_id: str) -> Stake:
    """Count what a correction of this recording would touch."""
    ours = _tasks_of(stimulus_id)
    sent = select(func.count()).where(submission.c.task_id.in_(ours), submission.c.current)
    discarded = select(func.count()).where(_item_discards(ours))
    begun = exists().where(draft.c.assignment_id == assignment.c.id)
    in_hand = select(func.count()).where(
        assignment.c.task_id.in_(ours),
        or_(assignment.c.state == "leased", and_(assignment.c.state == "expired", begun)),
    )
    return Stake(
        submissions=connection.execute(sent).scalar_one() + connection.execute(discarded).scalar_one(),
        in_hand=connection.execute(in_hand).scalar_one(),
    )


def is_in_pair(connection: Connection, stimulus_id: str) -> bool:
    """Tell whether a recording is a side of a comparison."""
    sides = exists().where(task_stimulus.c.stimulus_id == stimulus_id, task_stimulus.c.side != "")
    return bool(connection.execute(select(sides)).scalar_one())


def correct(connection: Connection, stimulus_id: str, correction: Correction, *, at: int) -> int | None:
    """Make a new revision of a recording and return its number; None where another came first.

    Whoever holds the task goes on with the revision they hear; what they send is stored as made on it.
    """
    before = connection.execute(select(stimulus).where(stimulus.c.id == stimulus_id)).one()
    if before.revision != correction.seen_revision:
        return None
    revision: int = before.revision + 1
    if correction.sound:
        _keep_sound(connection, before, at=at)
    changes = dict(correction.sound) | ({"counts_from": revision} if correction.again else {})
    connection.execute(
        update(stimulus).where(stimulus.c.id == stimulus_id).values(revision=revision, **changes)
    )
    if correction.turn_list is not None:
        insert_list(connection, stimulus_id, correction.turn_list, revision=revision, at=at)
        hand_out(connection, stimulus_id)
    if correction.again:
        _rate_again(connection, stimulus_id, at=at)
    record_event(
        connection,
        "recording-corrected",
        now=at,
        study_id=before.study_id,
        person_id=correction.person_id,
        stimulus=stimulus_id,
        revision=revision,
        sound="original_hash" in correction.sound,
        again=correction.again,
    )
    return revision


def _keep_sound(connection: Connection, before: Row[*tuple[object, ...]], *, at: int) -> None:
    held = {name: getattr(before, name) for name in SOUND}
    connection.execute(
        insert(earlier_sound).values(
            stimulus_id=before.id, last_revision=before.revision, replaced_at=at, **held
        )
    )


def _rate_again(connection: Connection, stimulus_id: str, *, at: int) -> None:
    """Set aside what was made so far and open the votes; leases run on, to be set aside when they come in."""
    ours = _tasks_of(stimulus_id)
    _give_back_counted(connection, ours)
    sent = and_(submission.c.task_id.in_(ours), submission.c.current)
    came_with = select(submission.c.id).where(sent)
    connection.execute(
        update(mark)
        .where(or_(_item_discards(ours), mark.c.submission_id.in_(came_with)))
        .values(set_aside=True)
    )
    connection.execute(update(submission).where(sent).values(current=False, set_aside=True))
    done = and_(assignment.c.task_id.in_(ours), assignment.c.state.in_(("submitted", "discarded")))
    _put_drafts_aside(connection, done, at=at)
    connection.execute(update(assignment).where(done).values(state="expired", closed_at=None))
    connection.execute(
        update(task).where(task.c.id.in_(ours), task.c.state == "waiting").values(state="open")
    )


def _give_back_counted(connection: Connection, ours: Select[str]) -> None:
    counted = (
        select(func.count())
        .where(submission.c.task_id == task.c.id, COUNTED)
        .correlate(task)
        .scalar_subquery()
    )
    connection.execute(update(task).where(task.c.id.in_(ours)).values(free=task.c.free + counted))


def _put_drafts_aside(connection: Connection, done: ColumnElement[bool], *, at: int) -> None:
    """Keep begun corrections of what is set aside in the log: they can be sent no more, and are not lost."""
    begun = (
        select(draft.c.assignment_id, draft.c.body, assignment.c.study_id, assignment.c.rater_id)
        .join(assignment, assignment.c.id == draft.c.assignment_id)
        .where(done)
    )
    for row in connection.execute(begun).all():
        record_event(
            connection,
            "draft-set-aside",
            now=at,
            study_id=row.study_id,
            person_id=row.rater_id,
            assignment_id=row.assignment_id,
            draft=row.body,
        )
        connection.execute(delete(draft).where(draft.c.assignment_id == row.assignment_id))


def _tasks_of(stimulus_id: str) -> Select[str]:
    return select(task_stimulus.c.task_id).where(task_stimulus.c.stimulus_id == stimulus_id)


def _item_discards(ours: Select[str]) -> ColumnElement[bool]:
    return and_(
        mark.c.task_id.in_(ours),
        mark.c.act == "discard",
        mark.c.submission_id.is_(None),
        ~mark.c.set_aside,
        mark.c.taken_back_at.is_(None),
    )
