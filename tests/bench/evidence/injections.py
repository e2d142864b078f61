"""Known defects put into real speech: what share is found, and how many are found where none was put.

    PYTHONPATH=tests:tests/bench/evidence python tests/bench/evidence/injections.py [DEFECT…]

Clips are those beside the repository and those that ship. The weights for clicks were fitted on half of them
(`click_fit.py`), so clicks are put into the other half. A false alarm is anything found in the untouched
clips; an hour's rate from so few minutes is only a bound, which is printed with it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import soxr
from injection import Clip, clean_clips, places, with_click
from packaged import prompts

from earmark import audio
from earmark.audio.evidence.clicks import CLICKS
from earmark.audio.evidence.clipping import CLIPPING
from earmark.audio.evidence.cuts import CUTS
from earmark.audio.evidence.dropouts import DROPOUTS
from earmark.audio.evidence.hum import HUM
from earmark.audio.evidence.level_steps import LEVEL_STEPS
from earmark.audio.evidence.levels import levels_of
from earmark.audio.evidence.material import Detector
from earmark.audio.evidence.recording import recording_of
from earmark.audio.evidence.repeats import REPEATS
from earmark.audio.evidence.rows import Evidence, EvidenceRow
from earmark.audio.evidence.trains import TRAINS

LONGEST_S: Final = 20.0
CLIPS: Final = list(clean_clips(longest_s=LONGEST_S))
HELD_OUT: Final = [clip for clip in CLIPS if clip.is_held_out]


def look(samples: np.ndarray, rate: int, detector: Detector) -> Evidence:
    """Look with one detector at samples as a 16-bit file would hold them."""
    whole = np.rint(np.clip(samples, -1, 1) * 32767).astype(np.int16)
    return audio.analyse(whole, sample_rate=rate, detectors=[detector])


def show(name: str, found: Sequence[bool], note: str = "") -> None:
    """Print the share that was found."""
    share = float(np.mean(found)) if found else float("nan")
    print(f"{name:44} {share:5.2f}  n {len(found):4}  {note}", flush=True)


def false_alarms(detector: Detector, clips: Sequence[Clip], kinds: Sequence[str] | None = None) -> str:
    """Say how much is found in untouched clips."""
    rows = [
        row
        for clip in clips
        for row in look(clip.samples, clip.rate, detector).rows
        if row.severity and (kinds is None or row.kind in kinds)
    ]
    hours = sum(len(clip.samples) / clip.rate for clip in clips) / 3600
    bound = (len(rows) + 3) / hours
    return (
        f"false {len(rows)} in {60 * hours:.1f} min: {len(rows) / hours:.0f}/h, at most about {bound:.0f}/h"
    )


def hit(rows: Sequence[EvidenceRow], start_s: float, end_s: float, within_s: float) -> bool:
    """Tell whether a row lies at a place."""
    return any(row.start_s <= end_s + within_s and row.end_s >= start_s - within_s for row in rows)


def clipping() -> None:
    """Cut peaks at ceilings, raw and resampled."""
    chance = np.random.default_rng(1)
    flagged = [bool(look(clip.samples, clip.rate, CLIPPING).rows) for clip in CLIPS]
    show("clean files flagged as clipped", flagged)
    for share in (0.0003, 0.001, 0.01):
        for ceiling_db in (0, -6, -12):
            for way in ("raw", "resampled"):
                found = []
                for clip in CLIPS[:: 1 if way == "raw" else 3]:
                    level = np.quantile(np.abs(clip.samples), 1 - share)
                    cut = np.clip(clip.samples / level, -1, 1) * 10 ** (ceiling_db / 20)
                    if way == "resampled":
                        cut = soxr.resample(cut, clip.rate, 44_100 if clip.rate != 44_100 else 32_000) * 0.9
                    rate = clip.rate if way == "raw" else 44_100 if clip.rate != 44_100 else 32_000
                    found.append(bool(look(cut, rate, CLIPPING).rows))
                show(f"clip {100 * share:g} % at {ceiling_db} dBFS, {way}", found)
    del chance


def clicks() -> None:
    """Single samples and others."""
    note = false_alarms(CLICKS, HELD_OUT)
    for form in ("sample", "tick", "step"):
        for level in (-6, -12, -20, -30):
            chance, found = np.random.default_rng(level + 100), []
            for clip in HELD_OUT:
                samples, put = clip.samples.copy(), places(np.random.default_rng(len(found)), clip, count=12)
                for place in put:
                    with_click(
                        samples,
                        place,
                        form=form,
                        level_db=level,
                        rate=clip.rate,
                        sign=int(chance.choice([-1, 1])),
                    )
                rows = look(samples, clip.rate, CLICKS).rows
                found += [hit(rows, place / clip.rate, place / clip.rate, 0.004) for place in put]
            show(f"click, {form}, {level} dBFS", found, note)


def loud_places(clip: Clip, length: int, *, count: int, seed: int) -> list[int]:
    """Return random places in speech, loud at both ends."""
    levels = levels_of(recording_of(clip.samples, clip.rate), 0)
    step, db = levels.step * 10, levels.frames_db - (levels.speech_db or 0)
    chance = np.random.default_rng(seed)
    chosen = []
    for place in places(chance, clip, count=4 * count):
        first, last = place // step, (place + length) // step
        if last + 1 < len(db) and min(db[first - 1], db[first], db[last], db[last + 1]) > -20:
            chosen.append(place)
    return chosen[:count]


def dropouts() -> None:
    """Zeros and noise in place of speech."""
    note = false_alarms(DROPOUTS, CLIPS)
    cells: list[tuple[float, float, float | None]] = [
        (ms, fade, None) for ms in (3, 5, 10, 20, 80, 200) for fade in (0, 2)
    ]
    cells += [(ms, 1, -65.0) for ms in (10, 20, 40, 80)]
    for ms, fade_ms, fill_db in cells:
        found = []
        for clip in CLIPS:
            length, fade = round(ms / 1000 * clip.rate), round(fade_ms / 1000 * clip.rate)
            samples = clip.samples.copy()
            put = loud_places(clip, length, count=3, seed=len(found))
            for place in put:
                shape = np.zeros(length)
                if fade and length > 2 * fade:
                    shape[:fade], shape[-fade:] = np.linspace(1, 0, fade), np.linspace(0, 1, fade)
                samples[place : place + length] *= shape
                if fill_db is not None:
                    samples[place : place + length] += np.random.default_rng(place).normal(
                        0, 10 ** (fill_db / 20), length
                    )
            rows = look(samples, clip.rate, DROPOUTS).rows
            found += [hit(rows, place / clip.rate, (place + length) / clip.rate, 0.004) for place in put]
        kind = "zeros" if fill_db is None else "noise"
        show(f"dropout, {kind}, {ms:g} ms, fade {fade_ms:g} ms", found, note)


def losses() -> None:
    """Several losses of one length in 20 s of a prompt, filled with noise."""
    long = [clip for clip in prompts() if len(clip.samples) >= 15 * clip.rate]
    for count, ms in ((6, 20), (12, 20), (12, 40)):
        found = []
        for number, clip in enumerate(long):
            samples, length = clip.samples[: 20 * clip.rate].copy(), round(ms / 1000 * clip.rate)
            short = Clip(clip.name, samples.copy(), clip.rate)
            put = loud_places(short, length, count=count, seed=number)
            chance = np.random.default_rng(number)
            for place in put:
                samples[place : place + length] = chance.normal(0, 10 ** (-65 / 20), length)
            rows = look(samples, clip.rate, DROPOUTS).rows
            found += [hit(rows, place / clip.rate, (place + length) / clip.rate, 0.004) for place in put]
        show(f"loss to noise, {ms} ms, up to {count} in 20 s", found)


def repeats() -> None:
    """Packets that are played again, and pieces of words that come twice."""
    note = false_alarms(REPEATS, CLIPS)
    for ms in (5, 10, 20, 40, 80, 300, 400):
        found = []
        for number, clip in enumerate(CLIPS):
            length = round(ms / 1000 * clip.rate)
            put = [place for place in loud_places(clip, length, count=3, seed=number) if place > length]
            samples = clip.samples.copy()
            for place in put if ms < 200 else put[:1]:
                before = samples[place - length : place]
                if ms < 200:
                    samples[place : place + length] = before
                else:
                    samples = np.concatenate([samples[:place], before, samples[place:]])
            rows = look(samples, clip.rate, REPEATS).rows
            told = put if ms < 200 else put[:1]
            found += [hit(rows, place / clip.rate, (place + length) / clip.rate, 0.02) for place in told]
        show(f"repeat of {ms} ms, {'in place' if ms < 200 else 'put in'}", found, note)


def trains() -> None:
    """5.33 ms of silence every 320 ms, and a click every 0.5 s."""
    note = false_alarms(TRAINS, CLIPS)
    found, periods = [], []
    for clip in CLIPS:
        if len(clip.samples) < 2.2 * clip.rate:
            continue
        samples = clip.samples.copy()
        period, gap = round(0.32 * clip.rate), round(0.00533 * clip.rate)
        for start in range(period, len(samples) - gap, period):
            samples[start : start + gap] = 0
        rows = look(samples, clip.rate, TRAINS).rows
        found.append(bool(rows))
        periods += [abs(row.value - 1000 * period / clip.rate) <= 1 for row in rows]
    show("seam train, 5.33 ms in 320 ms", found, f"{note}; period within 1 ms {np.mean(periods):.2f}")


def cuts() -> None:
    """Speech that breaks off."""
    natural = [bool(look(clip.samples, clip.rate, CUTS).of("cutoff")) for clip in CLIPS]
    show("clips as they are that are told as cut", natural, "some of them are cut")
    cut = [
        (clip.samples[:place], clip.rate)
        for number, clip in enumerate(CLIPS)
        for place in loud_places(clip, clip.rate // 100, count=3, seed=number)
    ]
    found = [
        any(row.end_s > (len(samples) - 80) / rate for row in look(samples, rate, CUTS).of("cutoff"))
        for samples, rate in cut
    ]
    show("cut end", found)


def hum() -> None:
    """50 Hz with four harmonics."""
    long = [clip for clip in CLIPS if len(clip.samples) >= 6.5 * clip.rate]
    show("clean clips with hum", [bool(look(clip.samples, clip.rate, HUM).rows) for clip in long])
    for level in (-40, -50, -60, -70):
        found = []
        for clip in long:
            time = np.arange(len(clip.samples)) / clip.rate
            tone = sum(np.sin(2 * np.pi * 50 * k * time + k) / k for k in range(1, 6)) * 10 ** (level / 20)
            found.append(bool(look(clip.samples + tone, clip.rate, HUM).rows))
        show(f"hum, {level} dBFS", found)


def steps() -> None:
    """The level of everything changes within a clip, where there is speech on both sides."""
    long = [clip for clip in CLIPS if speaks_on_both_sides(clip)]
    note = false_alarms(LEVEL_STEPS, CLIPS)
    for size in (4, 6, 10):
        found = []
        for number, clip in enumerate(long):
            samples, place = clip.samples.copy(), len(clip.samples) // 2
            samples = samples + np.random.default_rng(number).normal(0, 3e-4, len(samples))
            samples[place:] *= 10 ** (-size / 20)
            rows = look(samples, clip.rate, LEVEL_STEPS).rows
            found.append(hit(rows, place / clip.rate, place / clip.rate, 0.35))
        show(f"step of {size} dB", found, note)


def turn_steps() -> None:
    """A turn of a speaker is softer than the one before, noise and all, 8 s later on one of two channels."""
    for sound, noise in (("noise", 3e-4), ("digital silence", 0)):
        for size in (0, 3, 5):
            found = []
            for seed, (one, other) in enumerate(neighbours()):
                still = np.zeros(4 * one.rate, np.float32)
                samples = np.concatenate([one.samples, still, still, other.samples])
                samples = samples + np.random.default_rng(seed).normal(0, noise, len(samples))
                samples[len(one.samples) + len(still) :] *= 10 ** (-size / 20)
                rows = look(np.stack([np.zeros(len(samples)), samples]), one.rate, LEVEL_STEPS).rows
                start, end = len(one.samples) / one.rate, len(one.samples) / one.rate + 8
                found.append(hit(rows, start, end, 0.7))
            show(f"step of {size} dB between turns, {sound}" if size else f"no step, {sound}", found)


def neighbours() -> list[tuple[Clip, Clip]]:
    """Return pairs of packaged prompts of one speaker, 3 to 9 s long."""
    some = [clip for clip in prompts() if len(clip.samples) <= 9 * clip.rate]
    pairs = zip(some[::2], some[1::2], strict=False)
    return [(one, other) for one, other in pairs if one.name.split("/")[0] == other.name.split("/")[0]]


def speaks_on_both_sides(clip: Clip, *, least_s: float = 1.5) -> bool:
    """Tell whether the 5 s before the middle of a long clip, and those after it, hold enough speech."""
    levels = levels_of(recording_of(clip.samples, clip.rate), 0)
    middle, reach = len(levels.speaking) // 2, round(5 / levels.frame_s)
    sides = levels.speaking[max(0, middle - reach) : middle], levels.speaking[middle : middle + reach]
    return len(clip.samples) >= 8 * clip.rate and all(
        side.sum() * levels.frame_s >= least_s for side in sides
    )


DEFECTS: Final[dict[str, Callable[[], None]]] = {
    each.__name__: each
    for each in (clipping, clicks, dropouts, losses, repeats, trains, cuts, hum, steps, turn_steps)
}


if __name__ == "__main__":
    minutes = sum(len(clip.samples) / clip.rate for clip in CLIPS) / 60
    print(f"{len(CLIPS)} clips, {minutes:.1f} minutes")
    for name in sys.argv[1:] or DEFECTS:
        DEFECTS[name]()
