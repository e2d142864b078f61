"""Studies: made from a protocol, found by name, paused, resumed and set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, cast

from pydantic import ValidationError
from sqlalchemy import Connection

from earmark.core.characters import character_faults
from earmark.core.errors import ConflictError, NotFoundError, WrongInputError
from earmark.core.roles import Role
from earmark.core.scope import EVERYTHING, Scope
from earmark.core.steering import Act, Outcome
from earmark.core.study import StudySettings, settings_from
from earmark.protocols.faults import Fault
from earmark.protocols.load import load
from earmark.protocols.schema import Protocol
from earmark.services.fact_checks.job import ask_if_needed as ask_for_fact_check
from earmark.services.fact_checks.plugins import plugin_names
from earmark.services.members import join
from earmark.services.protocols import pinned_protocol
from earmark.services.steering import By, Handover, release_all, steer, undo
from earmark.storage import people, queue
from earmark.storage import studies as rows
from earmark.storage.events import record_event
from earmark.storage.ids import new_id
from earmark.storage.items import Contents, contents_of
from earmark.storage.steering import tasks_by_item

if TYPE_CHECKING:
    from earmark.core.results import StudyResults
    from earmark.services.home import Home

State = Literal["open", "paused", "closed"]

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NAME_LENGTH: Final = 64


@dataclass(frozen=True)
class Study:
    """One study as it was when it was read. What changes it returns the study as it is then."""

    home: Home
    id: str
    name: str
    title: str
    state: State
    settings: StudySettings
    protocol_hash: str

    @property
    def protocol(self) -> Protocol:
        """The protocol as it was when the study was made, whatever its folder says by now."""
        return pinned_protocol(self.home, self.protocol_hash).protocol

    def set(self, **changes: object) -> Study:
        """Change settings by name; WrongInputError names each that does not exist or cannot be so.

        A new number of votes holds for the tasks that are there too, and another fact-check is asked for.
        """
        now = self.home.clock()

        def change(connection: Connection) -> StudySettings:
            stored = rows.settings_of(connection, self.id)  # somebody may have set another one since
            settings = settings_with(StudySettings.model_validate(stored), changes)
            values = settings.model_dump(mode="json")
            rows.change_study(connection, self.id, settings=values)
            queue.change_votes(connection, self.id, settings.votes_per_item)
            record_event(connection, "study-set", now=now, study_id=self.id, settings=values)
            return settings

        changed = replace(self, settings=self.home.database.write(change))
        if "fact_check" in changes:
            ask_for_fact_check(self.home, self.id)
        return changed

    def pause(self) -> Study:
        """Stop handing out tasks. Work that raters hold can still be submitted."""
        return self._move("paused")

    def resume(self) -> Study:
        """Hand out tasks again; ConflictError where the study is closed."""
        return self._move("open")

    def close(self) -> Study:
        """End the study: its results are final. What raters still send is kept as an extra."""
        by = self._by()

        def change(connection: Connection) -> None:
            release_all(connection, by)
            rows.change_study(connection, self.id, state="closed")
            record_event(connection, "study-closed", now=by.now, study_id=self.id)

        self.home.database.write(change)
        return replace(self, state="closed")

    def reopen(self) -> Study:
        """Go on with a closed study: tasks are handed out again."""
        now = self.home.clock()

        def change(connection: Connection) -> None:
            rows.change_study(connection, self.id, state="open")
            record_event(connection, "study-reopened", now=now, study_id=self.id)

        self.home.database.write(change)
        return replace(self, state="open")

    def tasks(self, *items: str, condition: str = "") -> tuple[str, ...]:
        """Return the ids of the tasks of items by name, of one condition alone where it is named.

        Raises:
            NotFoundError: There is no item of that name and condition.
        """
        with self.home.database.read() as connection:
            found = tasks_by_item(connection, self.id, items, condition=condition)
        missing = [name for name in items if name not in found]
        if missing:
            message = f"The study '{self.name}' has no item '{missing[0]}'" + (
                f" of the condition '{condition}'." if condition else "."
            )
            raise NotFoundError(message)
        return tuple(task for name in items for task in found[name])

    def steer(
        self, act: Act, tasks: Sequence[str], *, of: str | None = None, to: str | None = None
    ) -> Outcome:
        """Do to tasks what `services.steering.steer` says; `of` and `to` are names of people.

        Raises:
            NotFoundError: Nobody of that name rates in this study.
        """
        by = self._by()

        def work(connection: Connection) -> Outcome:
            handover = Handover(self._person(connection, of), self._person(connection, to))
            return steer(connection, by, act, tasks, handover=handover)

        return self.home.database.write(work)

    def group(self, raters: Sequence[str], group: str) -> None:
        """Put members into a group, all or none of them; an empty name takes them out of theirs.

        Args:
            raters: Names of people.
            group: Name of the group.

        Raises:
            NotFoundError: Nobody of that name is here, or the one who is is no member.
            WrongInputError: The name of the group is none.
        """
        from earmark.services.staff import group_rater  # noqa: PLC0415 - commands that need it pay for it

        by = self._by()

        def work(connection: Connection) -> None:
            for person in [self._known(connection, name) for name in raters]:
                group_rater(connection, by, person, group)

        self.home.database.write(work)

    def undo(self, batch: str) -> Outcome:
        """Take back an act of `steer`, by the `batch` of its outcome."""
        by = self._by()
        return self.home.database.write(lambda connection: undo(connection, by, batch))

    def _by(self) -> By:
        return By(self.id, None, self.home.clock())

    def _person(self, connection: Connection, name: str | None) -> str | None:
        return None if name is None else self._known(connection, name)

    @staticmethod
    def _known(connection: Connection, name: str) -> str:
        found = people.person_by_name(connection, name)
        if found is None:
            message = f"Nobody here is called '{name}'."
            raise NotFoundError(message)
        return str(found.id)

    def contents(self) -> Contents:
        """Count the items, conditions and recordings that are in."""
        with self.home.database.read() as connection:
            return contents_of(connection, self.id)

    def results(self, *, scope: Scope = EVERYTHING, seed: int = 0) -> StudyResults:
        """Return how far the study is and what its questions found so far.

        Args:
            scope: Which part of the answers.
            seed: Of all that is drawn by chance.
        """
        from earmark.services.results import results_of  # noqa: PLC0415 - results read studies

        return results_of(self, scope=scope, seed=seed)

    def _move(self, state: State) -> Study:
        if self.state == "closed":
            message = f"The study '{self.name}' is closed. Reopen it first: earmark study reopen {self.name}"
            raise ConflictError(message)
        now = self.home.clock()

        def change(connection: Connection) -> None:
            rows.change_study(connection, self.id, state=state)
            record_event(connection, f"study-{state}", now=now, study_id=self.id)

        self.home.database.write(change)
        return replace(self, state=state)


class Studies:
    """The studies of a home by name, as in a mapping whose keys are names; iteration is oldest first."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def __getitem__(self, name: str) -> Study:
        with self._home.database.read() as connection:
            row = rows.find_study(connection, name)
        if row is None:
            message = f"There is no study '{name}'. 'earmark study list' shows the studies that are there."
            raise NotFoundError(message)
        return self._study(row)

    def __contains__(self, name: object) -> bool:
        with self._home.database.read() as connection:
            return isinstance(name, str) and rows.find_study(connection, name) is not None

    def __iter__(self) -> Iterator[str]:
        return (study.name for study in self.values())

    def __len__(self) -> int:
        return len(self.values())

    def values(self) -> tuple[Study, ...]:
        """Return all studies, oldest first."""
        with self._home.database.read() as connection:
            return tuple(self._study(row) for row in rows.all_studies(connection))

    def create(
        self,
        name: str,
        *,
        protocol: str | Path,
        title: str = "",
        settings: Mapping[str, object] | None = None,
        owner: str | None = None,
    ) -> Study:
        """Make a study and pin its protocol by content.

        Args:
            name: Lower-case letters and digits in words joined by ``-``; what commands and addresses use.
            protocol: Id of a protocol that comes with Earmark, or the folder of one's own.
            title: What raters read; the name where empty.
            settings: What differs from the protocol's defaults, by the names of `StudySettings`.
            owner: Id of the person who owns it; None takes the founder, or nobody where there is none yet.

        Raises:
            WrongInputError: The name is malformed or taken, the title holds what cannot be kept, or a setting
                is wrong. Nothing was changed.
        """
        check_name(name)
        _check_title(title)
        loaded = load(protocol)
        chosen = settings_with(settings_from(loaded.protocol), settings or {})
        row = rows.StudyRow(
            id=new_id(),
            name=name,
            title=" ".join(title.split()) or name,
            protocol_hash=loaded.hash,
            state="open",
            settings=chosen.model_dump(mode="json"),
            created_at=self._home.clock(),
        )

        def add(connection: Connection) -> None:
            if rows.find_study(connection, name) is not None:
                message = f"A study named '{name}' is there already. Choose another name."
                raise WrongInputError(message)
            rows.pin_protocol(
                connection,
                content_hash=loaded.hash,
                name=loaded.protocol.id,
                version=loaded.protocol.version,
                files=loaded.files,
            )
            rows.add_study(connection, row)
            _give_to(connection, owner or people.founder_id(connection), study=row)
            record_event(connection, "study-made", now=row.created_at, study_id=row.id, name=name)

        self._home.database.write(add)
        return self._study(row)

    def _study(self, row: rows.StudyRow) -> Study:
        return Study(
            home=self._home,
            id=row.id,
            name=row.name,
            title=row.title,
            state=cast("State", row.state),
            settings=StudySettings.model_validate(row.settings),
            protocol_hash=row.protocol_hash,
        )


