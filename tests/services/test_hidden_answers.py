"""An answer that a later choice hides is current nowhere: not in results, in no table, in no format.

Hidden means: its revision was corrected, its turn or dimension discarded, its question closed by another
answer or by "not applicable", its item skipped or found invalid afterwards, its recording corrected to be
rated again. Raters do such things in any order and take them back, each with a call of their own; a plain
account of what should hold is kept beside each, and one export is held against them all.
"""

from __future__ import annotations

import asyncio
import csv
import itertools
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet
from sqlalchemy import Connection

from earmark.core.exits import Departure
from earmark.core.results import total
from earmark.core.steering import ItemFilter
from earmark.core.times import MINUTE
from earmark.core.turns import Turn
from earmark.services.exporting import export_study
from earmark.services.home import open_home
from earmark.services.raters import Rater
from earmark.services.results import results_of
from earmark.services.studies import Study
from earmark.services.submissions import Sent
from earmark.storage.corrections import Correction, correct
from earmark.storage.item_list import task_rows
from earmark.storage.queue import assign, take_vote
from earmark.storage.submissions import Receipt
from earmark.storage.turnlists import NewTurnList
from people import NOON, bring_in
from proof import IN_PROOF
from rows import Recording, StudyRows

PROTOCOL = """\
schema: 1
id: closing
version: 1.0.0
languages: [en]
title: {en: "Closing questions"}
summary: {en: "Two scales, and a choice that closes one of them."}
item: {kind: conversation}
listening: {heard: nothing}
questions:
  - id: audible
    kind: choice
    ask: agent-turn
    title: {en: "Audible"}
    prompt: {en: "Can the words be heard?"}
    options:
      - {id: "yes", label: {en: "Yes"}}
      - {id: "no", label: {en: "No"}}
      - {id: not-applicable, label: {en: "Not applicable"}}
  - id: clarity
    kind: scale
    ask: agent-turn
    when: {question: audible, is: ["yes"]}
    title: {en: "Clarity"}
    prompt: {en: "How clear?"}
    justification: &why {required: false}
    points: &points
      - {value: 1, label: {en: "Bad"}}
      - {value: 2, label: {en: "Good"}}
  - id: warmth
    kind: scale
    ask: agent-turn
    title: {en: "Warmth"}
    prompt: {en: "How warm?"}
    justification: *why
    points: *points
exits:
  - id: skip
    act: skip
    scopes: [item]
    title: {en: "Skip"}
    when: {en: "You cannot judge it."}
  - id: invalid
    act: discard
    scopes: [item]
    title: {en: "Invalid"}
    when: {en: "It is broken."}
  - id: turn-discard
    act: discard
    scopes: [turn, dimension]
    title: {en: "Discard"}
    when: {en: "One rating cannot be made."}
"""

SCALES = ("clarity", "warmth")

Shown = set[tuple[str, str, str]]
"""Turn, question, and the words or the choice of each answer that holds."""


