"""What has no recall: how far loudness is from libebur128's, when answers come, and how fast all is."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pyebur128
import pyloudnorm
import rivals
import soxr
from answered import Answered, answered
from damage import Clip, as16
from full_duplex import response_latency

from earmark import audio
from earmark.audio.evidence.loudness import LOUDNESS
from earmark.audio.evidence.registry import SIGNAL, TURNS

RATES: Final = (8000, 16_000, 22_050, 24_000, 44_100, 48_000)
SPEED_S: Final = 600
OURS: Final = "Earmark, tier 0"
ROUNDS: Final = 5
OURS_A_ROUND: Final = 5
ASTRAY_S: Final = 0.6


def loudness(clips: Sequence[Clip], *, quick: bool) -> list[dict[str, Any]]:
    """Print how far integrated loudness is from libebur128's, each clip at each rate."""
    del quick
    apart: dict[tuple[str, int], list[float]] = {}
    for clip in clips[:: max(1, len(clips) // 50)]:
        for rate in RATES:
            samples = as16(soxr.resample(clip.samples, clip.rate, rate))
            state = pyebur128.R128State(1, rate, pyebur128.MeasurementMode.MODE_I)
            state.add_frames(samples, len(samples))
            truth = pyebur128.get_loudness_global(state)
            ours = audio.analyse(samples, sample_rate=rate, detectors=[LOUDNESS]).measures["integrated_lufs"]
            theirs = pyloudnorm.Meter(rate).integrated_loudness(samples / 32768)
            apart.setdefault(("Earmark", rate), []).append(abs(ours - truth))
            apart.setdefault(("pyloudnorm", rate), []).append(abs(theirs - truth))
    told = [
        {
            "tool": tool,
            "rate": rate,
            "median_lu": float(np.median(each)),
            "most_lu": max(each),
            "n": len(each),
        }
        for (tool, rate), each in sorted(apart.items())
    ]
    for line in told:
        print("{tool:12} {rate:6} Hz  median {median_lu:.4f} LU  most {most_lu:.4f} LU".format(**line))
    return told


def by_earmark(talk: Answered) -> float | None:
    rows = audio.analyse(talk.samples, sample_rate=16_000, detectors=TURNS).of("response_latency")
    return rows[-1].value if rows else None


def by_recipe(talk: Answered) -> float | None:
    return response_latency(talk.samples[0], talk.samples[1])


def latency(clips: Sequence[Clip], *, quick: bool) -> list[dict[str, Any]]:
    """Print how far response latency is from the truth: its bias, and median and P90 of what is off."""
    del clips
    talks = list(answered())[:: 3 if quick else 1]
    told = []
    ways: dict[str, Callable[[Answered], float | None]] = {
        "Earmark": by_earmark,
        "Full-Duplex-Bench recipe": by_recipe,
    }
    for name, way in ways.items():
        values = [(way(talk), talk.gap_s) for talk in talks]
        errors = np.array([value - gap for value, gap in values if value is not None])
        near = errors[np.abs(errors) <= ASTRAY_S]
        told.append(
            {
                "tool": name,
                "bias_ms": 1000 * float(near.mean()),
                "median_ms": 1000 * float(np.median(np.abs(near))),
                "p90_ms": 1000 * float(np.quantile(np.abs(near), 0.9)),
                "found": len(near),
                "n": len(talks),
            }
        )
        print(
            "{tool:26} bias {bias_ms:+5.0f} ms  median {median_ms:4.0f} ms  P90 {p90_ms:4.0f} ms  "
            "found {found} of {n}".format(**told[-1])
        )
    return told


def speed(clips: Sequence[Clip], *, quick: bool) -> list[dict[str, Any]]:
    """Print how often faster than others one core looks at the same minutes of real speech, 24 kHz.

    All take turns, so that what else the machine does hits them alike; of each the median counts.
    """
    parts = [as16(soxr.resample(clip.samples, clip.rate, 24_000)) for clip in clips]
    samples = np.concatenate(parts)[: 24_000 * (SPEED_S // 5 if quick else SPEED_S)]
    length = len(samples) / 24_000
    runs: dict[str, Callable[[], object]] = {
        OURS: lambda: audio.analyse(samples, sample_rate=24_000, detectors=SIGNAL, processors=1),
        "essentia, seven detectors": lambda: rivals.essentia_seven(samples, 24_000),
        "DeepEval, analysis": lambda: rivals.deepeval_whole(samples, 24_000),
    }
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            # A rival takes so long that load comes and goes meanwhile; ours is looked at as often.
            seconds[name] += [taken(run) for _ in range(OURS_A_ROUND if name == OURS else 1)]
    middle = {name: float(np.median(each)) for name, each in seconds.items()}
    told = [
        {"tool": name, "times_real_time": length / each, "ratio": each / middle[OURS], "rounds": ROUNDS}
        for name, each in middle.items()
    ]
    for line in told:
        print(
            "{tool:28} {times_real_time:7.0f} x real time  Earmark is {ratio:5.1f} times as fast".format(
                **line
            )
        )
    return told


def taken(run: Callable[[], object]) -> float:
    """Return CPU seconds."""
    start = time.process_time()
    run()
    return time.process_time() - start
