from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr

from earmark.core.imports import ImportReport
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.soundchecks import Peer, compare
from earmark.services.soundremarks import findings_by_task
from earmark.services.studies import Study
from sounds import DEMO, sine, write_sound
from wavs import chunk, form, riff, whole_numbers

SmallProtocol = Callable[[str], Path]
RATE = 16_000


@pytest.fixture(scope="module")
def speech() -> np.ndarray:
    """One second of a person, at 16 kHz."""
    samples, rate = soundfile.read(DEMO / "clips" / "parcel-meadow.flac", dtype="float32")
    return 2 * soxr.resample(samples[rate // 2 : 3 * rate // 2], rate, RATE)


@pytest.fixture
def clips(home: Home, small_protocol: SmallProtocol) -> Study:
    return home.studies.create("clips", protocol=small_protocol("clip"))


@pytest.fixture
def calls(home: Home, small_protocol: SmallProtocol) -> Study:
    made = home.studies.create("calls", protocol=small_protocol("conversation"))
    return made.set(agent_channel="right")


def told(report: ImportReport) -> dict[str, list[str]]:
    """Return what is said of each file, without its remedies."""
    said: dict[str, list[str]] = {}
    for one in report.warnings:
        said.setdefault(Path(one.path).name, []).append(one.message)
    return said


def whole(samples: np.ndarray) -> np.ndarray:
    """Return samples as the 16-bit integers that every lossless file holds alike."""
    return np.rint(samples * 32767).astype(np.int16)


def call(path: Path, left: np.ndarray, right: np.ndarray) -> None:
    write_sound(path, np.stack([left, right], axis=1), RATE)
    turns = [{"role": role, "start": 0.1, "end": 0.9, "text": ""} for role in ("agent", "user")]
    path.with_suffix(".turns.json").write_text(json.dumps({"turns": turns}), encoding="utf-8")


def test_what_may_be_wrong_with_a_clip_is_said_with_its_remedy(
    clips: Study, tmp_path: Path, speech: np.ndarray
) -> None:
    folder = tmp_path / "in"
    still = np.zeros(RATE, np.float32)
    write_sound(folder / "clipped.wav", np.clip(4 * speech, -0.2, 0.2), RATE)
    write_sound(folder / "dead.wav", np.stack([speech, still], axis=1), RATE)
    write_sound(folder / "equal.wav", np.stack([speech, 0.5 * speech], axis=1), RATE)
    write_sound(folder / "faint.wav", 0.001 * sine(RATE), RATE)
    write_sound(folder / "good.wav", speech[::-1] * 0.9 + 0.1 * speech, RATE)
    write_sound(folder / "noise.wav", np.random.default_rng(1).normal(0, 0.05, RATE), RATE)
    write_sound(folder / "silent.wav", still, RATE)
    whole = riff(form(RATE), chunk(b"data", whole_numbers(speech)))
    (folder / "cut.wav").write_bytes(whole[: len(whole) // 2])
    (folder / "small.wav").write_bytes(riff(form(RATE), chunk(b"data", whole_numbers(speech), size=8000)))
    report = import_paths(clips, [folder])
    assert told(report) == {
        "clipped.wav": [report.warnings[0].message],
        "cut.wav": ["breaks off: the last 0.50 s that its header announces are missing"],
        "dead.wav": ["is silent on its right channel"],
        "faint.wav": ["is almost silent: its loudest sample lies 66 dB below full scale"],
        "noise.wav": ["holds no speech that could be heard"],
        "silent.wav": ["holds nothing but silence"],
    }
    assert report.warnings[0].message.startswith("is cut flat where it is loudest: ")
    assert [(Path(one.path).name, one.channel) for one in report.warnings if one.channel] == [
        ("dead.wav", "right")
    ]
    assert all(one.remedy for one in report.warnings)
    assert [Path(one.path).name for one in report.repaired] == ["small.wav"]
    assert (len(report.imported), report.refused) == (9, ())


def test_between_two_speakers_it_matters_who_is_on_which_channel(
    calls: Study, tmp_path: Path, speech: np.ndarray
) -> None:
    folder = tmp_path / "in"
    noise = np.random.default_rng(1).normal(0, 0.05, RATE).astype(np.float32)
    call(folder / "both.wav", speech, speech[::-1])
    call(folder / "equal.wav", speech, speech)
    call(folder / "one.wav", 0.9 * speech, noise)
    call(
        folder / "pause.wav", speech, speech[::-1] * (np.arange(RATE) < RATE // 2)
    )  # no fault: an answer fails
    report = import_paths(calls, [folder])
    assert told(report) == {
        "equal.wav": ["has the same sound on both channels, so nobody can be heard alone"],
        "one.wav": ["holds no speech on its right channel"],
    }


def test_equal_channels_need_no_word_on_the_agents_side(
    home: Home, small_protocol: SmallProtocol, tmp_path: Path, speech: np.ndarray
) -> None:
    study = home.studies.create("unset", protocol=small_protocol("conversation"))
    call(tmp_path / "in" / "equal.wav", speech, speech)
    call(tmp_path / "in" / "two.wav", speech, speech[::-1])
    report = import_paths(study, [tmp_path / "in"])
    assert [one.item for one in report.imported] == ["equal.wav"]
    assert [Path(one.path).name for one in report.refused] == ["two.wav"]


def test_whole_numbers_written_as_fractions_are_refused(
    clips: Study, tmp_path: Path, speech: np.ndarray
) -> None:
    soundfile.write(tmp_path / "a.wav", 32_768 * speech, RATE, subtype="FLOAT")
    [refused] = import_paths(clips, [tmp_path / "a.wav"]).refused
    assert "times full scale: it holds whole numbers where fractions should be" in refused.reason
    assert clips.contents().recordings == 0


def test_sound_that_is_in_twice_or_far_from_the_others_is_said_at_import_and_kept_known(
    clips: Study, tmp_path: Path, speech: np.ndarray
) -> None:
    for number in range(5):
        write_sound(tmp_path / "in" / f"{number}.wav", whole(np.roll(speech, 1000 * number)), RATE)
    assert told(import_paths(clips, [tmp_path / "in"])) == {}
    write_sound(tmp_path / "in" / "again.flac", whole(speech), RATE)
    write_sound(tmp_path / "in" / "soft.wav", 0.1 * speech, RATE)
    said = told(import_paths(clips, [tmp_path / "in"]))
    assert said == {
        "again.flac": ["is the same sound as '0.wav'"],
        "soft.wav": ["is 20 dB softer than the other recordings usually are"],
    }
    with clips.home.database.read() as connection:
        found = findings_by_task(connection, clips.id)
    assert sorted(one.check for findings in found.values() for one in findings) == ["apart", "duplicate"]


def test_a_dry_run_says_the_same_of_twins_in_one_run(
    clips: Study, tmp_path: Path, speech: np.ndarray
) -> None:
    for name in ("a.wav", "b.flac"):
        write_sound(tmp_path / "in" / name, whole(speech), RATE)
    report = import_paths(clips, [tmp_path / "in"], dry_run=True)
    assert told(report) == {"b.flac": ["is the same sound as 'a.wav'"]}


def test_the_same_sound_as_one_of_several_of_a_name_is_told_by_its_file() -> None:
    new = [
        Peer("x.wav", "1", None, "/in/a/x.wav"),
        Peer("x.wav", "2", None, "/in/b/x.wav"),
        Peer("y.wav", "2", None, "/in/c/y.wav"),
        Peer("z.wav", "0", None, "/in/z.wav"),
    ]
    known = [Peer("x.wav", "0", None, "first.wav")]
    others = [finding.other for _, finding in compare(known, new)]
    assert others == ["x.wav, ../b/x.wav", "x.wav, first.wav"]


@pytest.mark.parametrize(("others", "said"), [(3, 0), (4, 1)])
def test_levels_are_compared_once_there_are_enough_of_them(others: int, said: int) -> None:
    known = [Peer(str(number), str(number), -20.0) for number in range(others)]
    assert len(list(compare(known, [Peer("loud", "x", -7.0)]))) == said
    assert list(compare(known, [Peer("near", "x", -9.0), Peer("still", "y", None)])) == []
