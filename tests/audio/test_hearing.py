from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from earmark import audio
from earmark.audio import detectors
from earmark.audio.evidence.hearing import speech_in
from earmark.audio.evidence.material import material_of
from earmark.audio.evidence.pauses import PAUSES
from earmark.audio.evidence.recording import recording_of
from earmark.core.errors import EnvironmentProblemError
from earmark.services.analysing import Job, look_at
from speech import RATE, speech


def test_what_does_not_stand_out_of_the_noise_is_not_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []
    hear = detectors.Ear.hear
    monkeypatch.setattr(
        detectors.Ear, "hear", lambda ear, frames: heard.append(len(frames)) or hear(ear, frames)
    )
    still = np.zeros(8 * RATE, np.float32)
    samples = np.concatenate([still, speech(2.0), still])
    samples += np.random.default_rng(1).normal(0, 3e-4, len(samples)).astype(np.float32)
    band = material_of(recording_of(samples, RATE), (None,), tmp_path).voice_band()
    found = speech_in(band, 0, "fast")
    assert 2 / 0.016 <= sum(heard) <= 3.2 / 0.016
    assert found[0].start_s == pytest.approx(8.2, abs=0.1)
    assert found[-1].end_s == pytest.approx(10.0, abs=0.1)


def test_noise_that_sounds_like_a_voice_is_none(tmp_path: Path) -> None:
    voice, chance = speech(2.0), np.random.default_rng(1)
    shape = np.convolve(np.abs(np.fft.rfft(voice)) ** 2, np.ones(801), "same") ** 0.5
    wide = np.interp(np.linspace(0, 1, 3 * RATE + 1), np.linspace(0, 1, len(shape)), shape)
    noise = np.fft.irfft(wide * np.exp(2j * np.pi * chance.random(len(wide))))
    noise *= voice.std() / noise.std() * 10 ** (-6 / 20)
    noise[2 * RATE : 4 * RATE] += voice
    band = material_of(recording_of(noise.astype(np.float32), RATE), (None,), tmp_path).voice_band()
    found = speech_in(band, 0, "fast")
    assert found[0].start_s == pytest.approx(2.2, abs=0.15)
    assert found[-1].end_s == pytest.approx(4.0, abs=0.15)


def test_the_accurate_detector_tells_speech_as_well() -> None:
    samples = np.concatenate([speech(2.0), np.zeros(RATE, np.float32), speech(2.0)])
    spans = [
        audio.analyse(samples, sample_rate=RATE, vad=vad, detectors=[PAUSES]).of("pause_in_turn")
        for vad in ("fast", "accurate")
    ]
    assert [len(each) for each in spans] == [1, 1]
    fast, accurate = (each[0] for each in spans)
    assert (fast.start_s, fast.end_s) == pytest.approx((accurate.start_s, accurate.end_s), abs=0.1)


def test_a_missing_detector_is_told_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detectors, "find_spec", lambda _: None)
    with pytest.raises(detectors.DetectorMissingError, match="not installed"):
        audio.analyse(Path("nowhere.wav"), vad="accurate")
    with pytest.raises(EnvironmentProblemError, match="not installed"):
        look_at(Job(Path("nowhere.wav"), vad="accurate"))
