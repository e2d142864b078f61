"""Rows of a study put straight into the tables, for tests of what reads them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import insert

from earmark.services.studies import Study
from earmark.storage import tables

Scores = Mapping[str, Mapping[str, object]]
"""Target -> question -> a number, or the columns of a score."""


PROTOCOL = """\
schema: 1
id: two-scales
version: 1.2.0
languages: [en, ko]
title: {en: "Two scales", ko: "두 척도"}
summary: {en: "Two scales of five points.", ko: "다섯 점 척도 두 개."}
item: {kind: clip}
questions:
  - id: quality
    kind: scale
    title: {en: "Quality", ko: "품질"}
    prompt: {en: "How good?", ko: "얼마나 좋은가요?"}
    points: &five
      - {value: 1, label: {en: "Bad", ko: "나쁨"}}
      - {value: 2, label: {en: "Poor", ko: "미흡"}}
      - {value: 3, label: {en: "Fair", ko: "보통"}}
      - {value: 4, label: {en: "Good", ko: "좋음"}}
      - {value: 5, label: {en: "Excellent", ko: "아주 좋음"}}
  - id: clarity
    kind: scale
    required: false
    title: {en: "Clarity", ko: "또렷함"}
    prompt: {en: "How clear?", ko: "얼마나 또렷한가요?"}
    points: *five
