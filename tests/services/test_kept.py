"""Results are computed once for each state of a study."""

from __future__ import annotations

import threading

import pytest

from earmark.core.scope import Scope
from earmark.services.kept import Kept
from rows import StudyRows


def test_results_are_the_same_until_something_changes(rows: StudyRows) -> None:
    first = rows.recording("one", "warm", votes=3)
    rows.rate(first, "ann", {"item": {"quality": 4}})
    study = rows.save()
    found = study.results()
    assert study.results().questions is found.questions
    assert study.results(scope=Scope(condition=("warm",))).questions is not found.questions
    assert study.results(seed=1).making.seed == 1
    rows.rate(first, "bo", {"item": {"quality": 2}})
    assert rows.save().results().questions[0].conditions[0].score.mean == 3
    rows.leave(first, "cy", "discard")
    assert rows.save().results().questions[0].conditions[0].out[0].n == 1
    rows.recording("two", "cold")
    assert len(rows.save().results().questions[0].conditions) == 2


def test_what_raters_hold_is_counted_anew_each_time(rows: StudyRows) -> None:
    recording = rows.recording("one", "warm", votes=2)
    study = rows.save()
    before = study.results()
    rows.assign(recording, "ann")
    after = rows.save().results()
    assert (before.progress.in_hand, after.progress.in_hand) == (0, 1)
    assert after.questions is before.questions


def test_the_title_and_the_state_are_those_of_now(rows: StudyRows) -> None:
    study = rows.save()
    assert study.results().state == "open"
    assert study.pause().results().state == "paused"


def test_who_asks_while_another_computes_gets_the_same() -> None:
    kept, begun, go_on = Kept[object](), threading.Event(), threading.Event()
    made: list[object] = []

    def make() -> object:
        begun.set()
        go_on.wait()
        made.append(object())
        return made[-1]

    got: list[object] = []
    threads = [threading.Thread(target=lambda: got.append(kept.get("a", 1, make))) for _ in range(2)]
    threads[0].start()
    begun.wait()
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join()
    assert got == [made[0]] * 2
    assert len(made) == 1


def test_only_the_latest_are_kept_and_a_failure_is_not() -> None:
    kept, made = Kept[str](most=2), []

    def get(key: str, stamp: int = 0) -> None:
        kept.get(key, stamp, lambda: made.append(f"{key}{stamp}") or key)  # type: ignore[func-returns-value]

    for key in ("a", "b", "a", "c", "a", "b"):
        get(key)
    get("b", 1)
    assert made == ["a0", "b0", "c0", "b0", "b1"]
    with pytest.raises(ZeroDivisionError):
        kept.get("d", 0, lambda: str(1 // 0))
    assert kept.get("d", 0, lambda: "there") == "there"
