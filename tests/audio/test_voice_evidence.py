"""How fast and how high somebody speaks."""

from __future__ import annotations

import numpy as np
import pytest
import soxr

from earmark import audio
from earmark.audio.evidence.pitch import PITCH, jumps_in
from earmark.audio.evidence.rate import RATES, syllables_in
from earmark.audio.evidence.rows import Evidence
from speech import RATE, speech


def look(samples: np.ndarray, rate: int = RATE) -> Evidence:
    return audio.analyse(samples, sample_rate=rate, detectors=[RATES, PITCH])


@pytest.fixture(scope="module")
def found() -> Evidence:
    return look(speech(5.0))


def test_a_turn_has_its_rate_and_its_range_of_pitch(found: Evidence) -> None:
    (rate,), (pitch,) = found.of("speaking_rate"), found.of("pitch_range")
    assert (rate.unit, rate.scope, rate.severity) == ("syllables/s", "turn", 0)
    assert rate.value == pytest.approx(found.measures["syllables_per_second"][0], abs=0.01)
    assert pitch.extra["median_hz"] == found.measures["pitch_median_hz"][0]
    assert 3 < pitch.value < 20


def test_played_faster_a_voice_is_as_much_faster_and_higher(found: Evidence) -> None:
    faster = look(soxr.resample(speech(5.0), RATE, RATE / 1.25)).measures
    for name, within in (("syllables_per_second", 0.12), ("pitch_median_hz", 0.03)):
        assert faster[name][0] == pytest.approx(1.25 * found.measures[name][0], rel=within)
    assert faster["pitch_range_semitones"][0] == pytest.approx(
        found.measures["pitch_range_semitones"][0], abs=2
    )


def test_a_voice_on_one_note_is_flat() -> None:
    samples = speech(5.0)
    assert look(samples).of("flat_pitch") == ()
    spoken = np.abs(samples) + 0.02
    envelope = np.convolve(spoken, np.hanning(480) / 240, "same")
    note = sum(np.sin(2 * np.pi * 140 * k * np.arange(len(samples)) / RATE) / k for k in range(1, 12))
    (row,) = look((envelope * note).astype(np.float32)).of("flat_pitch")
    assert row.extra["median_hz"] == pytest.approx(140, rel=0.005)
    assert row.severity == 1


def test_syllables_are_the_humps_of_the_level() -> None:
    time = np.arange(200) / 100
    humps = -30 + 10 * np.sin(2 * np.pi * 4 * time)
    assert len(syllables_in(humps)) == 8
    assert len(syllables_in(np.where(time < 1, humps, -30 + np.sin(2 * np.pi * 4 * time)))) == 4


def test_a_steady_pitch_that_leaps_is_a_jump_and_an_octave_is_none() -> None:
    pitch = np.repeat([120.0, 200.0], 20)
    ((place, leap),) = jumps_in(pitch)
    assert (place, leap) == (20, pytest.approx(8.84, abs=0.01))
    assert jumps_in(np.repeat([120.0, 240.0], 20)) == []
    assert jumps_in(np.linspace(120, 200, 40)) == []
    assert jumps_in(np.insert(pitch, 20, np.full(5, np.nan))) == []


def test_without_speech_nothing_of_a_voice_is_measurable() -> None:
    noise = np.random.default_rng(1).normal(0, 0.0003, RATE).astype(np.float32)
    kinds = {each.kind: each.reason for each in look(noise).not_measurable}
    assert kinds["speaking_rate"] == kinds["pitch_range"] == "Nobody speaks in it."
