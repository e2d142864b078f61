"""Clean speech that ships with the product, as arrays to put defects into."""

from __future__ import annotations

from functools import cache

import numpy as np
import soundfile

from sounds import DEMO

RATE = 24_000


@cache
def _clip(name: str) -> np.ndarray:
    samples, rate = soundfile.read(DEMO / "clips" / f"{name}.flac", dtype="float32")
    assert rate == RATE
    return samples


def speech(seconds: float = 2.0, name: str = "parcel-meadow") -> np.ndarray:
    """Return a copy of the first seconds, at most 0.5 of full scale, at `RATE`."""
    samples = _clip(name)[: round(seconds * RATE)].copy()
    return samples * np.float32(0.5 / np.abs(samples).max())
