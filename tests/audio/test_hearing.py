from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from earmark.audio import detectors
from earmark.audio.evidence.hearing import speech_in
from earmark.audio.evidence.material import material_of
from earmark.audio.evidence.recording import recording_of
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
