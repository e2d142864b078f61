"""Turns that an owner edits: the gate, the choice about submissions, and who was first."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from earmark.core.corrections import Choice
from earmark.core.errors import ConflictError, NotFoundError, WrongInputError
from earmark.core.roles import Role
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.raters import Rater
from earmark.services.studies import Study
from earmark.services.turn_editing import (
    Edited,
    NeedsChoiceError,
    Opened,
    open_turns,
    save_turns,
    turns_of_revision,
)
from earmark.storage.tables import assignment, person, stimulus, task
from people import bring_in
from sounds import sine, write_sound

SmallProtocol = Callable[[str], Path]
TURNS: list[dict[str, Any]] = [
    {"role": "user", "start": 0.0, "end": 0.1, "text": "Hello?"},
    {"role": "agent", "start": 0.1, "end": 0.2, "text": "Hello."},
]


@pytest.fixture
def calls(home: Home, small_protocol: SmallProtocol, tmp_path: Path) -> Study:
    study = home.studies.create("calls", protocol=small_protocol("conversation"))
    write_sound(tmp_path / "in" / "a.wav", sine(8000, seconds=0.2))
    (tmp_path / "in" / "a.turns.json").write_text(json.dumps({"turns": TURNS}), encoding="utf-8")
    assert import_paths(study, [tmp_path / "in"]).refused == ()
    bring_in(study, "olga", role=Role.OWNER)
    return study


def value(study: Study, column: Any) -> Any:
    with study.home.database.read() as connection:
        return connection.execute(select(column)).scalar_one()


def save(study: Study, turns: list[dict[str, Any]], *, seen: int = 1, choice: Choice | None = None) -> Opened:
    with study.home.database.read() as connection:
        olga = connection.execute(select(person.c.id).where(person.c.name == "olga")).scalar_one()
    return save_turns(study, value(study, task.c.id), Edited(seen, turns, choice, olga))


def take(study: Study) -> None:
    rater = Rater(study.home, bring_in(study, "ria"))
    assert asyncio.run(rater.next(study.name)).assignment is not None


def test_edited_turns_are_a_revision_with_their_author_and_the_earlier_ones_stay(calls: Study) -> None:
    saved = save(calls, [TURNS[0], TURNS[1] | {"role": "assistant", "end": 0.15}])
    assert [(one.role, one.end_s) for one in saved.turns] == [("user", 0.1), ("agent", 0.15)]
    assert [(one.revision, one.current, one.origin, one.person) for one in saved.lists] == [
        (2, True, "edited", "olga"),
        (1, False, "given", None),
    ]
    assert [one.end_s for one in turns_of_revision(calls, value(calls, task.c.id), 1)] == [0.1, 0.2]
    with pytest.raises(NotFoundError):
        turns_of_revision(calls, value(calls, task.c.id), 3)


def test_the_same_turns_again_are_no_revision(calls: Study) -> None:
    assert save(calls, TURNS).recording.revision == 1


def test_turns_that_no_file_could_bring_are_refused_by_their_number(calls: Study) -> None:
    with pytest.raises(WrongInputError) as refused:
        save(calls, [TURNS[0], TURNS[1] | {"start": 7.0, "end": 9.0}])
    assert [fault.where for fault in refused.value.faults] == ["turns.2"]
    with pytest.raises(WrongInputError, match="Nothing was changed") as empty:
        save(calls, [TURNS[0]])
    assert [fault.message[:16] for fault in empty.value.faults] == ["No turn is the a"]
    assert open_turns(calls, value(calls, task.c.id)).recording.revision == 1


def test_who_saves_second_is_told(calls: Study) -> None:
    save(calls, [TURNS[1]])
    with pytest.raises(ConflictError, match="Somebody else has saved"):
        save(calls, [TURNS[0], TURNS[1] | {"end": 0.15}])


def test_where_a_rater_is_in_the_middle_somebody_must_choose(calls: Study) -> None:
    take(calls)
    edited = [TURNS[0], TURNS[1] | {"end": 0.15}]
    with pytest.raises(NeedsChoiceError) as asked:
        save(calls, edited)
    assert (asked.value.stake.submissions, asked.value.stake.in_hand) == (0, 1)
    assert save(calls, edited, choice="again").recording.revision == 2
    assert (value(calls, stimulus.c.counts_from), value(calls, assignment.c.recording_revision)) == (2, 1)


def test_words_alone_need_no_choice(calls: Study) -> None:
    take(calls)
    assert save(calls, [TURNS[0], TURNS[1] | {"text": "Hello!"}]).recording.revision == 2
    assert value(calls, stimulus.c.counts_from) == 1


def test_the_folder_of_before_does_not_take_an_edit_back(calls: Study, tmp_path: Path) -> None:
    save(calls, [TURNS[0], TURNS[1] | {"end": 0.15}])
    report = import_paths(calls, [tmp_path / "in"])
    assert (len(report.unchanged), report.revised) == (1, ())


def test_a_study_of_clips_has_no_turns_to_edit(home: Home, small_protocol: SmallProtocol) -> None:
    with pytest.raises(NotFoundError):
        open_turns(home.studies.create("clips", protocol=small_protocol("clip")), "any")
