"""Known defects put into real speech at known places, by a seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np

from earmark.audio.evidence.recording import Recording, read_recording
from elsewhere import DATA

DEMO: Final = Path(__file__).parents[3] / "src" / "earmark" / "demo"
SUFFIXES: Final = (".wav", ".flac")
DAMAGED: Final = (
    "_caller_",
    "first45s",
    "transformed",
    "_0db",
    "plc_",
    "c1_",
    "c6_",
    "c10_",
    "almost",
    "digital_sil",
    "tap",
    "ima_",
    "8-bit",
)
"""What the collection itself holds as damaged, and what is no speech."""


@dataclass(frozen=True, slots=True)
class Clip:
    """Clean speech of one channel, full scale 1."""

    name: str
    samples: np.ndarray
    rate: int

    @property
    def is_held_out(self) -> bool:
        """Whether nothing is fitted to it, whatever else is in the collection."""
        return crc32(self.name.encode()) % 2 == 1


def clean_clips(*, longest_s: float = 60.0) -> Iterator[Clip]:
    """Yield every lossless clean channel: the collection's, then what the product ships."""
    paths = sorted(path for path in (DATA / "audio").glob("*/*") if path.suffix in SUFFIXES)
    truth = json.loads((DEMO / "truth.json").read_text(encoding="utf-8"))
    whole = (
        path
        for path in sorted(DEMO.glob("clips/*.flac"))
        if not truth.get(f"clips/{path.name}", {}).get("faults")
    )
    for path in [*paths, *whole]:
        if any(mark in path.name for mark in DAMAGED) or path.name.startswith("missing"):
            continue
        recording = read_recording(path)
        for channel in range(recording.channels):
            samples = as_floats(recording, channel)[: round(longest_s * recording.sample_rate_hz)]
            if np.abs(samples).max() > 0.01:
                yield Clip(f"{path.parent.name}/{path.name}#{channel}", samples, recording.sample_rate_hz)


def as_floats(recording: Recording, channel: int) -> np.ndarray:
    """Return a channel, full scale 1."""
    return recording.samples[channel].astype(np.float32) / recording.full_scale


def places(chance: np.random.Generator, clip: Clip, *, count: int, apart_s: float = 0.25) -> list[int]:
    """Return random places, no two nearer than so much, none in the first or last quarter second."""
    seconds = len(clip.samples) / clip.rate - 2 * apart_s
    count = min(count, int(seconds / (2 * apart_s)))
    chosen: list[int] = []
    while len(chosen) < count:
        place = int((apart_s + chance.random() * seconds) * clip.rate)
        if all(abs(place - other) > apart_s * clip.rate for other in chosen):
            chosen.append(place)
    return sorted(chosen)


def with_click(samples: np.ndarray, place: int, *, form: str, level_db: float, rate: int, sign: int) -> None:
    """Add a click in place; its peak has this level in dBFS."""
    peak = sign * 10 ** (level_db / 20)
    if form == "sample":
        samples[place] += peak
    elif form == "three":
        samples[place : place + 3] += peak * np.array([0.6, 1, -0.7])
    elif form == "tick":
        length = round(0.0005 * rate)
        samples[place : place + length] += peak * np.hanning(length + 2)[1:-1]
    elif form == "burst":
        length = round(0.001 * rate)
        samples[place : place + length] += peak * np.sin(np.arange(length) * 1.9 + 0.7)
    else:  # a step that dies away in 20 ms
        length = round(0.02 * rate)
        samples[place : place + length] += peak * np.linspace(1, 0, length)
