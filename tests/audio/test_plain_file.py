from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from earmark.audio.decode import open_sound
from earmark.audio.evidence.recording import read_recording
from earmark.audio.plain_file import read_plain
from sounds import write_sound

SAMPLES = np.random.default_rng(1).integers(-20_000, 20_000, (9000, 2)).astype(np.int16)


def plain(path: Path) -> np.ndarray | None:
    with open_sound(path) as sound:
        return read_plain(path, sound.info)


@pytest.mark.parametrize("form", ["wav", "flac"])
def test_a_plain_file_gives_its_samples(tmp_path: Path, form: str) -> None:
    soundfile.write(tmp_path / f"a.{form}", SAMPLES, 16_000)
    assert np.array_equal(plain(tmp_path / f"a.{form}"), SAMPLES.T)


def test_other_forms_are_left_to_ffmpeg(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "deep.wav", SAMPLES, 16_000, subtype="PCM_24")
    assert plain(tmp_path / "deep.wav") is None
    assert plain(write_sound(tmp_path / "lossy.mp3", SAMPLES / 32_768, 16_000)) is None


def test_a_file_that_breaks_off_is_left_to_ffmpeg(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "whole.flac", SAMPLES, 16_000)
    whole = (tmp_path / "whole.flac").read_bytes()
    (tmp_path / "cut.flac").write_bytes(whole[: len(whole) // 2])
    assert plain(tmp_path / "cut.flac") is None
    assert 0 < read_recording(tmp_path / "cut.flac").samples.shape[1] < len(SAMPLES)