def settings_with(settings: StudySettings, changes: Mapping[str, object]) -> StudySettings:
    """Return the settings with some changed; WrongInputError names every change that cannot be."""
    _refuse_unknown_plugin(changes.get("fact_check"))
    try:
        return StudySettings.model_validate(settings.model_dump() | dict(changes))
    except ValidationError as wrong:
        faults = tuple(
            Fault(".".join(str(part) for part in error["loc"]), error["type"], error["msg"])
            for error in wrong.errors(include_url=False)
        )
        known = ", ".join(StudySettings.model_fields)
        message = f"These settings cannot be used. Settings of a study: {known}."
        raise WrongInputError(message, faults=faults) from wrong


def _refuse_unknown_plugin(name: object) -> None:
    """Refuse a fact-check that is not installed; an empty name, or none, asks for none."""
    known = plugin_names() if name else ()
    if name and name not in known:
        message = f"There is no fact-check '{name}' installed; there are {', '.join(known) or 'none'}."
        raise WrongInputError(message, faults=(Fault("fact_check", "unknown-name", message),))


def check_name(name: str) -> None:
    """Raise WrongInputError where this cannot name a study."""
    if not _NAME.fullmatch(name) or len(name) > _NAME_LENGTH:
        message = (
            f"'{name}' cannot name a study. Use lower-case letters, digits and single hyphens between them, "
            f"such as 'support-calls-2', at most {_NAME_LENGTH} characters."
        )
        raise WrongInputError(message)


def _give_to(connection: Connection, person_id: str | None, *, study: rows.StudyRow) -> None:
    """Make the person the owner; the founder takes over what nobody owns yet."""
    if person_id is not None:
        at = study.created_at
        join(connection, study_id=study.id, person_id=person_id, role=Role.OWNER, now=at, invited_at=at)


def _check_title(title: str) -> None:
    faults = tuple(character_faults(title, "title"))
    if faults:
        message = "The title cannot be kept as it is."
        raise WrongInputError(message, faults=faults)
