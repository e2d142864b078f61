from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest
from typer.testing import CliRunner, Result

from earmark.cli.main import app
from earmark.core.errors import WrongInputError
from earmark.core.wording import said
from earmark.services import analysing
from earmark.services.analysing import Analysed, Job
from sounds import write_sound
from speech import RATE, speech


@pytest.fixture
def clicked(tmp_path: Path) -> Path:
    samples = speech()
    samples[RATE] += 0.4
    return write_sound(tmp_path / "in" / "clicked.wav", samples, RATE)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["audio", "analyse", *map(str, arguments)])


def test_one_file_gives_one_object(clicked: Path) -> None:
    result = run(clicked, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (found["file"], found["duration_s"], found["channels"]) == (str(clicked), 2.0, 1)
    assert [row["start_s"] for row in found["evidence"] if row["kind"] == "click"] == [1.0]
    assert {"measures", "not_measurable"} < found.keys()


def test_text_names_places_and_what_cannot_be_measured(clicked: Path) -> None:
    silent = write_sound(clicked.parent / "silent.wav", np.zeros(RATE), RATE)
    assert "1.000 to     1.000 s  click [0]" in run(clicked).stdout
    told = run(silent).stdout
    assert "not measurable: clip [0], click [0], " in told
    assert told.count("The channel is silent") == 1


def test_a_folder_gives_a_line_a_file_and_a_refused_one_leaves_with_one(clicked: Path) -> None:
    (clicked.parent / "broken.wav").write_text("no sound")
    (clicked.parent / "notes.txt").write_text("no sound by its name, either")
    result = run(clicked.parent, "--json", "--jobs", "1")
    broken, whole = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 1
    assert "1 of 2 could not be read:\n  " in result.stderr
    assert f"{clicked.parent / 'broken.wav'}: is no sound file" in result.stderr
    assert broken["refused"]["remedy"]
    assert "evidence" not in broken
    assert whole["file"] == str(clicked)


def test_processes_find_the_same_in_the_same_order(clicked: Path) -> None:
    write_sound(clicked.parent / "a.wav", speech(1.0), RATE)
    assert (
        run(clicked.parent, "--json", "--jobs", "2").stdout
        == run(clicked.parent, "--json", "--jobs", "1").stdout
    )


def test_rows_go_to_parquet(clicked: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    found = json.loads(run(clicked, "--parquet", out, "--json").stdout)
    rows = pyarrow.parquet.read_table(out).to_pylist()
    told = [{**row, "extra": json.dumps(row["extra"])} for row in found["evidence"]]
    assert [{**row, "extra": json.dumps(json.loads(row["extra"]))} for row in rows] == [
        {"file": str(clicked)} | row for row in told
    ]


def test_rows_are_never_written_over_a_recording(clicked: Path) -> None:
    before = clicked.read_bytes()
    assert isinstance(run(clicked, "--parquet", clicked).exception, WrongInputError)
    assert clicked.read_bytes() == before


def test_a_link_to_nothing_and_a_pipe_are_named(clicked: Path) -> None:
    (clicked.parent / "gone.wav").symlink_to("nowhere.wav")
    result = run(clicked.parent)
    assert (result.exit_code, "gone.wav: is a link" in result.stderr) == (1, True)
    os.mkfifo(clicked.parent / "pipe")
    for pipe in ("-", clicked.parent / "pipe"):
        assert "cannot come by a pipe" in str(run(pipe).exception)


def test_ctrl_c_says_how_far_it_came_and_leaves_the_rows_of_before(
    clicked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_sound(clicked.parent / "a.wav", speech(1.0), RATE)
    out = tmp_path / "rows.parquet"
    out.write_bytes(b"before")

    def look_at(job: Job) -> Analysed:
        if job.path == clicked:
            raise KeyboardInterrupt
        return analysing.Analysed(job, refused=said("sound.empty-file"))

    monkeypatch.setattr(analysing, "look_at", look_at)
    result = run(clicked.parent, "--parquet", out, "--jobs", "1", "--json")
    assert "Stopped after 1 of 2." in str(result.exception)
    assert "a.wav" in result.stdout
    assert (out.read_bytes(), {*tmp_path.iterdir()}) == (b"before", {clicked.parent, out})


def test_two_files_make_one_talk(clicked: Path) -> None:
    user = write_sound(clicked.parent / "user.wav", speech(), RATE)
    found = json.loads(run("--user", user, "--agent", clicked, "--json").stdout)
    assert (found["agent_file"], found["channels"]) == (str(clicked), 2)
    assert [(row["channel"], row["role"]) for row in found["evidence"] if row["kind"] == "click"] == [
        (1, "agent")
    ]


@pytest.mark.parametrize(
    "arguments", [["no-such.wav"], [], ["--user", "one.wav"]], ids=["missing", "nothing", "half a talk"]
)
def test_wrong_input_leaves_with_two(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exception is not None
    assert getattr(result.exception, "exit_code", None) == 2
