from __future__ import annotations

import asyncio
import io
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from earmark.audio import detectors
from earmark.cli.import_ import _as_text
from earmark.cli.main import main
from earmark.cli.stopping import stopped_gently
from earmark.core.imports import Imported, ImportReport
from earmark.services.home import open_home
from earmark.services.raters import Rater
from people import bring_in
from sounds import sine, write_sound

SmallProtocol = Callable[[str], Path]


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


Earmark = Callable[..., Answer]


@pytest.fixture
def earmark(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Answer]:
    """Run the command in this process, with a data folder of its own."""
    (tmp_path / "data").mkdir()
    shutil.copy(empty_database, tmp_path / "data")
    monkeypatch.setenv("EARMARK_HOME", str(tmp_path / "data"))

    def run(*words: object) -> Answer:
        monkeypatch.setattr(sys, "argv", ["earmark", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        captured = capsys.readouterr()
        return Answer(int(left.value.code or 0), captured.out, captured.err)

    return run


def test_a_study_is_made_filled_set_and_paused_from_the_command_line(
    earmark: Earmark, small_protocol: SmallProtocol, tmp_path: Path
) -> None:
    made = earmark("new", "voices", "--protocol", small_protocol("clip"), "--votes", 3, "--json")
    assert (made.code, json.loads(made.out)["settings"]["votes_per_item"]) == (0, 3)

    write_sound(tmp_path / "in" / "a.wav", sine(8000))
    (tmp_path / "in" / "b.wav").write_bytes(b"")
    imported = earmark("import", "voices", tmp_path / "in", "--json")
    report = json.loads(imported.out)
    assert imported.code == 1
    assert list(report) == [
        "study",
        "imported",
        "unchanged",
        "revised",
        "undecided",
        "repaired",
        "refused",
        "ignored",
        "warnings",
        "left",
    ]
    assert report["refused"] == [
        {
            "path": str(tmp_path / "in" / "b.wav"),
            "line": None,
            "reason": "is empty (0 bytes)",
            "remedy": "Copy or export it again from its source.",
            "code": "sound.empty-file",
            "words": {},
        }
    ]
    assert [(one["item"], one["duration_s"]) for one in report["imported"]] == [("a.wav", 1.0)]
    assert imported.err == ""

    paused = earmark("study", "pause", "voices")
    assert (paused.code, paused.out) == (0, "The study 'voices' is paused.\n")
    [row] = json.loads(earmark("study", "list", "--json").out)["studies"]
    assert (row["name"], row["protocol"], row["state"], row["recordings"]) == (
        "voices",
        "small-clip",
        "paused",
        1,
    )


def test_pausing_and_resuming_say_so_in_a_line_and_give_programs_the_study(
    earmark: Earmark, small_protocol: SmallProtocol
) -> None:
    earmark("new", "voices", "--protocol", small_protocol("clip"))
    assert earmark("study", "pause", "voices").out == "The study 'voices' is paused.\n"
    assert earmark("study", "resume", "voices").out == "The study 'voices' is open again.\n"
    for act in ("pause", "resume"):
        assert earmark("study", act, "voices", "--json") == earmark("study", "show", "voices", "--json")


def test_the_last_line_counts_the_pairs_that_were_made() -> None:
    lines = [_as_text(ImportReport(study="duel", pairs=pairs), dry_run=False) for pairs in (None, 0, 1, 2)]
    nothing = "0 imported, 0 unchanged, 0 refused"
    assert lines == [nothing, nothing, f"{nothing}, 1 pair made", f"{nothing}, 2 pairs made"]


def test_the_last_line_counts_what_the_lines_above_it_say(
    earmark: Earmark, small_protocol: SmallProtocol, tmp_path: Path
) -> None:
    earmark("new", "voices", "--protocol", small_protocol("clip"))
    sounds, manifest = tmp_path / "in", tmp_path / "list.csv"
    write_sound(sounds / "a.wav", sine(8000))
    last = [earmark("import", "voices", sounds).out]
    (sounds / "b.wav").write_bytes(b"")
    last.append(earmark("import", "voices", sounds).out)
    manifest.write_text("audio,agent_channel\nnone.wav,\n,middle\n", encoding="utf-8")
    last.append(earmark("import", "voices", sounds, manifest).out)
    assert [(out.count("refused   "), out.splitlines()[-1]) for out in last] == [
        (0, "1 imported, 0 unchanged, 0 refused"),
        (1, "0 imported, 1 unchanged, 1 refused in 1 file"),
        (4, "0 imported, 1 unchanged, 4 refused in 2 files"),
    ]


def test_a_corrected_file_is_taken_as_the_option_says_or_refused_with_the_choices(
    earmark: Earmark, small_protocol: SmallProtocol, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    earmark("new", "voices", "--protocol", small_protocol("clip"))
    path = write_sound(tmp_path / "in" / "a.wav", sine(8000, seconds=0.2))
    earmark("import", "voices", tmp_path / "in")
    with open_home(tmp_path / "data") as home:
        rater = Rater(home, bring_in(home.studies["voices"], "ann"))
        assert asyncio.run(rater.next("voices")).assignment is not None
    write_sound(path, sine(8000, seconds=0.3))
    refused = earmark("import", "voices", tmp_path / "in")
    assert refused.code == 1
    assert "--on-change keep" in refused.out
    kept = earmark("import", "voices", tmp_path / "in", "--on-change", "keep")
    assert (kept.code, [line for line in kept.out.splitlines() if not line.startswith("warning")]) == (
        0,
        [
            f"corrected {path}: revision 2 (sound), submissions kept",
            "0 imported, 1 corrected, 0 unchanged, 0 refused",
        ],
    )
    write_sound(path, sine(8000, seconds=0.4))
    monkeypatch.setattr(sys, "stdin", io.StringIO("again\n"))
    asked = earmark("import", "voices", tmp_path / "in", "--on-change", "ask")
    assert asked.err.startswith(f"{path}: other sound; there is 0 submitted, 1 in hand.")
    assert asked.out.startswith(f"corrected {path}: revision 3 (sound), to be rated again\n")


def test_wrong_input_leaves_with_two_and_changes_nothing(
    earmark: Earmark, small_protocol: SmallProtocol, tmp_path: Path
) -> None:
    earmark("new", "voices", "--protocol", small_protocol("clip"))
    for words, message in (
        (("new", "Voices", "--protocol", small_protocol("clip")), "earmark: 'Voices' cannot name a study."),
        (("import", "nothing", tmp_path), "earmark: There is no study 'nothing'."),
        (("import", "voices", tmp_path / "no"), "earmark: There is no such file or folder:"),
        (("study", "set", "voices", "--votes", 0), "earmark: These settings cannot be used."),
    ):
        wrong = earmark(*words)
        assert (wrong.code, wrong.out, wrong.err[: len(message)]) == (2, "", message)
    [row] = json.loads(earmark("study", "list", "--json").out)["studies"]
    assert (row["name"], row["recordings"], row["settings"]["votes_per_item"]) == ("voices", 0, 1)


def test_what_ends_services_ends_a_command_as_gently_as_ctrl_c(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with stopped_gently() as stopped:
        os.kill(os.getpid(), signal.SIGTERM)
        assert stopped.is_set()
        assert [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)] == [signal.SIG_DFL] * 2
    assert signal.getsignal(signal.SIGTERM) == before
    assert capsys.readouterr().err.startswith("Stopping after the recordings under way.")


def test_whoever_sits_at_a_terminal_sees_how_far_an_import_is(
    earmark: Earmark, small_protocol: SmallProtocol, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    earmark("new", "voices", "--protocol", small_protocol("clip"))
    for hertz in (300, 400):
        write_sound(tmp_path / "in" / f"{hertz}.wav", sine(8000, hertz=hertz))
    screen, terminal = pty.openpty()
    os.set_blocking(screen, False)
    with os.fdopen(terminal, "w", encoding="utf-8") as shown:
        monkeypatch.setattr(sys, "stderr", shown)
        monkeypatch.setenv("TERM", "xterm")
        assert earmark("import", "voices", tmp_path / "in").out.endswith(
            "2 imported, 0 unchanged, 0 refused\n"
        )
        seen = os.read(screen, 65_536).decode()
    os.close(screen)
    assert "Importing" in seen
    assert "2/2" in seen
    assert "0:00:02" in seen


@pytest.mark.server
def test_an_interrupt_keeps_what_was_finished_and_says_so(
    earmark: Earmark, small_protocol: SmallProtocol, tmp_path: Path
) -> None:
    earmark("new", "voices", "--protocol", small_protocol("clip"))
    for hertz in range(300, 316):
        write_sound(tmp_path / "in" / f"{hertz}.wav", sine(8000, seconds=3, hertz=hertz))
    data = tmp_path / "data"
    with subprocess.Popen(
        [sys.executable, "-m", "earmark", "import", "voices", "in", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        while not list(data.glob("objects/*/*")):
            assert running.poll() is None
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate()
    kept = json.loads(earmark("study", "show", "voices", "--json").out)["recordings"]
    assert (running.returncode, len(json.loads(out)["imported"])) == (130, kept)
    left = json.loads(out)["left"]
    first = ", ".join(left[:3])
    assert len(left) == 16 - kept
    assert err.splitlines() == [
        "Stopping after the recordings under way. Press Ctrl-C again to stop at once.",
        f"{16 - kept} files are not in: {first} and {13 - kept} more.",
        "Cancelled. What was finished is kept; the same command goes on from there.",
    ]
    report = json.loads(earmark("import", "voices", tmp_path / "in", "--json").out)
    assert (len(report["unchanged"]), len(report["imported"])) == (kept, 16 - kept)


def test_a_detector_that_is_not_installed_ends_with_three_and_the_command_that_installs_it(
    earmark: Earmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detectors, "_ACCURATE_PACKAGE", "no_such_package_of_ours")
    earmark("new", "calls", "--protocol", "conversation-turns")
    path = write_sound(tmp_path / "in" / "a.wav", sine(8000))
    answer = earmark("import", "calls", path, "--vad", "accurate")
    assert answer.code == 3
    assert "pip install 'earmark[accurate-vad]'" in " ".join(answer.err.split())


def test_the_agent_of_turn_lists_is_named_for_one_import_or_for_the_study(
    earmark: Earmark, small_protocol: SmallProtocol, tmp_path: Path
) -> None:
    earmark("new", "calls", "--protocol", small_protocol("conversation"))
    write_sound(tmp_path / "in" / "a.wav", sine(8000))
    (tmp_path / "in" / "a.srt").write_text("1\n00:00:00,100 --> 00:00:00,900\nKatie: Hi.\n", encoding="utf-8")
    refused = earmark("import", "calls", tmp_path / "in", "--json")
    assert refused.code == 1
    assert json.loads(refused.out)["refused"][0]["remedy"].startswith(
        "Name the agent: 'earmark study set calls --agent-speaker NAME'"
    )
    dry = earmark("import", "calls", tmp_path / "in", "--agent-speaker", "katie", "--dry-run")
    assert (dry.code, dry.out.splitlines()[1:]) == (
        0,
        [
            f"would import {tmp_path / 'in' / 'a.wav'}: item a.wav",
            "1 would be imported, 0 unchanged, 0 refused",
        ],
    )
    earmark("study", "set", "calls", "--agent-speaker", "Katie", "--agent-speaker", "Ann")
    shown = json.loads(earmark("study", "show", "calls", "--json").out)
    assert shown["settings"]["agent_speakers"] == ["Katie", "Ann"]
    assert earmark("import", "calls", tmp_path / "in").code == 0
    taken_back = earmark("study", "set", "calls", "--agent-speaker", "", "--json")
    assert json.loads(taken_back.out)["settings"]["agent_speakers"] == []


def test_a_dry_run_names_fifty_recordings_and_counts_the_others() -> None:
    some = tuple(Imported(f"{n}.wav", f"{n}", "hifi", None, 1.0, 1, 0) for n in range(53))
    told = _as_text(ImportReport("voices", imported=some), dry_run=True).splitlines()
    assert told[49:] == [
        "would import 49.wav: item 49, condition hifi",
        "and 3 more",
        "53 would be imported, 0 unchanged, 0 refused",
    ]
    assert _as_text(ImportReport("voices", imported=some), dry_run=False).count("\n") == 0
