"""What has no recall: how far loudness is from libebur128's, when answers come, and how fast all is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pyebur128
import pyloudnorm
import rivals
import soxr
from damage import Clip, as16
from full_duplex import response_latency
from injection import clean_clips

from earmark import audio
from earmark.audio.evidence.loudness import LOUDNESS
from earmark.audio.evidence.registry import SIGNAL, TURNS
from elsewhere import DATA

RATES: Final = (8000, 16_000, 22_050, 24_000, 44_100, 48_000)
SPEED_S: Final = 600
ANSWERS: Final = 14
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


@dataclass(frozen=True, slots=True)
class Answered:
    """A user who stops, and an agent who answers: two channels at 16 kHz."""

    samples: np.ndarray
    end_s: float
    gap_s: float


def answered() -> Iterator[Answered]:
    """Yield hand-marked speech that stops, answered by clean speech after known silences; noise goes on."""
    agents = [edged(clip) for clip in clean_clips(longest_s=4) if "english-tts" in clip.name]
    marked = {clip.name: clip for clip in clean_clips() if "vad-labelled" in clip.name}
    chance = np.random.default_rng(1)
    for path in sorted((DATA / "audio" / "vad-labelled").glob("*.scv")):
        clip = marked[f"vad-labelled/{path.stem}.wav#0"]
        marks = [float(mark) for mark in path.read_text("utf-8").strip().split(",")[1:]]
        spans = list(zip(marks[0::3], marks[1::3], marks[2::3], strict=True))
        for (_, end, speech), (start, after, _) in pairwise(spans):
            if speech and after - start >= 0.2:
                for _ in range(ANSWERS):
                    yield answer(clip, (end, after), chance, agents[int(chance.integers(len(agents)))])


def answer(
    clip: Clip, pause: tuple[float, float], chance: np.random.Generator, agent: np.ndarray
) -> Answered:
    """Let a clip's pause go on, and an agent speak in it."""
    gap = float(chance.uniform(0.2, 2.0))
    first, last = (round(edge * clip.rate) for edge in pause)
    third = (last - first) // 3
    before, still = clip.samples[: first + 2 * third], clip.samples[first + third : first + 2 * third]
    length = first + round(gap * clip.rate) + len(agent) + clip.rate
    user = np.concatenate([before, like_noise(still, length - len(before), chance)])
    samples = np.zeros((2, len(user)), np.float32)
    samples[0] = user
    start = first + round(gap * clip.rate)
    samples[1, start : start + len(agent)] = agent
    return Answered(as16(samples), first / clip.rate, round(gap * clip.rate) / clip.rate)


def like_noise(still: np.ndarray, length: int, chance: np.random.Generator) -> np.ndarray:
    """Return noise with the spectrum of a pause, as soft as its softest 10 ms: all else in it may be breath.

    The pause itself, repeated, would sound like a voice.
    """
    shape = np.abs(np.fft.rfft(still * np.hanning(len(still))))
    wide = np.interp(np.linspace(0, 1, length // 2 + 1), np.linspace(0, 1, len(shape)), shape)
    noise = np.fft.irfft(wide * np.exp(2j * np.pi * chance.random(len(wide))), length)
    frames = still[: len(still) // 160 * 160].reshape(-1, 160)
    return np.asarray(noise * (frames.std(axis=1).min() / noise.std()), np.float32)


def edged(clip: Clip) -> np.ndarray:
    """Return a clip at 16 kHz from where it rises to 40 dB under its peak to where it falls below."""
    samples = soxr.resample(clip.samples, clip.rate, 16_000)
    loud = np.flatnonzero(np.abs(samples) > 0.01 * np.abs(samples).max())
    return np.asarray(samples[loud[0] : loud[-1] + 1])


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
    """Print how often faster than others one core looks at the same ten minutes of real speech, 24 kHz."""
    parts = [as16(soxr.resample(clip.samples, clip.rate, 24_000)) for clip in clips]
    samples = np.concatenate(parts)[: 24_000 * (SPEED_S // 5 if quick else SPEED_S)]
    length = len(samples) / 24_000
    runs: dict[str, tuple[Callable[[], object], int]] = {
        "Earmark, tier 0": (lambda: audio.analyse(samples, sample_rate=24_000, detectors=SIGNAL), 3),
        "essentia, seven detectors": (lambda: rivals.essentia_seven(samples, 24_000), 1),
        "DeepEval, analysis": (lambda: rivals.deepeval_whole(samples, 24_000), 1),
    }
    seconds = {name: taken(run, best_of=times) for name, (run, times) in runs.items()}
    told = [
        {"tool": name, "times_real_time": length / each, "ratio": each / seconds["Earmark, tier 0"]}
        for name, each in seconds.items()
    ]
    for line in told:
        print(
            "{tool:28} {times_real_time:7.0f} x real time  Earmark is {ratio:5.1f} times as fast".format(
                **line
            )
        )
    return told


def taken(run: Callable[[], object], *, best_of: int) -> float:
    """Return CPU seconds."""
    seconds = []
    for _ in range(best_of):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
    return min(seconds)
