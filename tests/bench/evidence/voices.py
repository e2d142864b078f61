"""Splices of two voices: what share is found, how near, and in how many turns of one voice a change is told.

    PYTHONPATH=src:tests:tests/bench/evidence python tests/bench/evidence/voices.py

Voices are those of the collection beside the repository, one a file unless its name says that files share
one, and those that `spoken.py` keeps. Only voices of one source are spliced, so that no microphone or
codec gives the change away. Last it looks at ten minutes of a call on two channels with and without models.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import soundfile
import soxr
from injection import SUFFIXES
from spoken import CACHE

from earmark import audio
from earmark.audio.evidence.voice_changes import changes_in
from earmark.audio.models.voices import RATE_HZ
from elsewhere import DATA

SPLICES: Final = 200
ONE_PERSON: Final = {"cmu_us_slt_arctic_hts": "slt"}
SOURCES: Final[Mapping[str, Sequence[str]]] = {
    "english-tts": (
        "zs4077_gt",
        "zs908_gt",
        "zs4077_valle",
        "zs908_valle",
        "zs4077_styletts2",
        "zs908_styletts2",
    ),
    "korean-tts": (
        "s1_gtts",
        "s4_gtts",
        "s1_kokoro",
        "s4_kokoro",
        "s1_melotts",
        "s4_melotts",
        "s1_zonos",
        "s4_zonos",
    ),
    "full-duplex-bench": ("user_interruption_agent", "user_interruption_user"),
    "callcentre-stereo": ("auto_repair_49_agent_first60s", "auto_repair_49_caller_first60s"),
}


def voice_of(source: str, name: str) -> str:
    """Return who speaks in a file of the collection."""
    part = {"english-tts": 0, "korean-tts": -1}.get(source)
    return name if part is None else name.split("_")[part]


def heard(path: Path) -> np.ndarray:
    """Return a file's first minute at 16 kHz, without pauses beyond 0.4 s."""
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True, frames=60 * 48_000)
    wide = soxr.resample(samples[: 60 * rate, 0], rate, RATE_HZ)
    frames = wide[: len(wide) // 160 * 160].reshape(-1, 160)
    power = 10 * np.log10((frames**2).mean(axis=1) + 1e-12)
    near = np.convolve(power > np.percentile(power, 95) - 30, np.ones(41), "same") > 0
    return frames[near].reshape(-1)


def voices() -> Iterator[tuple[str, str, np.ndarray]]:
    """Yield source, voice and sound."""
    for source, names in SOURCES.items():
        for name in names:
            path = next(
                each for each in (DATA / "audio" / source).glob(f"{name}.*") if each.suffix in SUFFIXES
            )
            yield source, voice_of(source, name), heard(path)
    for folder in sorted(CACHE.iterdir()):
        for path in sorted(folder.glob("[0-9a-f]*.wav"))[:2]:
            if "part" not in path.name:
                yield "synthetic", ONE_PERSON.get(folder.name, folder.name), heard(path)


def piece(sound: np.ndarray, seconds: float, chance: np.random.Generator) -> np.ndarray:
    """Return so much of a sound from a place by chance, or all of it, at one level."""
    size = min(len(sound), round(seconds * RATE_HZ))
    start = int(chance.integers(0, len(sound) - size + 1))
    cut = sound[start : start + size]
    return cut * (0.05 / (np.sqrt((cut**2).mean()) + 1e-9))


def turns(sound: np.ndarray) -> list[np.ndarray]:
    """Return up to four turns of 9 s, one after another; all of it where it is shorter."""
    size = 9 * RATE_HZ
    return [sound[start : start + size] for start in range(0, max(1, len(sound) - size + 1), size)][:4]


def judge(of: Sequence[tuple[str, str, np.ndarray]]) -> None:
    """Print what is found in splices, and told in turns of one voice."""
    chance = np.random.default_rng(7)
    told = [bool(changes_in(turn)) for _, _, sound in of for turn in turns(sound)]
    print(f"turns of one voice with a change told  {np.mean(told):.3f}  n {len(told)}")
    found: dict[str, list[bool]] = {}
    off: list[float] = []
    while sum(map(len, found.values())) < SPLICES:
        first, second = (of[int(at)] for at in chance.integers(0, len(of), 2))
        if first[0] != second[0] or first[1] == second[1]:
            continue
        sides = [piece(one[2], float(chance.uniform(2.5, 6)), chance) for one in (first, second)]
        changes = changes_in(np.concatenate(sides))
        found.setdefault(first[0], []).append(bool(changes))
        off += [min(abs(at - len(sides[0]) / RATE_HZ) for at, _ in changes)] if changes else []
    every = [one for source in found.values() for one in source]
    print(f"splices found                          {np.mean(every):.3f}  n {len(every)}")
    for source, hits in sorted(found.items()):
        print(f"  {source:36} {np.mean(hits):.3f}  n {len(hits)}")
    print(f"place off by: median {np.median(off):.2f} s, P90 {np.quantile(off, 0.9):.2f} s")


def call_of_ten_minutes(of: Sequence[tuple[str, str, np.ndarray]]) -> np.ndarray:
    """Return two voices in turns of 6 s for ten minutes, shape (2, samples), 16 bits."""
    chance = np.random.default_rng(3)
    long = [sound for source, _, sound in of if source == "synthetic" and len(sound) > 20 * RATE_HZ]
    out = np.zeros((2, 600 * RATE_HZ), np.float32)
    for turn in range(98):
        start = round(turn * 6.1 * RATE_HZ)
        said = piece(long[turn % 2], 5.6, chance)
        out[turn % 2, start : start + len(said)] = said
    noise = chance.normal(0, 10 ** (-65 / 20), out.shape)
    return np.rint(np.clip(out + noise, -1, 1) * 32767).astype(np.int16)


def main() -> None:
    """Print the table."""
    of = list(voices())
    judge(of)
    call = call_of_ten_minutes(of)
    audio.analyse(call[:, : 12 * RATE_HZ], sample_rate=RATE_HZ, models=True)  # what is loaded once
    for models in (False, True):
        begun, wall = time.process_time(), time.perf_counter()
        audio.analyse(call, sample_rate=RATE_HZ, models=models)
        cpu, wall = time.process_time() - begun, time.perf_counter() - wall
        how = "with" if models else "without"
        print(f"10-minute call, {how} models: {cpu:.2f} CPU s, {wall:.2f} s, {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
