"""What a signed-in rater does, each in one durable step: the seam between a request and the queue."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass

from sqlalchemy import Connection

from earmark.core.errors import NotFoundError
from earmark.core.exits import Departure
from earmark.core.roles import Right
from earmark.protocols.schema import Protocol
from earmark.services import queue, retractions, submissions, tasks
from earmark.services.evidence.marks import Shown, show_to_rater
from earmark.services.fact_checks.shown import checked_in
from earmark.services.fairness import Talks, talks_of
from earmark.services.hints import Asked, Review, hints_on
from earmark.services.home import Home
from earmark.services.members import NO_SUCH_STUDY, require
from earmark.services.own_work import OwnWork, own_work
from earmark.services.pair_hints import Finding, LastLook, findings_on_pair
from earmark.services.protocols import PinnedProtocol, pinned_protocol
from earmark.services.queue import Next
from earmark.services.retractions import Bar, TakenBack
from earmark.services.sounds import overview_of, piece_of
from earmark.services.submissions import DraftStamp, Refusal, Sent
from earmark.services.tasks import Ahead, Presented
from earmark.storage.queue import AssignmentRow
from earmark.storage.seats import Seat, find_seat, get_seat
from earmark.storage.submissions import DraftRow, Receipt


@dataclass(frozen=True, slots=True)
class Sound:
    """Hashes of what a rater may fetch of one recording; they stay on the server."""

    rendition: str
    peaks: str
    revision: int  # of the recording


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """What came of a draft: ``newer`` is what is kept instead, and ``recording`` tells of corrections."""

    newer: DraftRow | None
    recording: dict[str, object]


@dataclass(frozen=True, slots=True)
class Rater:
    """A signed-in person at work. Everything is checked against what is theirs.

    Raises (every method):
        NotFoundError: No such study or assignment, somebody else's, or the person has no seat any more.
        NotAllowedError: The person's role in the study does not rate.
    """

    home: Home
    person_id: str

    async def next(self, study_name: str) -> Next:
        """Lease the next task, or return the one in hand."""
        favoured = await self._favoured(study_name)

        def work(connection: Connection) -> Next:
            found = find_seat(connection, study_name=study_name, person_id=self.person_id)
            seat = _allowed(found, otherwise=NO_SUCH_STUDY)
            now, protocol = self.home.clock(), self._protocol(seat)
            return queue.next_assignment(connection, seat, protocol, now=now, favoured=favoured)

        return await self.home.database.write_async(work)

    def present(self, assignment_id: str) -> tuple[Presented, PinnedProtocol]:
        """Return an assignment as the rater sees it, and the protocol it is rated by."""
        with self.home.database.read() as connection:
            assignment, seat = self._own(connection, assignment_id)
            pinned = pinned_protocol(self.home, seat.protocol_hash)
            presented = tasks.present(connection, seat, pinned.protocol, assignment)
        return presented, pinned

    async def save_draft(
        self,
        assignment_id: str,
        stamp: DraftStamp,
        body: dict[str, object],
        *,
        revises: int | None,
        recording_revision: int | None = None,
    ) -> SavedDraft:
        """Keep a draft, or say what is there instead, where this tab does not know of it."""

        def work(connection: Connection) -> SavedDraft:
            assignment, seat = self._own(connection, assignment_id)
            now = self.home.clock()
            newer = submissions.save_draft(
                connection,
                seat,
                assignment,
                stamp,
                body,
                revises=revises,
                recording_revision=recording_revision,
                now=now,
            )
            return SavedDraft(newer, tasks.recording_json(assignment, seat))

        return await self.home.database.write_async(work)

    def hints(self, assignment_id: str, asked: Asked) -> Review:
        """Return what the audits say of a text that the rater is writing."""
        with self.home.database.read() as connection:
            assignment, seat = self._own(connection, assignment_id)
            protocol = self._protocol(seat)
            targets = tasks.targets_of(connection, protocol, assignment)
            return hints_on(connection, assignment, protocol, targets, asked)

    def findings_on_pair(self, assignment_id: str, look: LastLook) -> tuple[Finding, ...]:
        """Return what the audits say of a comparison that the rater is making, or is about to send."""
        with self.home.database.read() as connection:
            assignment, seat = self._own(connection, assignment_id)
            return findings_on_pair(connection, seat, assignment, self._protocol(seat), look)

    async def submit(self, assignment_id: str, sent: Sent) -> Receipt | Refusal | DraftRow:
        """Keep a submission, or say what is wrong with it, or return what another tab wrote meanwhile."""

        def work(connection: Connection) -> Receipt | Refusal | DraftRow:
            assignment, seat = self._own(connection, assignment_id)
            protocol = self._protocol(seat)
            return submissions.submit(
                connection,
                seat,
                assignment,
                protocol=protocol,
                targets=tasks.targets_of(connection, protocol, assignment),
                sent=sent,
                now=self.home.clock(),
            )

        return await self.home.database.write_async(work)

    async def leave(self, assignment_id: str, departure: Departure, *, revises: int | None = None) -> None:
        """Skip an assignment, or discard its item; ``revises`` names what was submitted of it before."""

        def work(connection: Connection) -> None:
            assignment, seat = self._own(connection, assignment_id)
            protocol, now = self._protocol(seat), self.home.clock()
            queue.leave(connection, seat, protocol, assignment, departure, revises=revises, now=now)

        await self.home.database.write_async(work)

    async def take_back(self, assignment_id: str) -> TakenBack:
        """Take back the skip or discard of an assignment's whole item."""

        def work(connection: Connection) -> TakenBack:
            assignment, seat = self._own(connection, assignment_id)
            return retractions.take_back(connection, seat, assignment, now=self.home.clock())

        return await self.home.database.write_async(work)

    def own_work(self, study_name: str, *, page: int, today: int) -> OwnWork:
        """Return a page of what this person sent and left in a study; ``today`` is when their day began."""
        with self.home.database.read() as connection:
            found = find_seat(connection, study_name=study_name, person_id=self.person_id)
            return own_work(connection, _allowed(found, otherwise=NO_SUCH_STUDY), page=page, today=today)

    def bar_to_reopen(self, study_name: str, assignment_id: str) -> Bar | None:
        """Return why an assignment of a study cannot be opened again to correct it, or None where it can."""
        with self.home.database.read() as connection:
            assignment, seat = self._own(connection, assignment_id)
            if seat.study_name != study_name:
                raise NotFoundError(queue.NO_SUCH_TASK)
            return retractions.bar_to_reopen(connection, seat, assignment)

    def sound(self, assignment_id: str, stimulus_id: str) -> Sound:
        """Return where one recording of an assignment lies."""
        with self.home.database.read() as connection:
            assignment, _ = self._own(connection, assignment_id)
            row = tasks.stimulus_of(connection, assignment, stimulus_id)
        return Sound(row.rendition_hash, row.peaks_hash, assignment.recording_revision)

    def ahead(self, assignment_id: str) -> Ahead:
        """Return the recordings of the task that likely comes after an assignment; nothing is leased."""
        with self.home.database.read() as connection:
            _, seat = self._own(connection, assignment_id)
            favoured = self._favoured_by(connection, seat)
            task_id = queue.likely_next(connection, seat, self._protocol(seat), favoured=favoured)
            return tasks.stimuli_ahead(connection, task_id) if task_id else Ahead()

    async def _favoured(self, study_name: str) -> tuple[str, ...]:
        """Return which pairs come first for this rater, as it is before the queue is written to."""
        with self.home.database.read() as connection:
            seat = find_seat(connection, study_name=study_name, person_id=self.person_id)
        if seat is None or seat.settings.pair_choice == "balanced":
            return ()
        return await to_thread(self._choose_pairs, seat)

    def _choose_pairs(self, seat: Seat) -> tuple[str, ...]:
        with self.home.database.read() as connection:
            return self._favoured_by(connection, seat)

    def _favoured_by(self, connection: Connection, seat: Seat) -> tuple[str, ...]:
        if seat.settings.pair_choice == "balanced":
            return ()
        from earmark.services.pair_choice import favoured_pairings  # noqa: PLC0415 - half a second of imports

        return favoured_pairings(connection, seat, self._protocol(seat), now=self.home.clock())

    def overview(self, assignment_id: str, stimulus_id: str) -> bytes:
        """Return the document that one recording is drawn from first (`earmark.audio.peaks.overview`)."""
        return overview_of(self.home, self.sound(assignment_id, stimulus_id).peaks)

    async def evidence(self, assignment_id: str, stimulus_id: str) -> Shown:
        """Return what this person sees of a recording's evidence, and write down that they have."""

        def work(connection: Connection) -> Shown:
            assignment, seat = self._own(connection, assignment_id)
            stimulus = tasks.stimulus_of(connection, assignment, stimulus_id)
            return show_to_rater(connection, seat, assignment, stimulus, now=self.home.clock())

        return await self.home.database.write_async(work)

    async def talks(self, assignment_id: str) -> Talks:
        """Return whether both talks of a pair were given alike, with what this person may see of the sound.

        Raises:
            NotFoundError: The task is no pair.
        """
        with self.home.database.read() as connection:
            assignment, seat = self._own(connection, assignment_id)
            protocol = self._protocol(seat)
            if not protocol.item.sides:
                raise NotFoundError(queue.NO_SUCH_TASK)
            material = tasks.material_of(connection, protocol, assignment)
            plugin = seat.settings.fact_check
            checked = checked_in(connection, seat.study_id, material, plugin=plugin)
        sound = {one.side: await self.evidence(assignment_id, one.id) for one in material.stimuli}
        words = seat.settings.transcript == "show"
        return talks_of(protocol, material, words=words, sound=sound, checked=checked)

    def piece(self, assignment_id: str, stimulus_id: str, *, level: int, number: int) -> bytes:
        """Return one piece of a finer level of its peaks (`earmark.audio.peaks.piece_of`)."""
        return piece_of(self.home, self.sound(assignment_id, stimulus_id).peaks, level=level, number=number)

    def _own(self, connection: Connection, assignment_id: str) -> tuple[AssignmentRow, Seat]:
        assignment = queue.assignment_of(connection, assignment_id, self.person_id)
        seat = get_seat(connection, study_id=assignment.study_id, person_id=self.person_id)
        return assignment, _allowed(seat, otherwise=queue.NO_SUCH_TASK)

    def _protocol(self, seat: Seat) -> Protocol:
        return pinned_protocol(self.home, seat.protocol_hash).protocol


def _allowed(seat: Seat | None, *, otherwise: str) -> Seat:
    """Return a seat whose role rates; without one the answer is that for things that do not exist."""
    if seat is None:
        raise NotFoundError(otherwise)
    require(seat.role, Right.RATE)
    return seat
