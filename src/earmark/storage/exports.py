"""Reads for an export: every row of a study, streamed in blocks, columns named as the export names them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, case, func, select, true

from earmark.storage.tables import (
    assignment,
    condition,
    earlier_sound,
    event,
    item,
    mark,
    membership,
    protocol,
    score,
    stimulus,
    study,
    submission,
    task,
    task_stimulus,
    turn,
    turn_list,
)
from earmark.storage.targets import recording_of

BLOCK: Final = 1_000
"""Rows read from the database at a time."""

_STANDING: Final[tuple[ColumnElement[object], ...]] = (
    submission.c.submitted_at,
    submission.c.revision,
    submission.c.current,
    submission.c.late,
    submission.c.extra,
    submission.c.language,
    submission.c.recording_revision,
    submission.c.set_aside,
    submission.c.retracted,
    protocol.c.name.label("protocol"),
    protocol.c.version.label("protocol_version"),
    protocol.c.hash.label("protocol_hash"),
)


def _at(side: str) -> ColumnElement[str | None]:
    """Return the condition that stood on a side of a pair for the rater of an assignment."""
    across = "b" if side == "a" else "a"
    there = task_stimulus.alias()
    return (
        select(condition.c.name)
        .join(stimulus, stimulus.c.condition_id == condition.c.id)
        .join(there, there.c.stimulus_id == stimulus.c.id)
        .where(
            there.c.task_id == assignment.c.task_id,
            there.c.side == case((assignment.c.swapped, across), else_=side),
        )
        .correlate(assignment)
        .scalar_subquery()
    )


_SCORES: Final = (
    select(
        submission.c.id.label("submission"),
        study.c.name.label("study"),
        submission.c.assignment_id.label("assignment"),
        task.c.id.label("task"),
        item.c.name.label("item"),
        condition.c.name.label("condition"),
        stimulus.c.id.label("stimulus"),
        case((score.c.target.in_(("a", "b")), score.c.target), else_=task_stimulus.c.side).label("side"),
        assignment.c.heard_first,
        turn.c.id.label("turn"),
        turn.c.position.label("turn_position"),
        turn.c.role.label("turn_role"),
        turn.c.start_s.label("turn_start_s"),
        turn.c.end_s.label("turn_end_s"),
        submission.c.rater_id.label("rater"),
        func.coalesce(membership.c.group_name, "").label("rater_group"),
        score.c.target,
        score.c.question,
        score.c.value,
        score.c.choice,
        score.c.justification,
        score.c.criteria,
        score.c.evidence,
        *_STANDING,
    )
    .join_from(submission, score, score.c.submission_id == submission.c.id)
    .join(study, study.c.id == submission.c.study_id)
    .join(protocol, protocol.c.hash == submission.c.protocol_hash)
    .join(task, task.c.id == submission.c.task_id)
    .join(assignment, assignment.c.id == submission.c.assignment_id)
    .join(item, item.c.id == task.c.item_id)
    .outerjoin(
        membership,
        (membership.c.study_id == submission.c.study_id) & (membership.c.person_id == submission.c.rater_id),
    )
    .outerjoin(turn, turn.c.id == score.c.target)
    .outerjoin(task_stimulus, recording_of(score.c.target))
    .outerjoin(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
    .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
    .order_by(submission.c.submitted_at, submission.c.id, turn.c.position, score.c.target, score.c.question)
)

_SUBMISSIONS: Final = (
    select(
        submission.c.id.label("submission"),
        study.c.name.label("study"),
        assignment.c.id.label("assignment"),
        task.c.id.label("task"),
        item.c.name.label("item"),
        condition.c.name.label("condition"),
        stimulus.c.id.label("stimulus"),
        _at("a").label("condition_a"),
        _at("b").label("condition_b"),
        assignment.c.heard_first,
        submission.c.rater_id.label("rater"),
        assignment.c.position,
        assignment.c.leased_at,
        *_STANDING,
        submission.c.body[("time", "active_seconds")].as_float().label("active_seconds"),
        submission.c.body[("time", "fact_checks")].label("fact_checks"),
        submission.c.body,
        submission.c.evidence_shown,
    )
    .join_from(submission, study, study.c.id == submission.c.study_id)
    .join(protocol, protocol.c.hash == submission.c.protocol_hash)
    .join(assignment, assignment.c.id == submission.c.assignment_id)
    .join(task, task.c.id == submission.c.task_id)
    .join(item, item.c.id == task.c.item_id)
    .outerjoin(task_stimulus, and_(task_stimulus.c.task_id == task.c.id, task_stimulus.c.side == ""))
    .outerjoin(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
    .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
    .order_by(submission.c.submitted_at, submission.c.id)
)

_MARKS: Final = (
    select(
        mark.c.id.label("mark"),
        study.c.name.label("study"),
        mark.c.assignment_id.label("assignment"),
        mark.c.task_id.label("task"),
        item.c.name.label("item"),
        condition.c.name.label("condition"),
        stimulus.c.id.label("stimulus"),
        mark.c.rater_id.label("rater"),
        mark.c.submission_id.label("submission"),
        (
            ~mark.c.set_aside & mark.c.taken_back_at.is_(None) & func.coalesce(submission.c.current, true())
        ).label("current"),
        mark.c.act,
        mark.c.exit,
        mark.c.scope,
        mark.c.target,
        mark.c.question,
        mark.c.reason,
        mark.c.explanation,
        mark.c.made_at,
        mark.c.recording_revision,
        mark.c.set_aside,
        mark.c.taken_back_at,
    )
    .join_from(mark, study, study.c.id == mark.c.study_id)
    .join(task, task.c.id == mark.c.task_id)
    .join(assignment, assignment.c.id == mark.c.assignment_id)
    .join(item, item.c.id == task.c.item_id)
    .outerjoin(submission, submission.c.id == mark.c.submission_id)
    .outerjoin(turn, turn.c.id == mark.c.target)
    .outerjoin(task_stimulus, recording_of(mark.c.target))
    .outerjoin(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
    .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
    .order_by(mark.c.made_at, mark.c.id)
)

_STIMULI: Final = (
    select(
        stimulus.c.id.label("stimulus"),
        task_stimulus.c.task_id.label("task"),
        item.c.name.label("item"),
        condition.c.name.label("condition"),
        stimulus.c.file_name,
        stimulus.c.original_hash.label("sha256"),
        stimulus.c.duration_s,
        stimulus.c.channels,
        stimulus.c.sample_rate_hz,
        stimulus.c.agent_channel,
        stimulus.c.language,
        stimulus.c.text,
        item.c.scenario,
        stimulus.c.details,
        stimulus.c.revision,
        stimulus.c.counts_from,
    )
    .join_from(stimulus, study, study.c.id == stimulus.c.study_id)
    .join(item, item.c.id == stimulus.c.item_id)
    .outerjoin(task_stimulus, and_(task_stimulus.c.stimulus_id == stimulus.c.id, task_stimulus.c.side == ""))
    .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
    .order_by(item.c.name, condition.c.name, stimulus.c.id)
)

_EARLIER_SOUNDS: Final = (
    select(
        earlier_sound.c.stimulus_id.label("stimulus"),
        earlier_sound.c.last_revision,
        earlier_sound.c.file_name,
        earlier_sound.c.original_hash.label("sha256"),
        earlier_sound.c.duration_s,
        earlier_sound.c.channels,
        earlier_sound.c.sample_rate_hz,
        earlier_sound.c.agent_channel,
        earlier_sound.c.language,
        earlier_sound.c.text,
        earlier_sound.c.details,
        earlier_sound.c.replaced_at,
    )
    .join_from(earlier_sound, stimulus, stimulus.c.id == earlier_sound.c.stimulus_id)
    .join(study, study.c.id == stimulus.c.study_id)
    .order_by(earlier_sound.c.stimulus_id, earlier_sound.c.last_revision)
)

_TURN_LISTS: Final = (
    select(
        turn_list.c.id.label("turn_list"),
        turn_list.c.stimulus_id.label("stimulus"),
        turn_list.c.revision,
        turn_list.c.current,
        turn_list.c.origin,
        turn_list.c.settings,
        turn_list.c.person_id.label("person"),
        turn_list.c.made_at,
    )
    .join_from(turn_list, stimulus, stimulus.c.id == turn_list.c.stimulus_id)
    .join(study, study.c.id == stimulus.c.study_id)
    .order_by(turn_list.c.stimulus_id, turn_list.c.revision)
)

_TURNS: Final = (
    select(
        turn.c.id.label("turn"),
        turn.c.turn_list_id.label("turn_list"),
        turn.c.stimulus_id.label("stimulus"),
        turn.c.position,
        turn.c.role,
        turn.c.start_s,
        turn.c.end_s,
        turn.c.text,
    )
    .join_from(turn, stimulus, stimulus.c.id == turn.c.stimulus_id)
    .join(study, study.c.id == stimulus.c.study_id)
    .join(turn_list, turn_list.c.id == turn.c.turn_list_id)
    .order_by(turn.c.stimulus_id, turn_list.c.revision, turn.c.position)
)

_EVENTS: Final = (
    select(
        event.c.id.label("event"),
        event.c.at,
        event.c.kind,
        event.c.person_id.label("person"),
        event.c.assignment_id.label("assignment"),
        event.c.body,
    )
    .join_from(event, study, study.c.id == event.c.study_id)
    .order_by(event.c.id)
)

_QUERIES: Final[Mapping[str, Select[*tuple[object, ...]]]] = {
    "scores": _SCORES,
    "submissions": _SUBMISSIONS,
    "marks": _MARKS,
    "stimuli": _STIMULI,
    "earlier_sounds": _EARLIER_SOUNDS,
    "turn_lists": _TURN_LISTS,
    "turns": _TURNS,
    "events": _EVENTS,
}


IN_ORDER: Final = frozenset({"scores", "submissions", "marks", "turn_lists", "turns"})
"""Queries whose columns are those of the exported table, in its order; a test holds it."""


def columns_of(table: str) -> list[str]:
    """Return the names of what `stream` yields, in order."""
    return [column.name for column in _QUERIES[table].selected_columns]


def stream(connection: Connection, table: str, study_id: str) -> Iterator[Row[*tuple[object, ...]]]:
    """Yield the rows of one export table of a study; the database is read in blocks."""
    query = _QUERIES[table].where(study.c.id == study_id)
    yield from connection.execute(query, execution_options={"yield_per": BLOCK})


def stream_parts(connection: Connection, part: str, study_id: str) -> Iterator[Row[*tuple[object, ...]]]:
    """Yield every submission with one part of its body, named ``part``: a body is long, and a part is not."""
    columns = [column for column in _SUBMISSIONS.selected_columns if column.name != "body"]
    query = _SUBMISSIONS.with_only_columns(*columns, submission.c.body[part].label("part"))
    yield from connection.execute(query.where(study.c.id == study_id), execution_options={"yield_per": BLOCK})
