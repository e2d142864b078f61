"""The demo, as ``make demo`` starts it: in a process of its own, from an empty folder to results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from claims import differing, recomputed
from earmark.core.errors import WrongInputError
from earmark.services.appraisals import appraisals_of
from earmark.services.demo import CLIPS, CONVERSATIONS, PAIRS, seed_demo, simulate_raters
from earmark.services.exporting import export_study
from earmark.services.home import Home, open_home
from earmark.services.simulation import SimulatedRater
from serving import Server

pytestmark = pytest.mark.server


def run_demo(folder: Path) -> Any:
    command = [sys.executable, "-m", "earmark", "demo", "--no-serve", "--json"]
    environment = os.environ | {"EARMARK_HOME": str(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def counts(folder: Path) -> dict[str, tuple[int, int, int]]:
    with open_home(folder) as home:
        progress = {name: home.studies[name].results().progress for name in home.studies}
    return {name: (one.votes_in, one.votes_wanted, one.raters_active) for name, one in progress.items()}


def analysed(folder: Path) -> list[bool]:
    with open_home(folder) as home:
        return [home.studies[name].settings.analyse for name in (CONVERSATIONS, CLIPS, PAIRS)]


def assert_that_the_conditions_come_apart(folder: Path) -> None:
    with open_home(folder) as home:
        results = home.studies[CONVERSATIONS].results()
    for question in results.questions:
        means = {row.condition: row.score.mean for row in question.conditions}
        assert sorted(means, key=lambda name: -(means[name] or 0)) == ["Fjord", "Meadow", "Pebble"]


def test_a_demo_that_was_cut_off_is_finished_by_the_next_run_and_left_alone_by_the_one_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off(tmp_path, monkeypatch)
    assert counts(tmp_path)[CONVERSATIONS] == (17, 45, 2)
    assert analysed(tmp_path) == [False] * 3  # what is measured would refuse simulated raters
    finished = run_demo(tmp_path)
    assert sorted(finished["links"]) == ["owner", "rater", "reviewer"]
    assert finished["studies"] == [CONVERSATIONS, CLIPS, PAIRS]
    expected = {CONVERSATIONS: (35, 45, 4), CLIPS: (71, 84, 6), PAIRS: (17, 24, 3)}
    assert counts(tmp_path) == expected
    assert analysed(tmp_path) == [True] * 3
    assert_that_the_conditions_come_apart(tmp_path)
    assert_that_reviewers_see_better_and_worse(tmp_path)
    assert_that_its_report_can_be_recomputed(tmp_path)
    assert run_demo(tmp_path)["studies"] == finished["studies"]
    assert counts(tmp_path) == expected


def assert_that_reviewers_see_better_and_worse(folder: Path) -> None:
    with open_home(folder) as home:
        found = appraisals_of(home.studies[PAIRS], page=1, language="en").rows
    grades = {one.grade for one in found}
    assert len(grades) > 1
    assert [two.id for one in found for two in one.findings if two.severity == "error"] == []


def assert_that_its_report_can_be_recomputed(folder: Path) -> None:
    with open_home(folder) as home:
        study = home.studies[CONVERSATIONS]
        export_study(study, folder / "out", audio=False)
        content = study.results().questions[0]
    assert differing(content, recomputed(folder, "content")) == []


def cut_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin the demo in an empty folder, interrupted before its sound is in, and again while two rate."""
    rate, left = SimulatedRater.rate, [2]

    def rate_until_the_end(rater: SimulatedRater, study: str, *, skips_first: bool = False) -> int:
        if left[0] == 0:
            raise KeyboardInterrupt
        left[0] -= 1
        return rate(rater, study, skips_first=skips_first)

    with open_home(folder) as home:
        with monkeypatch.context() as patched:
            patched.setattr("earmark.services.demo.import_paths", _fail)
            with pytest.raises(KeyboardInterrupt):
                seed_demo(home)
        truths = seed_demo(home)
        monkeypatch.setattr(SimulatedRater, "rate", rate_until_the_end)
        with Server(folder) as server, pytest.raises(KeyboardInterrupt):
            simulate_raters(home, server.address, truths)


def _fail(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_folder_in_use_is_left_alone(home: Home, small_protocol: Any) -> None:
    home.studies.create("mine", protocol=small_protocol("clip"))
    with pytest.raises(WrongInputError, match="is in use"):
        seed_demo(home)
    assert list(home.studies) == ["mine"]