class Story:
    """One rater with one call, and beside it what should hold of it after each act."""

    def __init__(self, study: Study, recording: Recording, name: str) -> None:
        self.study, self.recording = study, recording
        self.rater = Rater(study.home, bring_in(study, name))
        self.numbers = itertools.count(1)
        self.turns: tuple[str, ...] = recording.turns
        self.answers: dict[str, dict[str, dict[str, Any]]] = {}
        self.discards: list[dict[str, Any]] = []
        self.revision: int | None = None
        self.corrections = 0
        self.mark = ""  # of the whole item, once it is left
        self.rate()

    def rate(self) -> None:
        """Take the call and rate it, unless it is rated or left."""
        if self.revision is None and not self.mark:
            self.assignment = self.study.home.database.write(self._take)
            presented, _ = self.rater.present(self.assignment)
            self.turns = tuple(turn.id for turn in presented.turns if turn.role == "agent")
            self.answers = {turn: self._all(turn) for turn in self.turns}
            self.discards = []
            self._send()

    def _take(self, connection: Connection) -> str:
        assert take_vote(connection, self.recording.task)
        whose = {"study_id": self.study.id, "rater_id": self.rater.person_id}
        return assign(connection, self.recording.task, **whose, now=NOON, expires_at=NOON + MINUTE)

    def _all(self, turn: str) -> dict[str, dict[str, Any]]:
        return {"audible": {"choice": "yes"}} | {scale: self._fresh(turn, scale) for scale in SCALES}

    def _fresh(self, turn: str, scale: str) -> dict[str, Any]:
        return {"score": 2, "justification": f"{scale} of {turn}, number {next(self.numbers)}"}

    def _send(self) -> None:
        body = {"answers": {"turns": self.answers}, "discards": self.discards}
        key = f"key-number-{next(self.numbers)}"
        receipt = asyncio.run(self.rater.submit(self.assignment, Sent(key, "en", body, self.revision)))
        assert isinstance(receipt, Receipt), receipt
        self.revision = receipt.revision

    def correct(self) -> None:
        """Give other words, and send them, and so with all that changes answers below."""
        self._change(0, "warmth", self._fresh(self.turns[0], "warmth"))

    def close_question(self) -> None:
        self._close("no")

    def say_not_applicable(self) -> None:
        self._close("not-applicable")

    def open_question(self) -> None:
        if self.holds:
            self.answers[self.turns[1]]["clarity"] = self._fresh(self.turns[1], "clarity")
            self._change(1, "audible", {"choice": "yes"})

    def _close(self, choice: str) -> None:
        if self.holds:
            self.answers[self.turns[1]].pop("clarity", None)
            self._change(1, "audible", {"choice": choice})

    def _change(self, turn: int, question: str, answer: dict[str, Any]) -> None:
        if self.holds:
            self.answers[self.turns[turn]][question] = answer
            self._send()

    def discard_dimension(self) -> None:
        self._discard({"target": self.turns[0], "question": "warmth"})

    def discard_turn(self) -> None:
        self._discard({"target": self.turns[1]})

    def keep_all(self) -> None:
        self._discard(None)

    def _discard(self, mark: dict[str, Any] | None) -> None:
        if self.holds:
            self.discards = [] if mark is None else [*self.discards, {"exit": "turn-discard", **mark}]
            self._send()

    def find_invalid(self) -> None:
        self._leave("invalid")

    def skip(self) -> None:
        self._leave("skip")

    def _leave(self, exit_id: str) -> None:
        if self.holds:
            asyncio.run(self.rater.leave(self.assignment, Departure(exit_id), revises=self.revision))
            self.mark = exit_id

    def take_back(self) -> None:
        if self.mark:
            restored = asyncio.run(self.rater.take_back(self.assignment)).restored
            self.mark = ""
            self.revision = restored.revision if restored and not restored.set_aside else None

    def recut(self) -> None:
        """Correct the recording; the owner has it rated again."""
        self.corrections += 1
        new = NewTurnList(
            (Turn("user", 0, 1, ""), Turn("agent", 1, 2, ""), Turn("agent", 2, 3, "")), "edited"
        )
        change = Correction(self.corrections, {}, new, again=True)
        self.study.home.database.write(lambda c: correct(c, self.recording.stimulus, change, at=NOON))
        if self.mark != "skip":  # a skip stays; a discard of what is corrected does not
            self.mark, self.revision = "", None

    @property
    def holds(self) -> bool:
        """Whether anything that was sent should hold."""
        return self.revision is not None and not self.mark

    def shown(self) -> Shown:
        """Return what should hold, by the plain reading of what was done."""
        if not self.holds:
            return set()
        hidden = [(mark["target"], mark.get("question")) for mark in self.discards]
        return {
            (turn, question, _said(answer))
            for turn, answers in self.answers.items()
            for question, answer in answers.items()
            if (turn, question) not in hidden and (turn, None) not in hidden
        }

    def marks(self) -> list[str]:
        """Return the exits of the skips and discards that should hold."""
        if self.mark:
            return [self.mark]
        return [mark["exit"] for mark in self.discards] if self.holds else []


def _said(answer: Mapping[str, Any]) -> str:
    return str(answer.get("justification") or answer.get("choice"))


def exported(folder: Path, table: str) -> Iterator[list[dict[str, Any]]]:
    """Yield the current rows of a table from each of its formats."""
    text = (folder / f"{table}.jsonl").read_text(encoding="utf-8")
    yield [row for row in map(json.loads, text.splitlines()) if row["current"]]
    yield [row for row in parquet.read_table(folder / f"{table}.parquet").to_pylist() if row["current"]]
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as stream:
        yield [row for row in csv.DictReader(stream) if row["current"] == "true"]


def answered(row: Mapping[str, Any]) -> Shown:
    body = row["body"] if isinstance(row["body"], dict) else json.loads(row["body"])
    turns = body["answers"].get("turns", {})
    return {
        (turn, question, _said(answer))
        for turn, answers in turns.items()
        for question, answer in answers.items()
    }


