from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from earmark.audio.decode import SoundInfo, UndecodableError, open_sound
from earmark.audio.notes import note
from earmark.services.soundchecks import findings_of_file
from sounds import sine, write_sound

UNCOUNTED = {"mp3": {"write_xing": "0"}}
FRAGMENTED = {"movflags": "frag_keyframe+empty_moov+default_base_moof", "frag_duration": "500000"}


def info_of(path: Path) -> SoundInfo:
    with open_sound(path) as sound:
        for _ in sound.blocks():
            pass
        return sound.info


@pytest.mark.parametrize("suffix", ["flac", "mp3", "opus", "webm", "aiff", "w64", "caf", "au", "aac"])
def test_a_whole_file_misses_nothing(tmp_path: Path, suffix: str) -> None:
    info = info_of(write_sound(tmp_path / f"a.{suffix}", sine(48_000, seconds=1.5), 48_000))
    assert abs(info.duration_s - 1.5) <= 0.02
    assert (info.missing_s, info.unfinished, info.damaged_packets) == (0, False, 0)


@pytest.mark.parametrize("suffix", ["wav", "flac", "mp3", "webm", "aiff", "au", "w64", "caf"])
def test_a_file_that_breaks_off_says_how_much_is_missing(tmp_path: Path, suffix: str) -> None:
    path = write_sound(tmp_path / f"a.{suffix}", sine(48_000, seconds=1.5), 48_000)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    info = info_of(path)
    assert 0.5 < info.missing_s < 1.1
    assert abs(info.duration_s + info.missing_s - 1.5) <= 0.02


@pytest.mark.parametrize("part", [0.5, 0.999])
def test_an_ogg_file_without_its_end_is_unfinished(tmp_path: Path, part: float) -> None:
    path = write_sound(tmp_path / "a.opus", sine(48_000, seconds=2.5), 48_000)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])
    assert info_of(path).unfinished


def test_a_wavpack_that_breaks_off_keeps_its_whole_blocks(tmp_path: Path) -> None:
    path = write_sound(tmp_path / "a.wv", sine(48_000, seconds=2.5), 48_000)
    assert (info_of(path).duration_s, info_of(path).missing_s) == (2.5, 0)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 3 // 4])
    info = info_of(path)
    assert (info.duration_s + info.missing_s, info.damaged_packets) == (2.5, 1)
    assert [one.check for one in findings_of_file(info)] == ["broken-off"]


def test_an_mp3_that_says_nothing_of_its_ends_is_as_long_as_browsers_play_it(tmp_path: Path) -> None:
    """LAME's 1,105 samples in front stay, as in Chromium and FFmpeg: turn lists are made from such a file."""
    path = write_sound(tmp_path / "a.mp3", sine(16_000, seconds=1.0), 16_000, write_xing="0")
    with open_sound(path) as sound:
        samples = np.concatenate([block[0] for block in sound.blocks()])
    assert len(samples) == 17_280
    assert 1000 < np.flatnonzero(np.abs(samples) > 0.1)[0] < 1200


@pytest.mark.parametrize("suffix", ["mp3", "mp2", "aac", "ac3", "eac3"])
@pytest.mark.parametrize("part", [0.47, 0.999, 1.0])
def test_what_counts_no_frames_is_unfinished_where_it_ends_within_one(
    tmp_path: Path, suffix: str, part: float
) -> None:
    rate = 32_000 if "ac3" in suffix else 16_000
    samples = sine(rate, seconds=1.5)
    path = write_sound(tmp_path / f"a.{suffix}", samples, rate, **UNCOUNTED.get(suffix, {}))
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])
    info = info_of(path)
    assert info.unfinished == (part < 1)
    assert all(one.check == "unfinished" for one in findings_of_file(info))


def test_an_mp4_without_its_index_is_refused_as_what_it_is(tmp_path: Path) -> None:
    path = write_sound(tmp_path / "a.m4a", sine(48_000, seconds=1), 48_000)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(UndecodableError, match=r"^begins-only, form MP4$"):
        info_of(path)


@pytest.mark.parametrize("rate", [8000, 16_000, 44_100])
@pytest.mark.parametrize("suffix", ["mp3", "m4a"])
def test_what_encoders_add_before_and_after_is_left_out(tmp_path: Path, suffix: str, rate: int) -> None:
    path = write_sound(tmp_path / f"a.{suffix}", sine(rate, hertz=440, seconds=1.234), rate)
    assert abs(info_of(path).duration_s - 1.234) <= 0.02


@pytest.mark.parametrize("rate", [8000, 16_000, 44_100])
def test_the_first_frame_of_aac_is_left_out_where_nothing_marks_it(tmp_path: Path, rate: int) -> None:
    sound = sine(rate, hertz=440, seconds=1.234)
    parts = info_of(write_sound(tmp_path / "a.mp4", sound, rate, **FRAGMENTED))
    assert abs(parts.duration_s - 1.234) <= 0.02
    assert parts.mended == (note("unmarked-start", seconds=1024 / rate),)
    assert (parts.missing_s, parts.unfinished) == (0, False)
    bare = info_of(write_sound(tmp_path / "a.aac", sound, rate))
    assert 1.234 <= bare.duration_s < 1.234 + 1024 / rate
    assert bare.mended == (note("unmarked-ends", seconds=1024 / rate),)


@pytest.mark.parametrize("subtype", ["IMA_ADPCM", "MS_ADPCM", "GSM610", "ULAW", "ALAW", "G721_32"])
def test_block_codes_have_the_length_that_was_written(tmp_path: Path, subtype: str) -> None:
    soundfile.write(tmp_path / "a.wav", sine(8000, hertz=440, seconds=1.234), 8000, subtype=subtype)
    assert abs(info_of(tmp_path / "a.wav").duration_s - 1.234) <= 0.07  # IMA and GSM count whole blocks


@pytest.mark.parametrize("name", ["a.sw", "a.ul", "a.al", "a.raw", "a.pcm", "a.wav", "a.mp3", "a.g722"])
def test_samples_without_a_header_are_refused_under_every_name(tmp_path: Path, name: str) -> None:
    speech = np.random.default_rng(5).normal(0, 3000, 40_000).astype("<i2")
    (tmp_path / name).write_bytes(speech.tobytes())
    with pytest.raises(UndecodableError, match=r"^(unrecognised|no-samples)$"):
        info_of(tmp_path / name)


def test_what_is_damaged_for_the_most_part_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.mp3").write_bytes(np.random.default_rng(1).bytes(2_000_000))  # some of it passes for MP3
    with pytest.raises(UndecodableError, match=r"^mostly-damaged, damaged \d+, whole \d+$"):
        info_of(tmp_path / "a.mp3")


def test_a_relative_name_with_a_colon_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_sound(tmp_path / "a.wav", sine(8000)).rename(tmp_path / "http:a.wav")
    assert info_of(Path("http:a.wav")).duration_s == 1