"""


@dataclass(frozen=True)
class Recording:
    """One recording with its task and the ids of its agent turns."""

    task: str
    stimulus: str
    item: str
    turns: tuple[str, ...]


@dataclass
class StudyRows:
    """Adds recordings, raters and what raters did; every id says what it is of."""

    study: Study
    at: int
    prefix: str = ""  # of ids, where the study holds rows already
    _waiting: dict[tuple[str, ...], list[dict[str, object]]] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _known: dict[tuple[str, str], str] = field(default_factory=dict)

    def recording(
        self, item: str, condition: str | None = None, *, turns: int = 0, votes: int = 1, **stimulus: object
    ) -> Recording:
        """Add a recording of an item with turns of user and agent in turn, and its task."""
        item_id = self._named("item", item, scenario={"title": item})
        condition_id = None if condition is None else self._named("condition", condition)
        heard, task = self._id("stimulus"), self._id("task")
        columns: dict[str, object] = {
            "file_name": f"{item}-{condition}.wav",
            "original_hash": heard.ljust(64, "0"),
            "rendition_hash": heard.ljust(64, "0"),
            "peaks_hash": heard.ljust(64, "0"),
            "duration_s": 12.5,
            "channels": 2 if turns else 1,
            "sample_rate_hz": 16_000,
            "language": "en",
            "details": {},
        }
        self._add(
            "stimulus",
            id=heard,
            study_id=self.study.id,
            item_id=item_id,
            condition_id=condition_id,
            created_at=self.at,
            **{**columns, **stimulus},
        )
        if turns:
            self._add(
                "turn_list",
                id=heard,
                stimulus_id=heard,
                revision=1,
                origin="given",
                settings={},
                made_at=self.at,
            )
        roles = [("user", "agent")[position % 2] for position in range(2 * turns)]
        ids = [self._turn(heard, position, role) for position, role in enumerate(roles, 1)]
        self._add(
            "task",
            id=task,
            study_id=self.study.id,
            item_id=item_id,
            votes=votes,
            free=votes,
            shuffle=0,
            created_at=self.at,
        )
        self._add("task_stimulus", task_id=task, side="", stimulus_id=heard)
        return Recording(task, heard, item_id, tuple(ids[1::2]))

    def pair(
        self, item: str, conditions: tuple[str, str], *, votes: int = 1, scenario: Mapping[str, str]
    ) -> Recording:
        """Add a task that compares two conditions on an item, the first one as its first recording."""
        item_id, task = self._named("item", item, scenario={"title": item, **scenario}), self._id("task")
        sides = [self._heard(item_id, item, condition) for condition in conditions]
        self._add(
            "task",
            id=task,
            study_id=self.study.id,
            item_id=item_id,
            votes=votes,
            free=votes,
            shuffle=0,
            created_at=self.at,
        )
        for side, heard in zip("ab", sides, strict=True):
            self._add("task_stimulus", task_id=task, side=side, stimulus_id=heard)
        return Recording(task, sides[0], item_id, ())

    def _heard(self, item_id: str, item: str, condition: str) -> str:
        """Return the recording of an item and condition for pairs, made when it is first asked for."""
        key = ("stimulus", f"{item}-{condition}")
        if key not in self._known:
            heard = self._known[key] = self._id("stimulus")
            self._add(
                "stimulus",
                id=heard,
                study_id=self.study.id,
                item_id=item_id,
                condition_id=self._named("condition", condition),
                created_at=self.at,
                file_name=f"{item}-{condition}.wav",
                original_hash=heard.ljust(64, "0"),
                rendition_hash=heard.ljust(64, "0"),
                peaks_hash=heard.ljust(64, "0"),
                duration_s=12.5,
                channels=1,
                sample_rate_hz=16_000,
                language="en",
                details={},
            )
        return self._known[key]

    def assign(self, recording: Recording, rater: str, *, state: str = "leased", **assignment: object) -> str:
        """Give the task to a rater, once."""
        key = (recording.task, rater)
        if key not in self._known:
            self._known[key] = self._id("assignment")
            self._add(
                "assignment",
                id=self._known[key],
                task_id=recording.task,
                study_id=self.study.id,
                rater_id=self._person(rater),
                state=state,
                position=1,
                leased_at=self.at,
                expires_at=self.at + 1,
                **assignment,
            )
        return self._known[key]

    def rate(self, recording: Recording, rater: str, scores: Scores, **submission: object) -> str:
        """Add a submission with its scores."""
        stood = {name: submission.pop(name) for name in ("swapped", "heard_first") if name in submission}
        assignment = self.assign(recording, rater, state="submitted", **stood)
        sent = self._id("submission")
        columns: dict[str, object] = {
            "body": {"answers": {}},
            "language": "en",
            "submitted_at": self.at,
            "protocol_hash": self.study.protocol_hash,
        }
        self._add(
            "submission",
            id=sent,
            assignment_id=assignment,
            study_id=self.study.id,
            task_id=recording.task,
            rater_id=self._person(rater),
            client_key=sent,
            **{**columns, **submission},
        )
        for target, answers in scores.items():
            for question, given in answers.items():
                columns = {"criteria": [], **(given if isinstance(given, Mapping) else {"value": given})}
                self._add("score", submission_id=sent, target=target, question=question, **columns)
        return sent

    def leave(self, recording: Recording, rater: str, act: str, **mark: object) -> None:
        """Add a skip or a discard."""
        assignment = self.assign(recording, rater, state="skipped" if act == "skip" else "discarded")
        columns: dict[str, object] = {"exit": act, "scope": "item", "made_at": self.at}
        self._add(
            "mark",
            id=self._id("mark"),
            study_id=self.study.id,
            task_id=recording.task,
            assignment_id=assignment,
            rater_id=self._person(rater),
            act=act,
            **{**columns, **mark},
        )

    def group(self, rater: str, name: str) -> None:
        """Make a rater a member, in a group of raters."""
        who = self._person(rater)
        self._add(
            "membership",
            study_id=self.study.id,
            person_id=who,
            role="rater",
            order_seed=1,
            created_at=self.at,
            group_name=name,
        )

    def event(self, kind: str, *, person: str, **body: object) -> None:
        """Add a line to the log."""
        who = self._person(person)
        self._add("event", study_id=self.study.id, person_id=who, kind=kind, body=body, at=self.at)

    def clips(self, conditions: Sequence[str], *, items: int, raters: int, question: str) -> None:
        """Add a small crossed study in which later conditions are rated higher."""
        for level, condition in enumerate(conditions):
            for item in range(items):
                recording = self.recording(f"item-{item}", condition, votes=raters)
                for rater in range(raters):
                    value = max(1, min(5, 2 + level + (item + 2 * rater) % 3 - 1))
                    self.rate(recording, f"rater-{rater}", {"item": {question: value}})

    def save(self) -> Study:
        """Write everything in one transaction and return the study."""
        with self.study.home.database.begin() as connection:
            for table in tables.metadata.sorted_tables:  # those that are referred to first
                for key, rows in self._waiting.items():
                    if key[0] == table.name:
                        connection.execute(insert(table), rows)
        self._waiting.clear()
        return self.study

    def _turn(self, stimulus: str, position: int, role: str) -> str:
        turn = self._id("turn")
        self._add(
            "turn",
            id=turn,
            turn_list_id=stimulus,
            stimulus_id=stimulus,
            position=position,
            role=role,
            start_s=position - 1.0,
            end_s=position - 0.5,
            text=f"{role} {position}",
        )
        return turn

    def _person(self, name: str) -> str:
        if ("person", name) not in self._known:
            self._known["person", name] = self._id("person")
            self._add("person", id=self._known["person", name], name=name, created_at=self.at)
        return self._known["person", name]

    def _named(self, kind: str, name: str, **columns: object) -> str:
        if (kind, name) not in self._known:
            self._known[kind, name] = self._id(kind)
            self._add(kind, id=self._known[kind, name], study_id=self.study.id, name=name, **columns)
        return self._known[kind, name]

    def _id(self, kind: str) -> str:
        return f"{self.prefix}{kind}-{next(self._numbers)}"

    def _add(self, table: str, **columns: object) -> None:
        self._waiting.setdefault((table, *columns), []).append(columns)
