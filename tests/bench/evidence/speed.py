"""How fast and how lean the analysis is: ``python tests/bench/evidence/speed.py [--hours 3]``.

The demo's calls, one after the other, are analysed for ten minutes: the agent alone by what needs the samples
(tier 0), and both channels by everything but models (tiers 0 and 1), on one processor and on two; the same
with noise 60 dB below full scale, since the demo's pauses are zeros, which cost little. Seconds are those of
the run that took the fewest. Then each length and rate is analysed by processes of their own, whose largest
memory is told beside twice the decoded sound and 64 MB: what two processes share counts once, and what one
holds before it has any sound is told apart. Aims: tier 0 1,000 times as fast as it sounds, a call in 2 s on
two processors, that memory.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy comes

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import numpy as np
import soundfile
import soxr

from earmark.audio.evidence.analysis import analyse_apart
from earmark.audio.evidence.material import Detector, Material
from earmark.audio.evidence.registry import SIGNAL, TURNS, VOICE

CALLS: Final = Path(__file__).parents[3] / "src" / "earmark" / "demo" / "calls"
RATES_HZ: Final = (8000, 24_000)
MB: Final = 1 << 20
RUNS: Final = 5
LOOK_S: Final = 0.01
READY_S: Final = 0.3


def write_call(
    path: Path, *, rate: int, seconds: float, channels: tuple[int, ...] = (0, 1), noise: float = 0.0
) -> Path:
    """Write the demo's calls with a second between them, again and again, with noise of this rms."""
    parts = []
    for call in sorted(CALLS.glob("*.flac")):
        samples, own = soundfile.read(call, dtype="float32", always_2d=True)
        parts += [soxr.resample(samples[:, channels], own, rate), np.zeros((rate, len(channels)), np.float32)]
    once = np.concatenate(parts)
    once += noise * np.random.default_rng(1).standard_normal(once.shape, np.float32)
    left = round(seconds * rate)
    with soundfile.SoundFile(path, "w", rate, len(channels), "PCM_16") as out:
        while left:
            out.write(once[:left])
            left -= len(once[:left])
    return path


def least(work: Callable[[], object]) -> tuple[float, float]:
    """Return processor seconds, of children too, and seconds of the run that took the fewest of these."""
    runs = []
    for _ in range(RUNS):
        processor, clock = sum(os.times()[:4]), time.perf_counter()
        work()
        runs.append((time.perf_counter() - clock, sum(os.times()[:4]) - processor))
    seconds, processor = min(runs)
    return processor, seconds


def print_speeds(folder: Path) -> None:
    """Print how many times as fast as the sound each tier is."""
    mono = write_call(folder / "mono.wav", rate=24_000, seconds=600, channels=(1,))
    call = write_call(folder / "call.wav", rate=24_000, seconds=600)
    noisy = write_call(folder / "noisy.wav", rate=24_000, seconds=600, noise=0.001)
    print("ten minutes at 24 kHz        processor s       s   x real time (of a channel, by processor s)")
    for name, path, detectors, count in (
        ("tier 0, one channel", mono, SIGNAL, 1),
        ("tier 0, two channels", call, SIGNAL, 1),
        ("tiers 0+1, two channels", call, SIGNAL + TURNS + VOICE, 1),
        ("the same, two processors", call, SIGNAL + TURNS + VOICE, 2),
        ("the same over noise", noisy, SIGNAL + TURNS + VOICE, 1),
        ("and on two processors", noisy, SIGNAL + TURNS + VOICE, 2),
    ):
        took = least(lambda p=path, d=detectors, c=count: analyse_apart(p, detectors=d, processors=c))
        seconds = 600 * (1 if path == mono else 2)
        print(f"{name:28} {took[0]:11.2f} {took[1]:7.2f} {seconds / took[0]:11.0f}")
    print()
    for name, path, detectors in (
        ("tier 0, one channel", mono, SIGNAL),
        ("tiers 0+1, two channels", call, SIGNAL + TURNS + VOICE),
    ):
        print(f"{name}, ms of each step:", ", ".join(steps(path, detectors)))
    print()


def steps(path: Path, detectors: tuple[Detector, ...]) -> Iterator[str]:
    """Yield what each detector takes, and what several share, the longest first."""
    own: dict[str, float] = defaultdict(float)
    inner = [0.0]
    shared = Material.shared

    def timed(material: Material, name: str, make: Callable[[], object]) -> object:
        def work() -> object:
            began = time.process_time()
            inner.append(0.0)
            made = make()
            took = time.process_time() - began
            own[name.removeprefix("found by ").rstrip(" 01")] += took - inner.pop()
            inner[-1] += took
            return made

        return shared(material, name, work)

    Material.shared = timed  # type: ignore[assignment, method-assign]
    try:
        analyse_apart(path, detectors=detectors)
    finally:
        Material.shared = shared  # type: ignore[method-assign]
    for name, seconds in sorted(own.items(), key=lambda each: -each[1]):
        yield f"{name} {1000 * seconds:.0f}"


def resident_mb(pid: int) -> float:
    """Return the memory of a process in MB, and what its children have of their own."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        own = sum(told_kb(each, "Private_Clean") + told_kb(each, "Private_Dirty") for each in children)
        return (told_kb(pid, "Rss") + own) / 1024
    except OSError:
        return 0.0  # one has ended meanwhile


def told_kb(pid: int | str, name: str) -> int:
    """Return what Linux tells of a process, 0 where it is no more."""
    found = re.search(rf"{name}:\s*(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text("ascii"))
    return int(found[1]) if found else 0


def memory_mb(path: Path) -> tuple[float, float]:
    """Return what a process that analyses a call has before it, and the most that it has with its twin."""
    with subprocess.Popen([sys.executable, __file__, "--one", str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        before = largest = resident_mb(process.pid)
        while process.poll() is None:
            largest = max(largest, resident_mb(process.pid))
            time.sleep(LOOK_S)
    return before, largest


def print_memory(folder: Path, hours: float) -> None:
    """Print the largest memory of a process that analyses a call of each length and rate."""
    print(f"{'memory, MB':28} {'decoded':>9} {'bound':>7} {'largest':>8} {'before':>7}")
    for seconds in (600, 3600, *([3600 * hours] if hours > 1 else [])):
        for rate in RATES_HZ:
            path = write_call(folder / "long.wav", rate=rate, seconds=seconds)
            before, largest = memory_mb(path)
            decoded = seconds * rate * 2 * 2 / MB
            name = f"{seconds / 60:.0f} min at {rate / 1000:g} kHz, stereo"
            print(f"{name:28} {decoded:9.0f} {2 * decoded + 64:7.0f} {largest:8.0f} {before:7.0f}")


def main() -> None:
    """Print both tables, or the memory of one analysis."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=1, help="length of the longest call")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print("ready", flush=True)
        time.sleep(READY_S)
        analyse_apart(arguments.one, processors=2)
        return
    with tempfile.TemporaryDirectory(prefix="earmark-bench-") as folder:
        print_speeds(Path(folder))
        print_memory(Path(folder), arguments.hours)


if __name__ == "__main__":
    main()
