"""Hand-marked speech of people that stops and is answered: where an answer's latency is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import soxr
from damage import Clip, as16
from injection import clean_clips

from elsewhere import DATA

ANSWERS: Final = 14


@dataclass(frozen=True, slots=True)
class Answered:
    """A user who stops, and an agent who answers: two channels at 16 kHz."""

    name: str
    samples: np.ndarray
    end_s: float
    gap_s: float


def answered() -> Iterator[Answered]:
    """Yield hand-marked speech that stops, answered by clean speech after known silences; noise goes on."""
    agents = [edged(clip) for clip in clean_clips(longest_s=4) if "english-tts" in clip.name]
    agents = [agent for agent in agents if begins_sharply(agent)]
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
    return Answered(clip.name, as16(samples), first / clip.rate, round(gap * clip.rate) / clip.rate)


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


def begins_sharply(sound: np.ndarray) -> bool:
    """Tell whether a sound's beginning is that of its voice: 20 dB under its loudest 10 ms within 50 ms.

    Else there is breath or noise before the voice, and nobody knows where an answer begins.
    """
    frames = sound[: len(sound) // 160 * 160].reshape(-1, 160).std(axis=1)
    return int(np.argmax(frames > 0.1 * frames.max())) <= 5