def told(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return row["target"], row["question"], row["justification"] or row["choice"]


@dataclass
class Told:
    """Some stories of one study after their end, and the folder of its export."""

    study: Study
    stories: Sequence[Story]
    folder: Path


def tell(study: Study, plots: Sequence[Sequence[str]], folder: Path) -> Told:
    """Let each rater do the acts of a plot, one rater after the other, and export the study."""
    rows = StudyRows(study, at=NOON)
    recordings = [rows.recording(f"call {n}", "warm", turns=2) for n in range(len(plots))]
    rows.save()
    stories = [Story(study, recording, f"rater {n}") for n, recording in enumerate(recordings)]
    for story, acts in zip(stories, plots, strict=True):
        for act in acts:
            getattr(story, act)()
    return Told(study, stories, export_study(study, folder).folder)


def check(end: Told, stories: Sequence[Story]) -> None:
    """Hold every format of every table against what should hold of some stories."""
    shown = {story.assignment: story.shown() for story in stories}
    holding = {story.assignment: story.shown() for story in stories if story.holds}
    for rows in exported(end.folder, "scores"):
        ours = [row for row in rows if row["assignment"] in shown]
        assert {one: {told(row) for row in ours if row["assignment"] == one} for one in shown} == shown
        assert len(ours) == sum(map(len, shown.values()))
    for rows in exported(end.folder, "submissions"):
        ours = [row for row in rows if row["assignment"] in shown]
        assert {row["assignment"]: answered(row) for row in ours} == holding
        assert len(ours) == len(holding)
    marks = {story.assignment: story.marks() for story in stories}
    for rows in exported(end.folder, "marks"):
        found = {one: [row["exit"] for row in rows if row["assignment"] == one] for one in marks}
        assert found == marks


def check_results(end: Told) -> None:
    results = results_of(end.study)
    shown = [question for story in end.stories for _, question, _ in story.shown()]
    counts = {one.id: sum(cell.score.n for cell in one.conditions) for one in results.questions}
    assert counts == {scale: shown.count(scale) for scale in SCALES}
    assert results.progress.votes_in == sum(story.holds for story in end.stories)
    marks = Counter(mark for story in end.stories for mark in story.marks())
    assert (total(results.skips), total(results.discards)) == (marks["skip"], marks.total() - marks["skip"])
    with end.study.home.database.read() as connection:
        items = task_rows(connection, end.study.id, ItemFilter(), now=NOON, limit=99, offset=0)
    assert sum(item.discards for item in items) == marks["invalid"]


PLOTS = (
    "correct",
    "close_question",
    "say_not_applicable",
    "say_not_applicable open_question",
    "discard_dimension",
    "discard_dimension discard_turn",
    "discard_turn keep_all",
    "find_invalid",
    "find_invalid take_back",
    "skip",
    "skip take_back correct",
    "recut",
    "recut rate close_question",
    "find_invalid recut rate discard_dimension",
    "skip recut take_back rate",
)

ACTS = (
    "correct",
    "close_question",
    "say_not_applicable",
    "open_question",
    "discard_dimension",
    "discard_turn",
    "keep_all",
    "find_invalid",
    "skip",
    "take_back",
    "recut",
    "rate",
)


@pytest.fixture(scope="module")
def end(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    with _study(empty_database, tmp_path_factory.mktemp("hidden")) as (study, folder):
        yield tell(study, [plot.split() for plot in PLOTS], folder)


@contextmanager
def _study(empty: Path, folder: Path) -> Iterator[tuple[Study, Path]]:
    for name in ("home", "protocol"):
        (folder / name).mkdir()
    shutil.copy(empty, folder / "home")
    (folder / "protocol" / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    with open_home(folder / "home", clock=lambda: NOON) as home:
        yield home.studies.create("calls", protocol=folder / "protocol"), folder / "out"


@pytest.mark.parametrize("plot", PLOTS)
def test_an_answer_that_is_hidden_is_current_nowhere(end: Told, plot: str) -> None:
    check(end, [end.stories[PLOTS.index(plot)]])


def test_results_count_what_holds_and_no_more(end: Told) -> None:
    check_results(end)


@settings(max_examples=settings().max_examples if IN_PROOF else 2)
@given(plots=st.lists(st.lists(st.sampled_from(ACTS), min_size=3, max_size=8), min_size=8, max_size=8))
def test_whatever_is_done_in_whatever_order_only_what_holds_is_current(
    empty_database: Path, plots: list[list[str]]
) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        _study(empty_database, Path(folder)) as (study, out),
    ):
        end = tell(study, plots, out)
        check(end, end.stories)
        check_results(end)
