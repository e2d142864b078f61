"""What is measured beside what is known: noise, level, bandwidth, syllables and pitch.

    PYTHONPATH=src:tests:tests/bench/evidence python tests/bench/evidence/measures.py [PART...] [--files N]

Clips are those of `damage.bed`: nothing was fitted to them. Syllables are those of the phonemes that
espeak-ng and flite speak, in four languages, and of what is read in the collection beside the repository.
Pitch is held against vowels made at a known pitch and, where praat-parselmouth is installed (GPL-3.0: `make
evidence-goals` brings it, no install of Earmark does), against Praat's.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import goals
import numpy as np
import soxr
import syllables as known
from damage import Clip, as16, bed, clean_clips
from scipy.signal import firwin, lfilter, oaconvolve

from earmark import audio
from earmark.audio.evidence.bandwidth import BANDWIDTH
from earmark.audio.evidence.material import material_of
from earmark.audio.evidence.noise import NOISE
from earmark.audio.evidence.rate import RATES
from earmark.audio.evidence.recording import recording_of
from earmark.audio.evidence.voice_frames import HOP_S, VoiceFrames, voice_of

RATIOS_DB: Final = (5, 10, 15, 20, 30, 40)
EDGES_HZ: Final = (3400, 4000, 6000, 8000, 12_000, 16_000, 20_000)
RATES_HZ: Final = (8000, 16_000, 22_050, 24_000, 44_100, 48_000)
GROSS: Final = 0.2
LOWEST_HZ: Final = 50.0


def snr(clips: Sequence[Clip]) -> None:
    """Add white noise, and noise that falls by 3 dB an octave, so far below the speech."""
    for ratio in RATIOS_DB:
        off = []
        for number, clip in enumerate(clips):
            own = audio.analyse(as16(clip.samples), sample_rate=clip.rate, detectors=[NOISE]).measures
            level, (ratio_of_own,) = active_level(clip), own["snr_db"]
            if ratio_of_own is not None and ratio_of_own < ratio + 12:
                continue
            noise = coloured(clip, seed=number, pink=number % 2 == 1)
            noisy = clip.samples + noise * 10 ** ((level - ratio) / 20)
            noisy /= max(1.0, np.abs(noisy).max())
            (told,) = audio.analyse(as16(noisy), sample_rate=clip.rate, detectors=[NOISE]).measures["snr_db"]
            off.append(np.inf if told is None else told - ratio)
        sizes = np.abs(off)
        goals.least(f"SNR {ratio} dB within 1.5 dB", float(np.mean(sizes <= 1.5)), 0.9, count=len(off))
        goals.most(f"SNR {ratio} dB: median", float(np.median(sizes)), 1.5, unit="dB", count=len(off))
        print(f"{'':60} bias {np.mean([each for each in off if np.isfinite(each)]):+.2f} dB")


def coloured(clip: Clip, *, seed: int, pink: bool) -> np.ndarray:
    """Return noise as long as a clip, of mean power 1; pink noise begins at 50 Hz, as microphones do."""
    noise = np.random.default_rng(seed).normal(0, 1, len(clip.samples))
    if pink:
        hertz = np.fft.rfftfreq(len(noise), 1 / clip.rate)
        shape = np.where(hertz < LOWEST_HZ, 0, 1 / np.sqrt(np.maximum(hertz, LOWEST_HZ)))
        noise = np.fft.irfft(np.fft.rfft(noise) * shape, len(noise))
    return np.asarray(noise / noise.std())


def active_level(clip: Clip) -> float:
    """Return the active speech level in dBFS by ITU-T P.56, method B: 15.9 dB of margin, 0.2 s held."""
    pole = np.exp(-1 / (0.03 * clip.rate))
    smooth = [(1 - pole) ** 2], [1, -2 * pole, pole**2]
    envelope = lfilter(*smooth, np.abs(clip.samples.astype(np.float64)))
    power, hold = float((clip.samples.astype(np.float64) ** 2).sum()), round(0.2 * clip.rate)
    last = None
    for threshold in 2.0 ** -np.arange(1, 16)[::-1]:
        above = np.concatenate([[0], np.cumsum(envelope >= threshold)])
        active = np.count_nonzero(above[1:] > above[np.maximum(0, np.arange(len(envelope)) - hold)])
        if not active:
            break
        level = 10 * np.log10(power / active)
        apart = level - 20 * np.log10(threshold)
        if apart <= 15.9:
            if last is None:
                return float(level)
            share = (last[1] - 15.9) / (last[1] - apart)
            return float(last[0] + share * (level - last[0]))
        last = (level, apart)
    return float(10 * np.log10(power / len(envelope)))


def level(clips: Sequence[Clip]) -> None:
    """Hold the level of the speech against P.56's."""
    off = [
        audio.analyse(as16(clip.samples), sample_rate=clip.rate, detectors=[NOISE]).measures[
            "speech_level_dbfs"
        ][0]
        - active_level(clip)
        for clip in clips
    ]
    goals.most("speech level beside P.56: bias", abs(float(np.mean(off))), 1.5, unit="dB", count=len(off))
    spread = np.abs(np.array(off) - np.median(off))
    goals.most(
        "the same, P90 from the median", float(np.quantile(spread, 0.9)), 1.5, unit="dB", count=len(off)
    )


