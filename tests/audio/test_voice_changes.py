"""Where a voice becomes another within a turn, as a model of voices tells it."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest
import soundfile
import soxr

from earmark import audio
from earmark.audio.evidence import voice_changes
from earmark.audio.evidence.voice_changes import KIND, VOICES
from earmark.audio.models.runner import path_of
from earmark.audio.models.voices import NETWORK, RATE_HZ, voice_spectra, voices_at
from sounds import DEMO
from speech import RATE, speech

CHANGE_S = 20.95
"""Where the agent of a demo call gets another voice; `demo/truth.json`."""


@pytest.fixture(scope="module")
def call() -> tuple[np.ndarray, int]:
    """6 s of that call."""
    samples, rate = soundfile.read(DEMO / "calls" / "dinner-pebble.flac", dtype="float32")
    return samples[round((CHANGE_S - 3.5) * rate) : round((CHANGE_S + 2.5) * rate)].T, rate


def test_a_voice_that_becomes_another_is_told_where_it_does(call: tuple[np.ndarray, int]) -> None:
    samples, rate = call
    (row,) = audio.analyse(samples, sample_rate=rate, models=True, detectors=[VOICES]).rows
    assert row.start_s == pytest.approx(3.5, abs=0.25)
    assert (row.kind, row.role, row.turn_id) == (KIND, "agent", "agent-1")
    assert (row.severity, row.unit) == (3, "1 - cosine")


def test_one_voice_stays_one_and_users_are_not_asked(call: tuple[np.ndarray, int]) -> None:
    assert audio.analyse(speech(5.0), sample_rate=RATE, models=True, detectors=[VOICES]).rows == ()
    samples, rate = call
    user = audio.analyse(samples, sample_rate=rate, agent_channel=0, models=True, detectors=[VOICES])
    assert (user.rows, [one.reason for one in user.not_measurable]) == ((), [voice_changes._SHORT])


def test_the_network_tells_voices_as_the_one_that_it_was_made_of() -> None:
    names = ("parcel-meadow", "weather-meadow", "parcel-fjord")
    spectra = [voice_spectra(soxr.resample(speech(2.2, name), RATE, RATE_HZ))[20:180] for name in names]
    voices = np.concatenate([voices_at(one, [0]) for one in spectra])
    likeness = (voices @ voices.T)[np.triu_indices(3, 1)]
    assert likeness == pytest.approx([0.5575, 0.4741, 0.4052], abs=0.001)  # in numpy, from the checkpoint
    page = path_of("voice/README.md").read_text(encoding="utf-8")
    assert sha256(path_of(NETWORK).read_bytes()).hexdigest() in page
    assert path_of("voice/LICENSE").exists()


def test_what_keeps_a_change_from_being_told_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def reasons(*, models: bool) -> list[str]:
        found = audio.analyse(speech(1.0), sample_rate=RATE, models=models, detectors=[VOICES])
        return [one.reason for one in found.not_measurable]

    assert reasons(models=False) == ["It needs a model of voices, and no models are asked."]
    assert reasons(models=True) == [voice_changes._SHORT]
    monkeypatch.setattr(voice_changes, "is_installed", lambda: False)
    assert "pip install 'earmark[models]'" in reasons(models=True)[0]
