from __future__ import annotations

import json

import numpy as np
import pytest

from earmark.audio.peaks import PeakMeter


def by_definition(samples: np.ndarray, rate: int) -> tuple[np.ndarray, np.ndarray]:
    points = np.arange(samples.shape[1]) * 50 // rate
    stretches = [samples[:, points == point] for point in range(points[-1] + 1)]
    return (
        np.stack([stretch.min(axis=1) for stretch in stretches], axis=1),
        np.stack([stretch.max(axis=1) for stretch in stretches], axis=1),
    )


@pytest.mark.parametrize("rate", [8000, 11_025, 47_999])
@pytest.mark.parametrize("block", [7, 160, 1000, 100_000])
def test_peaks_are_those_of_each_fiftieth_of_a_second_whatever_the_blocks(rate: int, block: int) -> None:
    samples = np.random.default_rng(3).uniform(-1, 1, (2, 2345)).astype(np.float32)
    meter = PeakMeter(channels=2, sample_rate_hz=rate)
    for start in range(0, samples.shape[1], block):
        meter.add(samples[:, start : start + block])
    peaks = meter.peaks()
    minima, maxima = by_definition(samples, rate)
    assert np.array_equal(peaks.minima, minima)
    assert np.array_equal(peaks.maxima, maxima)
    assert peaks.duration_s == 2345 / rate


def test_a_sine_peaks_at_its_amplitude_and_the_document_says_so_with_three_decimals() -> None:
    sine = 0.5 * np.sin(2 * np.pi * 100 * np.arange(8000) / 8000)  # ten periods a point
    meter = PeakMeter(channels=2, sample_rate_hz=8000)
    meter.add(np.stack([sine, np.zeros(8000)]).astype(np.float32))
    assert json.loads(meter.peaks().to_json()) == {
        "version": 1,
        "channels": 2,
        "duration_s": 1.0,
        "points_per_second": 50,
        "min": [[-0.5] * 50, [0.0] * 50],
        "max": [[0.5] * 50, [0.0] * 50],
    }


def test_no_samples_make_no_points() -> None:
    meter = PeakMeter(channels=1, sample_rate_hz=8000)
    meter.add(np.empty((1, 0), np.float32))
    assert meter.peaks().minima.shape == (1, 0)
