from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import numpy as np
import pytest
import soundfile

from earmark import audio
from earmark.audio.decode import UndecodableError
from earmark.audio.evidence.clicks import CLICKS
from earmark.audio.evidence.material import Detector, Findings, Material, material_of
from earmark.audio.evidence.recording import recording_of
from earmark.audio.evidence.severities import severity_of
from earmark.audio.evidence.twin import can_fork, twin
from sounds import DEMO, write_sound
from speech import RATE, speech

TRUTH = json.loads((DEMO / "truth.json").read_text(encoding="utf-8"))


def with_clicks(*places_s: float) -> np.ndarray:
    samples = speech()
    for place in places_s:
        samples[round(place * RATE)] += 0.3
    return samples


def test_a_row_says_what_was_found_where_by_what() -> None:
    (row,) = audio.analyse(with_clicks(1.0), sample_rate=RATE).of("click")
    assert (row.start_s, row.end_s) == (1.0, 1.0001)
    assert (row.channel, row.role, row.scope, row.turn_id, row.unit) == (0, None, "event", None, "dB")
    assert (row.detector, row.version) == ("clicks", CLICKS.version)
    assert row.severity in {1, 2, 3}
    assert 0.9 < row.confidence <= 1


def test_of_two_channels_the_agent_is_on_the_right_unless_told() -> None:
    channels = np.stack([speech(), with_clicks(1.0)])
    assert [row.role for row in audio.analyse(channels, sample_rate=RATE).of("click")] == ["agent"]
    swapped = audio.analyse(channels[::-1], sample_rate=RATE, agent_channel=0).of("click")
    assert [(row.channel, row.role) for row in swapped] == [(0, "agent")]


def test_two_files_are_heard_as_one_recording(tmp_path: Path) -> None:
    user = write_sound(tmp_path / "user.wav", speech(), RATE)
    agent = write_sound(tmp_path / "agent.wav", with_clicks(1.0), RATE)
    found = audio.analyse(user, agent=agent)
    assert (found.channels, found.duration_s) == (2, 2.0)
    assert [row.channel for row in found.of("click")] == [1]


def test_a_file_and_its_samples_show_the_same(tmp_path: Path) -> None:
    samples = np.rint(with_clicks(0.5, 1.5) * 32767).astype(np.int16)
    soundfile.write(tmp_path / "one.wav", samples, RATE)
    soundfile.write(tmp_path / "one.flac", samples, RATE)
    of_array = audio.analyse(samples, sample_rate=RATE)
    assert len(of_array.of("click")) == 2
    assert audio.analyse(tmp_path / "one.wav") == of_array
    assert audio.analyse(tmp_path / "one.flac") == of_array


def test_two_processors_find_what_one_does() -> None:
    call, rate = soundfile.read(DEMO / "calls/dinner-pebble.flac", dtype="int16")
    part = call[: 25 * rate].T
    assert audio.analyse(part, sample_rate=rate) == audio.analyse(part, sample_rate=rate, processors=1)


def by_process(*, leaves: bool) -> Detector:
    """Return a detector that tells which process has looked, or leaves every process but this one."""
    here = os.getpid()

    def look(_: Material, findings: Findings) -> None:
        if leaves and os.getpid() != here:
            os._exit(1)
        findings.measure("process", [os.getpid()])

    return Detector("process", 1, ("process",), look)


@pytest.mark.parametrize("leaves", [False, True])
def test_a_second_process_looks_and_where_it_ends_without_a_word_this_one_does(
    tmp_path: Path, *, leaves: bool
) -> None:
    detector = by_process(leaves=leaves)
    with twin([detector], material_of(recording_of(np.ones(RATE), RATE), (None,), tmp_path)) as told:
        (found,) = told()
        process = found.measures["process"]
    assert (process == [os.getpid()]) == leaves


def test_a_process_with_threads_is_not_forked() -> None:
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    assert not can_fork()
    end.set()
    thread.join()


def test_silence_is_not_measurable_and_never_zero() -> None:
    found = audio.analyse(np.zeros(RATE), sample_rate=RATE)
    assert found.rows == ()
    assert {each.kind for each in found.not_measurable} >= {"clip", "click"}
    assert all(each.reason.endswith(".") for each in found.not_measurable)


def test_sound_of_a_few_samples_is_too_short() -> None:
    found = audio.analyse(np.ones(100), sample_rate=RATE)
    assert {each.reason for each in found.not_measurable} == {
        "The sound is shorter than 0.03 s.",
        "It needs a model of voices, and no models are asked.",
    }


def test_json_holds_no_number_that_json_has_not() -> None:
    text = json.dumps(audio.analyse(with_clicks(1.0), sample_rate=RATE).as_json(), allow_nan=False)
    assert {"duration_s", "channels", "evidence", "measures", "not_measurable"} <= json.loads(text).keys()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sound": np.zeros((100, 2)), "sample_rate": 8000}, "Transpose"),
        ({"sound": np.zeros(100)}, "need sample_rate"),
        ({"sound": np.zeros(100, np.int64), "sample_rate": 8000}, "no known full scale"),
        ({"sound": np.full(100, np.nan), "sample_rate": 8000}, "100 samples are no numbers"),
        ({"sound": np.full(100, 900.0), "sample_rate": 8000}, "900 times full scale"),
        ({"sound": np.zeros(100), "sample_rate": 8000.5}, "whole number of samples"),
        ({"sound": np.zeros(100), "sample_rate": 8000, "vad": "best"}, "vad is one of fast, accurate"),
        ({"sound": "some.wav", "sample_rate": 8000}, "says its own sample rate"),
        ({"sound": np.zeros(1000), "sample_rate": 8000, "agent_channel": 2}, "agent_channel is 0 or 1"),
    ],
)
def test_arguments_that_do_not_go_together_are_refused(arguments: dict[str, object], message: str) -> None:
    sound = arguments.pop("sound")
    with pytest.raises(ValueError, match=message):
        audio.analyse(sound, **arguments)  # type: ignore[arg-type]


def test_what_is_no_sound_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.wav").write_text("no sound")
    with pytest.raises(UndecodableError, match=r"No sound can be taken from .*text\.wav"):
        audio.analyse(tmp_path / "text.wav")


def test_severity_follows_the_size() -> None:
    assert [severity_of("dropout", size) for size in (3, 10, 60)] == [1, 2, 3]
    assert [severity_of("snr", size) for size in (25, 15, 4)] == [1, 2, 3]


def faults_of(name: str, kind: str) -> list[tuple[float, float]]:
    return [(one["start_s"], one["end_s"]) for one in TRUTH[name]["faults"] if one["kind"] == kind]


@pytest.mark.parametrize("name", ["calls/dinner-pebble.flac", "calls/rebooking-meadow.flac"])
def test_the_clicks_of_the_demo_are_found_and_no_others(name: str) -> None:
    truth = [start for start, _ in faults_of(name, "click")]
    found = [row.start_s for row in audio.analyse(DEMO / name).of("click")]
    assert found == pytest.approx(truth, abs=0.002)


def test_the_demo_is_clipped_where_its_truth_says() -> None:
    ((start, end),) = faults_of("calls/dinner-pebble.flac", "clip")
    found = audio.analyse(DEMO / "calls/dinner-pebble.flac").of("clip")
    assert found
    assert all(start - 0.01 <= row.start_s and row.end_s <= end + 0.01 for row in found)
    assert {row.extra["ceiling_dbfs"] for row in found} == {-10.5}
