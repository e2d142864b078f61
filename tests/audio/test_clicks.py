from __future__ import annotations

import numpy as np
import pytest
import soxr

from earmark import audio
from earmark.audio.evidence.clicks import CLICKS
from speech import RATE, speech

PLACES = (0.41, 0.83, 1.27, 1.74)


def clicks_in(samples: np.ndarray, rate: int = RATE) -> list[float]:
    return [row.start_s for row in audio.analyse(samples, sample_rate=rate, detectors=[CLICKS]).rows]


def clicked(*, peak: float = 0.5, rate: int = RATE) -> np.ndarray:
    samples = speech() if rate == RATE else soxr.resample(speech(), RATE, rate)
    samples = samples * np.float32(0.6)
    samples[[round(place * rate) for place in PLACES]] += peak
    return samples


@pytest.mark.parametrize("rate", [8000, 16_000, 22_050, 44_100, 48_000])
def test_clicks_are_found_at_every_rate(rate: int) -> None:
    assert clicks_in(clicked(rate=rate), rate) == pytest.approx(PLACES, abs=0.001)


@pytest.mark.parametrize("gain_db", [-24, -12, 6])
def test_a_gain_changes_no_click(gain_db: int) -> None:
    gain = np.float32(10 ** (gain_db / 20))
    assert clicks_in(clicked() * gain) == clicks_in(clicked())


def test_silence_before_and_after_moves_clicks_and_no_more() -> None:
    still = np.zeros(RATE, np.float32)
    fading = clicked()
    fading[-480:] *= np.linspace(1, 0, 480, dtype=np.float32)
    assert clicks_in(np.concatenate([still, fading, still])) == pytest.approx(
        [1 + place for place in PLACES], abs=0.001
    )


def test_clicks_are_found_where_chunks_meet() -> None:
    step = 24 * 4096  # samples of a chunk
    samples = np.tile(speech(4.0), 2)[: step + RATE]
    for place in (step - 1, step, step + 1):
        one = samples.copy()
        one[place] += 0.4
        assert clicks_in(one) == pytest.approx([place / RATE], abs=0.001)


def test_speech_alone_has_no_click() -> None:
    assert clicks_in(speech(5.0)) == clicks_in(speech(5.0, "weather-fjord")) == []


def test_a_step_is_a_click() -> None:
    samples = speech()
    samples[RATE : RATE + 480] += np.linspace(0.3, 0, 480, dtype=np.float32)
    assert clicks_in(samples) == pytest.approx([1.0], abs=0.001)


def knock(at_s: float, seconds: float) -> np.ndarray:
    """Return a dull knock: 400 Hz that die away within hundredths of a second."""
    samples = np.random.default_rng(1).normal(0, 0.0005, round(seconds * RATE)).astype(np.float32)
    time = np.arange(RATE // 10) / RATE
    start = round(at_s * RATE)
    samples[start : start + len(time)] += 0.01 * np.sin(2 * np.pi * 400 * time + 1) * np.exp(-time / 0.005)
    return samples


def test_a_dull_knock_is_told_where_nobody_speaks() -> None:
    assert clicks_in(knock(0.5, 1.0)) == pytest.approx([0.5], abs=0.001)
    assert clicks_in(np.concatenate([speech() * np.float32(0.1), knock(0.5, 2.0)])) == []