def bandwidth(clips: Sequence[Clip]) -> None:
    """Let pass what is below an edge, and bring it to each rate that holds it."""
    del clips
    wide = [
        clip for clip in clean_clips(longest_s=8) if clip.rate >= 22_050 and len(clip.samples) > 2 * clip.rate
    ]
    for rate in RATES_HZ:
        for edge in EDGES_HZ:
            if edge > 0.46 * rate:
                continue
            off = [
                abs(found / edge - 1)
                for clip in wide
                if reach(clip) > 1.1 * edge
                and (found := bandwidth_of(limited(clip, edge, rate), rate)) is not None
            ]
            if off:
                name = f"bandwidth {edge} Hz of a file of {rate} Hz within 3 %"
                goals.least(name, float(np.mean(np.array(off) <= 0.03)), 0.95, count=len(off))


def limited(clip: Clip, edge: float, rate: int) -> np.ndarray:
    """Return a clip at a rate, with nothing above an edge: 6 dB less there, 80 dB less 60 Hz above."""
    taps = firwin(2 * round(2.5 * clip.rate / 120) + 1, edge, fs=clip.rate, window=("kaiser", 7.8))
    passed = oaconvolve(clip.samples, taps, "same").astype(np.float32)
    return np.asarray(soxr.resample(passed, clip.rate, rate, quality="VHQ"))


def bandwidth_of(samples: np.ndarray, rate: int) -> float | None:
    (found,) = audio.analyse(as16(samples), sample_rate=rate, detectors=[BANDWIDTH]).measures["bandwidth_hz"]
    return found


_REACHES: Final[dict[str, float]] = {}


def reach(clip: Clip) -> float:
    """Return how high a clip reaches as it is."""
    if clip.name not in _REACHES:
        _REACHES[clip.name] = bandwidth_of(clip.samples, clip.rate) or 0.0
    return _REACHES[clip.name]


def rates(clips: Sequence[Clip]) -> None:
    """Count syllables where they are known."""
    del clips
    pairs: dict[str, list[tuple[float, float]]] = {}
    for group, samples, rate, a_second in known.read_aloud():
        (told,) = audio.analyse(samples, sample_rate=rate, detectors=[RATES]).measures["syllables_per_second"]
        pairs.setdefault(group, []).append((told or 0.0, a_second))
    every = [pair for group, some in pairs.items() if not group.startswith("real") for pair in some]
    for group, some in [*sorted(pairs.items()), ("all that is synthetic", every)]:
        told, truth = np.array(some).T
        off = np.abs(told / truth - 1)
        goals.most(f"syllables, {group}: median", 100 * float(np.median(off)), 8, unit="%", count=len(some))
        goals.least(f"syllables, {group}: r", float(np.corrcoef(told, truth)[0, 1]), 0.95, count=len(some))
        print(f"{'':60} bias {100 * np.mean(told / truth - 1):+.1f} %")


def frames_of(samples: np.ndarray, rate: int) -> VoiceFrames:
    """Return pitch and levels every 10 ms."""
    with TemporaryDirectory(prefix="earmark-bench-") as folder:
        return voice_of(material_of(recording_of(samples, rate), (None,), Path(folder)), 0)


