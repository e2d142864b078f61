"""How long does an import take, beside what it cannot do without, and how much memory?

One long call: 60 minutes of stereo at 44.1 kHz without a turn list, against the sum of its floors, each
measured by itself in the same run: decoding, FLAC at the same settings, peaks, and the voice detector over
both channels. Many clips: 1,000 of 5 s, against decoding and encoding them with nothing else, by as many
threads. The clock says what people wait; seconds of the processor can be compared on a busy machine, too.

Run by ``make bench``, or ``python tests/bench/importing.py [--minutes N] [--clips N]``.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
import psutil
import soundfile
import soxr
from earshot import Detector

sys.path.insert(0, str(Path(__file__).parent.parent))

from earmark.audio.flac_file import FlacFile
from earmark.audio.peaks import PeaksFile
from earmark.core.imports import ImportReport
from earmark.services.home import open_home
from earmark.services.importing import import_paths
from earmark.services.importing.paths import WORKERS
from sounds import DEMO

RATE = 44_100
FRAME = 256  # of the detector, at 16 kHz
BLOCK = 1 << 16


def speech(name: str) -> np.ndarray:
    """Return a demo recording as 16-bit samples of 44.1 kHz, shape (samples, channels)."""
    samples, rate = soundfile.read(DEMO / name, dtype="float32", always_2d=True)
    return np.rint(soxr.resample(samples, rate, RATE) * 32_767).astype(np.int16)


def write_call(path: Path, minutes: float) -> None:
    """Write a call of two channels, one demo call after another, with the noise of a room."""
    calls = [speech(f"calls/{name}-meadow.flac") for name in ("dentist", "dinner", "rebooking")]
    chance, left, number = np.random.default_rng(1), round(minutes * 60 * RATE), 0
    with soundfile.SoundFile(path, "w", RATE, 2, "PCM_16") as out:
        while left > 0:
            part = calls[number % len(calls)][:left]
            out.write(part + chance.integers(-30, 31, part.shape, np.int16))
            left, number = left - len(part), number + 1


def write_clips(folder: Path, count: int) -> None:
    """Write clips of five seconds, no two the same."""
    folder.mkdir()
    whole = np.concatenate([speech(f"clips/{name}-meadow.flac") for name in ("museum", "parcel", "subway")])[
        :, 0
    ]
    for number in range(count):
        soundfile.write(folder / f"{number:04}.wav", np.roll(whole, 997 * number)[: 5 * RATE], RATE)


@dataclass(frozen=True)
class Took:
    """Seconds of the clock, and of the processor in all threads and ended children."""

    clock: float
    processor: float


def took(work: Callable[[], object]) -> Took:
    clock, processor = time.perf_counter(), used()
    work()
    return Took(time.perf_counter() - clock, used() - processor)


def used() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def blocks(path: Path) -> Iterator[np.ndarray]:
    """Yield 16-bit samples, shape (channels, samples)."""
    for block in soundfile.blocks(path, BLOCK, dtype="int16", always_2d=True):
        yield np.ascontiguousarray(block.T)


def decode(path: Path) -> None:
    with av.open(str(path)) as container:
        for frame in container.decode(audio=0):
            frame.to_ndarray()


def encode(path: Path, target: Path) -> None:
    channels = soundfile.info(path).channels
    with FlacFile(target, sample_rate_hz=RATE, channels=channels) as out:
        for block in blocks(path):
            out.write(block)


def draw(path: Path, target: Path) -> None:
    with PeaksFile(target, sample_rate_hz=RATE, channels=2) as out:
        for block in blocks(path):
            out.write(block)


def hear(path: Path) -> None:
    """Bring both channels to 16 kHz and give them to the detector."""
    stream, left = soxr.ResampleStream(RATE, 16_000, 2, dtype=np.float32, quality=soxr.MQ), np.empty((0, 2))
    detectors = [Detector(), Detector()]
    for block in soundfile.blocks(path, BLOCK, dtype="float32", always_2d=True):
        samples = np.concatenate([left, stream.resample_chunk(block)])
        whole = len(samples) // FRAME * FRAME
        for detector, channel in zip(detectors, samples[:whole].T, strict=True):
            for frame in np.ascontiguousarray(channel, np.float32).reshape(-1, FRAME):
                detector.predict_f32(frame)
        left = samples[whole:]


def imported(home: Path, protocol: str, path: Path) -> dict[str, float]:
    """Import in a process of its own, and return its seconds and megabytes."""
    command = [sys.executable, __file__, "--child", str(home), protocol, str(path)]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    report: dict[str, float] = json.loads(told)
    return report


def child(home: str, protocol: str, path: str) -> None:
    """Import, and print what it took; children that listen count with the process that started them."""
    with open_home(home) as opened:
        study = opened.studies.create("bench", protocol=protocol)
        if study.protocol.item.kind == "conversation":
            study = study.set(agent_channel="right")
        idle = psutil.Process().memory_info().rss
        reports: list[ImportReport] = []
        spent = took(lambda: reports.append(import_paths(study, [path])))
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - idle
    child_peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    told = {
        "clock": spent.clock,
        "processor": spent.processor,
        "own_mb": own / 1e6,
        "child_mb": child_peak / 1e6,
        "in": len(reports[0].imported),
    }
    print(json.dumps(told))


def bench_call(folder: Path, minutes: float) -> None:
    path = folder / "call.wav"
    write_call(path, minutes)
    floors = {
        "decode": took(lambda: decode(path)),
        "FLAC": took(lambda: encode(path, folder / "floor.mp4")),
        "peaks": took(lambda: draw(path, folder / "floor.peaks")),
        "voice": took(lambda: hear(path)),
    }
    told = imported(folder / "home", "conversation-turns", path)
    path.unlink()
    print(f"one call of {minutes:g} min, stereo, 44.1 kHz, turns cut; {os.cpu_count()} cores")
    for unit in ("clock", "processor"):
        each = {name: getattr(floor, unit) for name, floor in floors.items()}
        whole, ratio = told[unit], told[unit] / sum(each.values())
        print(f"  {unit}: " + ", ".join(f"{name} {one:.1f} s" for name, one in each.items()), end="; ")
        print(f"import {whole:.1f} s, {ratio:.2f} of their sum (aim: at most 1.5 of the clock)")
    print(f"  memory: {told['own_mb']:.0f} MB above idle (aim: under 100)", end="; ")
    print(f"a process that listens {told['child_mb']:.0f} MB in all")


def bench_clips(folder: Path, count: int) -> None:
    write_clips(folder / "clips", count)
    paths = sorted((folder / "clips").iterdir())

    def both(path: Path) -> None:
        decode(path)
        encode(path, folder / f"{path.stem}.mp4")

    with ThreadPoolExecutor(WORKERS) as pool:
        floor = took(lambda: list(pool.map(both, paths)))
    told = imported(folder / "home", "clip-rating", folder / "clips")
    print(f"{count} clips of 5 s, 44.1 kHz")
    for unit in ("clock", "processor"):
        bare, whole = getattr(floor, unit) / count, told[unit] / told["in"]
        print(f"  {unit}: decode + encode {1 / bare:.0f} a second, import {1 / whole:.0f},", end=" ")
        print(f"ratio {bare / whole:.2f} (aim: at least 0.60 of the clock)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--clips", type=int, default=1000)
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        child(*asked.child)
        return
    with tempfile.TemporaryDirectory() as folder:
        if asked.minutes:
            bench_call(Path(folder), asked.minutes)
    with tempfile.TemporaryDirectory() as folder:
        if asked.clips:
            bench_clips(Path(folder), asked.clips)


if __name__ == "__main__":
    main()
