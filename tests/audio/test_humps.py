from __future__ import annotations

import importlib

import numpy as np
import pytest

from earmark.audio.evidence.humps import humps_of
from proof import IN_PROOF


def humps(*curve: float, height: float = 0.0, prominence: float = 1.0, distance: int = 1) -> list[int]:
    return humps_of(np.array(curve), height=height, prominence=prominence, distance=distance).tolist()


def test_a_hump_falls_on_both_sides_before_it_is_exceeded() -> None:
    assert humps(0, 3, 2, 5, 4.5, 9, 0) == [1, 5]
    assert humps(0, 3, 2, 5, 4.5, 9, 0, prominence=0.5) == [1, 3, 5]
    assert humps(9, 8, 8.5, 0, prominence=1) == []


def test_a_level_top_is_one_hump_in_its_middle() -> None:
    assert humps(0, 2, 2, 2, 0) == [2]


def test_what_is_low_and_what_is_near_a_higher_one_does_not_count() -> None:
    assert humps(0, 2, 0, 6, 0, 4, 0, height=3) == [3, 5]
    assert humps(0, 2, 0, 6, 0, 4, 0, distance=3) == [3]


def test_a_curve_without_a_top_has_none() -> None:
    assert humps(1) == humps(0, 1, 2) == humps(2, 2, 2) == []


@pytest.mark.skipif(not IN_PROOF, reason="loads scipy.signal")
def test_humps_are_those_that_scipy_finds() -> None:
    find_peaks = importlib.import_module("scipy.signal").find_peaks
    rng = np.random.default_rng(1)
    for number in range(2000):
        curve = rng.standard_normal(int(rng.integers(1, 400))).cumsum()
        curve = np.round(curve) if number % 3 == 0 else curve
        bounds = {"height": float(np.quantile(curve, 0.3)), "prominence": float(rng.uniform(0.1, 3))}
        distance = int(rng.integers(1, 12))
        found, _ = find_peaks(curve, distance=distance, **bounds)
        assert humps_of(curve, distance=distance, **bounds).tolist() == found.tolist()
