"""The damaged files of the side-by-side: a bed of clean real speech, and the cells of defects put into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import soxr
from injection import Clip, clean_clips, places, with_click
from packaged import prompts

from earmark.audio.evidence.levels import levels_of
from earmark.audio.evidence.recording import recording_of

Span = tuple[float, float]
LONGEST_S: Final = 8.0
LEAST_S: Final = 3.0
HUM_LEAST_S: Final = 6.5


@dataclass(frozen=True, slots=True)
class Damaged:
    """A file with defects at known places, 16 bits; one without is damaged as a whole."""

    samples: np.ndarray
    rate: int
    put: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One defect in one size, put into every clip of the bed that can take it, by a seed."""

    name: str
    damage: Callable[[Clip, int], Damaged | None]


def as16(samples: np.ndarray) -> np.ndarray:
    """Return samples as a 16-bit file holds them."""
    return np.rint(np.clip(samples, -1, 1) * 32767).astype(np.int16)


def bed(count: int) -> list[Clip]:
    """Return clean clips of 3 to 8 s: the collection's that nothing was fitted to, and packaged prompts.

    Every third is the collection's until there are no more. Prompts are taken at even distances, so that each
    speaker has some.
    """
    clips = [clip for clip in clean_clips(longest_s=LONGEST_S) if clip.is_held_out and long_enough(clip)]
    more = list(prompts())
    wanted = max(0, min(count - len(clips), len(more)))
    chosen = [shortened(more[number * len(more) // wanted]) for number in range(wanted)]
    np.random.default_rng(0).shuffle(chosen)  # type: ignore[arg-type]
    return mixed(clips, chosen)[:count]


def mixed(some: list[Clip], others: list[Clip]) -> list[Clip]:
    """Return all clips, one of the first after two of the second while there are both."""
    whole, rest = [], list(others)
    for clip in some:
        whole += [clip, *rest[:2]]
        del rest[:2]
    return whole + rest


def long_enough(clip: Clip) -> bool:
    return len(clip.samples) >= LEAST_S * clip.rate


def shortened(clip: Clip) -> Clip:
    return Clip(clip.name, clip.samples[: round(LONGEST_S * clip.rate)], clip.rate)


def loud_places(clip: Clip, length: int, *, count: int, seed: int) -> list[int]:
    """Return random places in speech, loud at both ends."""
    levels = levels_of(recording_of(clip.samples, clip.rate), 0)
    step, db = levels.step * 10, levels.frames_db - (levels.speech_db or 0)
    chosen = []
    for place in places(np.random.default_rng(seed), clip, count=4 * count):
        first, last = place // step, (place + length) // step
        if last + 1 < len(db) and min(db[first - 1], db[first], db[last], db[last + 1]) > -20:
            chosen.append(place)
    return chosen[:count]


def spans(starts: Sequence[int], length: int, rate: int) -> tuple[Span, ...]:
    return tuple((start / rate, (start + length) / rate) for start in starts)


def clicked(form: str, level_db: float) -> Cell:
    """Two clicks in a clip."""

    def damage(clip: Clip, seed: int) -> Damaged:
        chance, samples = np.random.default_rng(seed), clip.samples.copy()
        put = places(chance, clip, count=2)
        for place in put:
            sign = int(chance.choice([-1, 1]))
            with_click(samples, place, form=form, level_db=level_db, rate=clip.rate, sign=sign)
        return Damaged(as16(samples), clip.rate, spans(put, 1, clip.rate))

    return Cell(f"click, {form}, {level_db:g} dBFS", damage)


def dropped(ms: float, fill_db: float | None = None) -> Cell:
    """Two places of loud speech are replaced by zeros, or faded in 1 ms to noise."""

    def damage(clip: Clip, seed: int) -> Damaged:
        chance, samples = np.random.default_rng(seed), clip.samples.copy()
        length = round(ms / 1000 * clip.rate)
        put = loud_places(clip, length, count=2, seed=seed)
        for place in put:
            gain = np.zeros(length)
            if fill_db is not None:
                fade = max(1, clip.rate // 1000)
                gain[:fade], gain[-fade:] = np.linspace(1, 0, fade), np.linspace(0, 1, fade)
            samples[place : place + length] *= gain
            if fill_db is not None:
                samples[place : place + length] += chance.normal(0, 10 ** (fill_db / 20), length)
        return Damaged(as16(samples), clip.rate, spans(put, length, clip.rate))

    return Cell(f"dropout, {'zeros' if fill_db is None else f'noise {fill_db:g} dBFS'}, {ms:g} ms", damage)


def clipped(share: float, ceiling_db: float, *, resampled: bool = False) -> Cell:
    """The loudest samples are cut at a ceiling, raw or before the file is resampled."""

    def damage(clip: Clip, seed: int) -> Damaged:
        del seed
        level = np.quantile(np.abs(clip.samples), 1 - share)
        samples = np.clip(clip.samples / level, -1, 1) * 10 ** (ceiling_db / 20)
        if not resampled:
            return Damaged(as16(samples), clip.rate)
        rate = 32_000 if clip.rate == 44_100 else 44_100
        return Damaged(as16(0.9 * soxr.resample(samples, clip.rate, rate)), rate)

    return Cell(f"clip {100 * share:g} % at {ceiling_db:g} dBFS{', resampled' if resampled else ''}", damage)


def cut(clip: Clip, seed: int) -> Damaged | None:
    """Break a clip off in loud speech."""
    put = loud_places(clip, clip.rate // 100, count=1, seed=seed)
    return Damaged(as16(clip.samples[: put[0]]), clip.rate) if put else None


def hummed(level_db: float) -> Cell:
    """50 Hz, or 60, with four harmonics."""

    def damage(clip: Clip, seed: int) -> Damaged | None:
        if len(clip.samples) < HUM_LEAST_S * clip.rate:
            return None
        time, base = np.arange(len(clip.samples)) / clip.rate, (50, 60)[seed % 2]
        tone = sum(np.sin(2 * np.pi * base * k * time + k) / k for k in range(1, 6))
        return Damaged(as16(clip.samples + tone * 10 ** (level_db / 20)), clip.rate)

    return Cell(f"hum, {level_db:g} dBFS", damage)


def untouched(clip: Clip, seed: int) -> Damaged:
    """Return a clip as it is."""
    del seed
    return Damaged(as16(clip.samples), clip.rate)


def whole_untouched(clip: Clip, seed: int) -> Damaged | None:
    """Return a clip as it is, unless its end was cut off for the bed."""
    return None if len(clip.samples) >= round(LONGEST_S * clip.rate) else untouched(clip, seed)


def long_untouched(clip: Clip, seed: int) -> Damaged | None:
    """Return a clip as it is, if hum could be told in it."""
    return untouched(clip, seed) if len(clip.samples) >= HUM_LEAST_S * clip.rate else None


def made(damage: Callable[[Clip, int], Damaged | None], clips: Sequence[Clip]) -> dict[int, Damaged]:
    """Return a bed's damaged files by the clip's number, which is also the seed."""
    files = {number: damage(clip, number) for number, clip in enumerate(clips)}
    return {number: file for number, file in files.items() if file is not None}


CLICKS: Final = (
    *(clicked("sample", level) for level in (-6, -12, -20, -30)),
    clicked("tick", -12),
)
DROPOUTS: Final = (*(dropped(ms) for ms in (3, 20, 200)), *(dropped(ms, -65) for ms in (20, 80)))
CLIPPING: Final = (
    *(clipped(share, ceiling) for ceiling in (0, -6) for share in (0.0003, 0.001, 0.01)),
    clipped(0.01, -6, resampled=True),
)
ENDS: Final = (Cell("cut end", cut),)
HUM: Final = tuple(hummed(level) for level in (-40, -50, -60))
