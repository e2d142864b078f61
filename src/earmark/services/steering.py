"""What an owner does with items: order, votes, out and in again, to somebody else; recorded, and undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection

from earmark.core.errors import ConflictError, NotFoundError
from earmark.core.steering import PRIORITIES, VOTES, Act, Left, Outcome, Reason
from earmark.core.times import DAY
from earmark.storage import steering as rows
from earmark.storage.events import batch_of, is_undone, record_event
from earmark.storage.ids import new_id
from earmark.storage.queue import end_leases, expire_leases, get_assignment, offer, take_vote
from earmark.storage.steering import LeaseRow, SteeredRow

__all__ = [
    "By",
    "Done",
    "Handover",
    "LeaseRow",
    "SteeredRow",
    "done_by",
    "leases_among",
    "release_all",
    "release_lease",
    "steer",
    "undo",
]

OFFER_DAYS: Final = 7
"""How long an item is kept for a rater before it goes to anybody."""

_KINDS: Final[Mapping[Act, str]] = {
    "withdraw": "item-withdrawn",
    "open": "item-opened-again",
    "first": "item-priority",
    "later": "item-priority",
    "more": "item-votes",
    "fewer": "item-votes",
    "reassign": "item-reassigned",
}
STEERING_KINDS: Final = tuple(dict.fromkeys(_KINDS.values()))


@dataclass(frozen=True, slots=True)
class By:
    """Who steers which study, and when. No person stands for the command line. Microseconds UTC."""

    study_id: str
    person_id: str | None
    now: int


@dataclass(frozen=True, slots=True)
class Handover:
    """From whom an item is taken, all who hold it if None, and for whom it is kept, anybody if None."""

    of: str | None = None
    to: str | None = None


@dataclass(slots=True)
class _Deed:
    """One act under way: what has become of which item so far."""

    connection: Connection
    by: By
    act: Act
    undoes: str | None = None
    handover: Handover = Handover()
    held: Mapping[str, list[LeaseRow]] = field(default_factory=dict)
    batch: str = field(default_factory=new_id)
    done: list[str] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    told: dict[str, None] = field(default_factory=dict)

    def leases(self, row: SteeredRow) -> list[LeaseRow]:
        return self.held.get(row.id, [])

    def take_back(self, lease: LeaseRow) -> None:
        rows.take_back(self.connection, lease, now=self.by.now)
        if not lease.offered:
            self.told[lease.rater] = None

    def note(self, row: SteeredRow, before: object, after: object) -> None:
        """Write down that an item is other now."""
        self.done.append(row.id)
        undoes = {"undoes": self.undoes} if self.undoes else {}
        record_event(
            self.connection,
            _KINDS[self.act],
            now=self.by.now,
            study_id=self.by.study_id,
            person_id=self.by.person_id,
            task=row.id,
            batch=self.batch,
            before=before,
            after=after,
            **undoes,
        )

    def outcome(self) -> Outcome:
        batch = self.batch if self.done else ""
        return Outcome(self.act, batch, tuple(self.done), tuple(self.left), tuple(self.told))


def steer(
    connection: Connection,
    by: By,
    act: Act,
    task_ids: Sequence[str],
    *,
    handover: Handover | None = None,
) -> Outcome:
    """Do one act to some items of a study. Each is changed whole or left as it was, with the reason.

    * ``withdraw``: nobody gets the item any more. Who holds it is told, and what they send is kept as an
      extra. What counts goes on counting.
    * ``open``: a withdrawn item, or one that waits because of discards, is handed out again; its marks stay.
    * ``first``, ``later``: the items come before, or after, all that have a lower, or higher, priority.
    * ``more``, ``fewer``: one vote more or fewer is wanted, never fewer than are in hand or in.
    * ``reassign``: what is in hand is taken back, as by ``withdraw``; it is kept for one rater, a week long,
      or goes to anybody, but not to whom it was taken from. One that nobody holds is kept for the rater too.

    Raises:
        NotFoundError: An item is to be kept for somebody who does not rate in this study.
    """
    expire_leases(connection, now=by.now)
    deed = _Deed(connection, by, act, handover=handover or Handover())
    if deed.handover.to is not None and not rows.has_seat(connection, by.study_id, deed.handover.to):
        message = "There is no such rater in this study. Name somebody who is a member and may rate."
        raise NotFoundError(message)
    found = rows.tasks_named(connection, by.study_id, task_ids)
    deed.held = rows.leases_of(connection, by.study_id, task_ids)
    known = {row.id for row in found}
    deed.left += [Left(task, "", "gone") for task in dict.fromkeys(task_ids) if task not in known]
    for row in found:
        reason: Reason | None = "preparing" if row.state == "preparing" else _DEEDS[act](deed, row)
        if reason is not None:
            deed.left.append(Left(row.id, row.item, reason))
    return deed.outcome()


def _withdraw(deed: _Deed, row: SteeredRow) -> Reason | None:
    if row.state == "withdrawn":
        return "as-it-is"
    rows.set_state(deed.connection, row.id, "withdrawn")
    for lease in deed.leases(row):
        deed.take_back(lease)
    deed.note(row, row.state, "withdrawn")
    return None


def _open(deed: _Deed, row: SteeredRow) -> Reason | None:
    if row.state == "open":
        return "as-it-is"
    rows.set_state(deed.connection, row.id, "open")
    rows.allow_again(deed.connection, row.id)
    deed.note(row, row.state, "open")
    return None


def _prioritise(deed: _Deed, row: SteeredRow) -> Reason | None:
    return _rank(deed, row, row.priority + (1 if deed.act == "first" else -1))


def _change_votes(deed: _Deed, row: SteeredRow) -> Reason | None:
    low, high = VOTES
    wanted = min(high, max(low, row.votes + (1 if deed.act == "more" else -1)))
    if wanted < row.taken:
        return "counted"
    return _want(deed, row, wanted)


def _want(deed: _Deed, row: SteeredRow, votes: int) -> Reason | None:
    if votes == row.votes:
        return "as-it-is"
    rows.set_votes(deed.connection, row.id, votes)
    deed.note(row, row.votes, votes)
    return None


def _rank(deed: _Deed, row: SteeredRow, priority: int) -> Reason | None:
    low, high = PRIORITIES
    wanted = min(high, max(low, priority))
    if wanted == row.priority:
        return "as-it-is"
    rows.set_priority(deed.connection, row.id, wanted)
    deed.note(row, row.priority, wanted)
    return None


def _reassign(deed: _Deed, row: SteeredRow) -> Reason | None:
    handover = deed.handover
    held = [lease for lease in deed.leases(row) if handover.of in {None, lease.rater_id}]
    reason = _hinders(deed, row, held)
    if reason is not None:
        return reason
    for lease in held:
        deed.take_back(lease)
    if handover.to is not None:
        take_vote(deed.connection, row.id)
        offer(
            deed.connection,
            row.id,
            study_id=deed.by.study_id,
            rater_id=handover.to,
            now=deed.by.now,
            expires_at=deed.by.now + OFFER_DAYS * DAY,
        )
    deed.note(row, [lease.rater_id for lease in held], handover.to)
    return None


def _hinders(deed: _Deed, row: SteeredRow, held: Sequence[LeaseRow]) -> Reason | None:
    """Return why an item cannot go from who holds it to whom it is meant for."""
    to = deed.handover.to
    if row.state != "open":
        return "not-open"
    if not held and (to is None or deed.handover.of is not None):
        return "not-in-hand"
    if to is None:
        return None
    if rows.state_for(deed.connection, row.id, to) not in {None, "expired", "released"}:
        return "had-it"
    return None if row.free + len(held) > 0 else "no-vote"


_DEEDS: Final[Mapping[Act, Callable[[_Deed, SteeredRow], Reason | None]]] = {
    "withdraw": _withdraw,
    "open": _open,
    "first": _prioritise,
    "later": _prioritise,
    "more": _change_votes,
    "fewer": _change_votes,
    "reassign": _reassign,
}


def undo(connection: Connection, by: By, batch: str) -> Outcome:
    """Take back an act: each item is as it was before, as far as raters' work since allows it.

    Raises:
        NotFoundError: Nothing of that name was done in this study.
        ConflictError: It was taken back already.
    """
    events = batch_of(connection, by.study_id, batch)
    if not events:
        message = "There is nothing of that name to undo in this study."
        raise NotFoundError(message)
    if is_undone(connection, by.study_id, batch):
        message = "This was undone already."
        raise ConflictError(message)
    expire_leases(connection, now=by.now)
    act = next(act for act, kind in _KINDS.items() if kind == events[0].kind)
    deed = _Deed(connection, by, act, undoes=batch)
    bodies = {str(event.body["task"]): event.body for event in events}
    deed.held = rows.leases_of(connection, by.study_id, list(bodies))
    for row in rows.tasks_named(connection, by.study_id, list(bodies)):
        reason = _UNDO[events[0].kind](deed, row, bodies[row.id])
        if reason is not None:
            deed.left.append(Left(row.id, row.item, reason))
    return deed.outcome()


def _undo_state(deed: _Deed, row: SteeredRow, body: Mapping[str, Any]) -> Reason | None:
    if row.state != body["after"]:
        return "as-it-is"
    rows.set_state(deed.connection, row.id, body["before"])
    if body["before"] == "open":
        rows.allow_again(deed.connection, row.id)
    if body["before"] == "withdrawn":
        for lease in deed.leases(row):
            deed.take_back(lease)
    deed.note(row, row.state, body["before"])
    return None


def _undo_priority(deed: _Deed, row: SteeredRow, body: Mapping[str, Any]) -> Reason | None:
    return _rank(deed, row, row.priority - body["after"] + body["before"])


def _undo_votes(deed: _Deed, row: SteeredRow, body: Mapping[str, Any]) -> Reason | None:
    return "counted" if body["before"] < row.taken else _want(deed, row, body["before"])


def _undo_handover(deed: _Deed, row: SteeredRow, body: Mapping[str, Any]) -> Reason | None:
    kept = [lease for lease in deed.leases(row) if lease.offered and lease.rater_id == body["after"]]
    if body["after"] is not None and not kept:
        return "not-in-hand"  # it was taken up since
    for lease in kept:
        deed.take_back(lease)
    rows.allow_again(deed.connection, row.id)
    deed.note(row, body["after"], None)
    return None


_UNDO: Final[Mapping[str, Callable[[_Deed, SteeredRow, Mapping[str, Any]], Reason | None]]] = {
    "item-withdrawn": _undo_state,
    "item-opened-again": _undo_state,
    "item-priority": _undo_priority,
    "item-votes": _undo_votes,
    "item-reassigned": _undo_handover,
}


def leases_among(connection: Connection, study_id: str, task_ids: Sequence[str]) -> list[LeaseRow]:
    """Return who holds any of these items, oldest first."""
    held = rows.leases_of(connection, study_id, task_ids)
    return sorted((lease for leases in held.values() for lease in leases), key=lambda one: one.leased_at)


@dataclass(frozen=True, slots=True)
class Done:
    """What an act did, as the log tells it later."""

    batch: str
    kind: str
    items: int
    is_undoing: bool
    can_undo: bool


def done_by(connection: Connection, study_id: str, batch: str) -> Done | None:
    """Return what an act did; None where there is no such act in this study."""
    events = batch_of(connection, study_id, batch)
    if not events:
        return None
    is_undoing = "undoes" in events[0].body
    can_undo = not is_undoing and not is_undone(connection, study_id, batch)
    return Done(batch, events[0].kind, len(events), is_undoing, can_undo)


def release_all(connection: Connection, by: By) -> None:
    """End all leases of a study, such as when it is closed; who held an item may get it again later."""
    end_leases(connection, study_id=by.study_id)


def release_lease(connection: Connection, by: By, assignment_id: str) -> Outcome:
    """Take one item back from one rater, for anybody else.

    Raises:
        NotFoundError: This study has no such assignment.
    """
    row = get_assignment(connection, assignment_id)
    if row is None or row.study_id != by.study_id:
        message = "This study has no such task in anybody's hand."
        raise NotFoundError(message)
    return steer(connection, by, "reassign", [row.task_id], handover=Handover(of=row.rater_id))
