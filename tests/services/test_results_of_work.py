"""From what raters send to what results and export say, through the services that serve them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from earmark.core.results import MarkCount, StudyResults
from earmark.services.exporting import export_study
from earmark.services.home import Home
from earmark.services.raters import Rater
from earmark.services.submissions import Sent
from earmark.storage.submissions import Receipt
from people import bring_in
from rows import Recording, StudyRows


@pytest.fixture
def call(home: Home) -> tuple[StudyRows, Recording]:
    rows = StudyRows(home.studies.create("calls", protocol="conversation-turns"), at=home.clock())
    recording = rows.recording("refund", "warm", turns=2)
    rows.save()
    return rows, recording


def answer(score: int) -> dict[str, Any]:
    return {"score": score, "justification": f'It is a {score}, since the agent said "yes" at 0:01.'}


def body_of(recording: Recording, *, content: tuple[int, int], prosody: int) -> dict[str, Any]:
    """Answers to both turns; the Prosody of the second is discarded, and answered all the same."""
    first, second = recording.turns
    return {
        "answers": {
            "turns": {
                first: {"content": answer(content[0]), "prosody": answer(prosody)},
                second: {"content": answer(content[1]), "prosody": answer(1)},
            }
        },
        "discards": [
            {
                "exit": "turn-discard",
                "target": second,
                "question": "prosody",
                "reason": "missing",
                "explanation": "The voice cannot be heard.",
            }
        ],
        "listening": {"played": {"both": [[0, 40]]}, "seconds": 40.0},
    }


def submit(
    rater: Rater, assignment: str, body: dict[str, Any], *, key: str, revises: int | None = None
) -> None:
    receipt = asyncio.run(rater.submit(assignment, Sent(key, "en", body, revises)))
    assert isinstance(receipt, Receipt), receipt


def means(results: StudyResults) -> dict[str, tuple[float | None, int]]:
    return {
        question.id: (one.score.mean, one.score.n)
        for question in results.questions
        for one in question.conditions
    }


def test_a_discarded_dimension_gives_no_score_and_a_correction_replaces_what_was_sent(
    home: Home, call: tuple[StudyRows, Recording], tmp_path: Path
) -> None:
    rows, recording = call
    rater = Rater(home, bring_in(rows.study, "ann"))
    assignment = asyncio.run(rater.next("calls")).assignment
    assert assignment is not None
    submit(rater, assignment, body_of(recording, content=(1, 1), prosody=2), key="first-key")
    submit(rater, assignment, body_of(recording, content=(4, 5), prosody=3), key="second-key", revises=1)
    results = rows.study.results()
    assert means(results) == {"content": (4.5, 2), "prosody": (3.0, 1)}
    assert results.discards == (MarkCount("turn-discard", "dimension", "prosody", "missing", 1),)
    assert results.skips == ()
    progress = results.progress
    assert (progress.votes_in, progress.corrections, progress.in_hand) == (1, 1, 0)
    export_study(rows.study, tmp_path / "out")
    lines = (tmp_path / "out" / "scores.jsonl").read_text(encoding="utf-8").splitlines()
    told = sorted((json.loads(line) for line in lines), key=lambda row: row["revision"])
    assert [(row["current"], row["turn_position"], row["question"], row["value"]) for row in told] == [
        (False, 2, "content", 1),
        (False, 2, "prosody", 2),
        (False, 4, "content", 1),
        (True, 2, "content", 4),
        (True, 2, "prosody", 3),
        (True, 4, "content", 5),
    ]