def vowel(chance: np.random.Generator, rate: int = 16_000) -> tuple[np.ndarray, np.ndarray]:
    """Return five vowels of known pitch with hiss between them, and the pitch every 10 ms, NaN in hiss."""
    parts, tracks = [], []
    low, high = chance.uniform(75, 300, 2)
    for _ in range(5):
        length = round(chance.uniform(0.2, 0.5) * 100) * rate // 100
        pitch = np.geomspace(low, high, length) * 2 ** (
            0.2 * np.sin(np.linspace(0, chance.uniform(1, 5), length))
        )
        phase = np.cumsum(pitch) / rate
        pulse = np.diff(np.maximum(0, np.sin(2 * np.pi * phase)) ** 2, prepend=0)
        for formant, wide in zip(
            chance.uniform((250, 800, 2300), (850, 2200, 3000)), (80, 100, 150), strict=True
        ):
            pole = np.exp(-np.pi * wide / rate) * np.exp(2j * np.pi * formant / rate)
            pulse = lfilter([abs(1 - pole) ** 2], np.poly([pole, pole.conj()]).real, pulse)
        hiss = lfilter([1, -0.9], 1, chance.normal(0, 1, round(0.1 * rate)))
        parts += [0.3 * pulse / np.abs(pulse).max() * np.hanning(length) ** 0.3, 0.02 * hiss]
        tracks += [pitch[:: rate // 100], np.full(10, np.nan)]
    samples = np.concatenate(parts)
    return as16(samples + chance.normal(0, 3e-4, len(samples))), np.concatenate(tracks)


def pitch(clips: Sequence[Clip]) -> None:
    """Hold pitch against what is known of made vowels, then against Praat's."""
    chance = np.random.default_rng(5)
    made = [vowel(chance) for _ in range(200)]
    agree("vowels of known pitch", [(frames_of(samples, 16_000).pitch_hz, track) for samples, track in made])
    if find_spec("parselmouth"):
        agree("Praat, real speech", [by_praat(clip) for clip in clips])
    else:
        print("praat-parselmouth is not installed: no line of Praat's")


def by_praat(clip: Clip) -> tuple[np.ndarray, np.ndarray]:
    """Return our pitch and Praat's (autocorrelation as it comes, 60 to 500 Hz) where somebody speaks."""
    import parselmouth  # noqa: PLC0415 - GPL-3.0, in an environment of its own

    ours = frames_of(as16(clip.samples), clip.rate)
    theirs = parselmouth.Sound(clip.samples.astype(np.float64), clip.rate).to_pitch_ac(
        time_step=HOP_S, pitch_floor=60, pitch_ceiling=500
    )
    at = np.flatnonzero(ours.vowels_db > -119)
    values = [theirs.get_value_at_time(place * HOP_S) for place in at]
    return ours.pitch_hz[at], np.array(values, np.float64)


def agree(name: str, pairs: Sequence[tuple[np.ndarray, np.ndarray]]) -> None:
    """Print gross errors among what both call voiced, and in how many frames both agree on voicing."""
    cut = [(ours[: len(truth)], truth[: len(ours)]) for ours, truth in pairs]
    ours, truth = (np.concatenate(each) for each in zip(*cut, strict=True))
    both = np.isfinite(ours) & np.isfinite(truth)
    off = np.abs(ours[both] / truth[both] - 1)
    goals.most(f"pitch, {name}: gross", 100 * float(np.mean(off > GROSS)), 3, unit="%", count=int(both.sum()))
    same = float(np.mean(np.isfinite(ours) == np.isfinite(truth)))
    goals.least(f"pitch, {name}: voicing", 100 * same, 88, unit="%", count=len(ours))
    fine = 100 * float(np.median(off))
    missed = float(np.mean(~np.isfinite(ours[np.isfinite(truth)])))
    print(f"{'':60} fine {fine:.2f} %, voiced told as unvoiced {100 * missed:.0f} % of voiced")


PARTS: Final[dict[str, Callable[[Sequence[Clip]], None]]] = {
    each.__name__: each for each in (snr, level, bandwidth, rates, pitch)
}


def main() -> None:
    """Print the parts that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--files", type=int, default=200, help="how many clips are measured")
    asked = parser.parse_args()
    clips = bed(asked.files)
    for name in asked.parts or PARTS:
        PARTS[name](clips)


if __name__ == "__main__":
    main()
