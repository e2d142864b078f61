"""How fast the statistics of ratings are, beside peers: prints a table and fails below a floor.

Peers that install are timed in this run (evalica, where EARMARK_PEERS names a Python that has it); others
were timed once, beside a yardstick of sorting five million numbers (0.044 s then) and a Cholesky
decomposition of a thousand rows (0.017 s), by which their seconds are scaled to this machine. CPU seconds,
one thread, best of three.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from earmark.stats.alpha import krippendorff_alpha
from earmark.stats.alpha_intervals import alpha_bootstrap
from earmark.stats.labels.dawid_skene import dawid_skene
from earmark.stats.labels.mace import mace
from earmark.stats.mixed import crossed_model
from earmark.stats.ratings import Ratings, ratings
from earmark.stats.subject_model import annex_e

DATA = Path(os.environ.get("EARMARK_TEST_DATA") or Path(__file__).parents[2].parent / "shared" / "data")


@dataclass(frozen=True, slots=True)
class Line:
    """One goal: ours over the peer's, what is wished for and what must hold."""

    name: str
    ours: float
    peer: float | None
    goal: float
    floor: float
    unit: str = "s"

    @property
    def ratio(self) -> float | None:
        return None if self.peer is None else self.ours / self.peer


def cpu(run: Callable[[], object], *, best_of: int = 3) -> float:
    taken = []
    for _ in range(best_of):
        start = time.process_time()
        run()
        taken.append(time.process_time() - start)
    return min(taken)


def yardstick() -> float:
    """How much slower this machine is now than the one on which peers were timed."""
    random = np.random.default_rng(0)
    numbers, square = random.random(5_000_000), random.random((1000, 1000))
    positive = square @ square.T + 1000 * np.eye(1000)
    return (cpu(lambda: np.sort(numbers)) + cpu(lambda: np.linalg.cholesky(positive))) / (0.044 + 0.017)


def crossed(n: int, *, items: int, raters: int, levels: int = 5) -> Ratings:
    random = np.random.default_rng(1)
    return ratings(
        random.integers(0, items, n), random.integers(0, raters, n), random.integers(1, levels + 1, n)
    )


def alpha_of_a_million() -> tuple[float, float, float]:
    """Return seconds of alpha, of coding its three columns of whole numbers, and megabytes of both."""
    random = np.random.default_rng(1)
    columns = [
        random.integers(0, 10**4, 10**6),
        random.integers(0, 1000, 10**6),
        random.integers(1, 6, 10**6),
    ]
    coded = ratings(*columns)
    seconds, coding = cpu(lambda: krippendorff_alpha(coded)), cpu(lambda: ratings(*columns))
    tracemalloc.start()
    krippendorff_alpha(ratings(*columns))
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return seconds, coding, peak


def annex_step(n: int, *, items: int, raters: int) -> float:
    """Return seconds a step of Annex E on a design of so many ratings."""
    found = crossed(n, items=items, raters=raters)
    return cpu(lambda: annex_e(found)) / annex_e(found).steps


def vcc_2018() -> Ratings | None:
    folder = DATA / "ratings" / "mos"
    if not folder.is_dir():
        return None
    rows = [
        line.split(",")
        for part in ("training", "valid", "testing")
        for line in (folder / f"vcc2018_{part}_ratings.csv").read_text(encoding="utf-8").splitlines()[1:]
    ]
    clip, _, score, judge = zip(*rows, strict=True)
    return ratings(clip, judge, [float(one) for one in score], condition=[one.split("_")[0] for one in clip])


def peers() -> dict[str, float]:
    python = os.environ.get("EARMARK_PEERS")
    if not python:
        return {}
    script = Path(__file__).with_name("stats_peer.py")
    return json.loads(subprocess.run([python, script], check=True, capture_output=True, text=True).stdout)


def import_seconds() -> float:
    modules = "alpha_intervals, chance_corrected, icc, mos, contrasts, subject_em, labels.mace"
    code = ";".join(f"import earmark.stats.{one.strip()}" for one in modules.split(","))
    measured = f"import time; start = time.process_time(); {code}; print(time.process_time() - start)"
    runs = [
        subprocess.run([sys.executable, "-c", measured], check=True, capture_output=True) for _ in range(3)
    ]
    return min(float(run.stdout) for run in runs)


def lines() -> list[Line]:
    slower, known = yardstick(), peers()
    seconds, coding, megabytes = alpha_of_a_million()
    small, large = crossed(10**4, items=1000, raters=100), crossed(10**5, items=10**4, raters=1000)
    labels = crossed(10**6, items=10**5, raters=1000)
    complete = crossed(20_000, items=1000, raters=100)
    found = [
        Line("1 alpha, 1e6 ratings", seconds, known.get("alpha"), 1 / 25, 1 / 10),
        Line("  coding them from columns of numbers", coding, None, 0, 0),
        Line("2 memory beyond the input", megabytes, 1.0, 10, 30, "MB"),
        Line(
            "3 alpha, 1000 two-way resamples, 1e4",
            cpu(lambda: alpha_bootstrap(small), best_of=5),
            known.get("bootstrap"),
            1 / 60,
            1 / 20,
        ),
        Line(
            "  the same of 1e5",
            cpu(lambda: alpha_bootstrap(large)),
            known.get("bootstrap of 1e5"),
            1 / 60,
            1 / 20,
        ),
        Line(
            "11 Dawid-Skene, 1e6 labels, 20 steps",
            cpu(lambda: dawid_skene(labels, steps=20, tolerance=-1)),
            7.9 * slower,
            1 / 12,
            1 / 6,
        ),
        Line(
            "12 MACE, 1e6 labels, 10 steps",
            cpu(lambda: mace(labels, steps=10, starts=1, tolerance=-1)),
            6.7 * slower,
            1 / 12,
            1 / 6,
        ),
        Line("13 Annex E, 2e4 ratings", cpu(lambda: annex_e(complete)), 0.164 * slower, 1 / 15, 1 / 8),
        Line(
            "14 Annex E, a step at 1e5 over one at 2e4",
            annex_step(10**5, items=10**4, raters=1000),
            annex_step(20_000, items=1000, raters=100),
            8,
            12,
        ),
        Line("20 import", import_seconds(), 1.0, 0.5, 0.8),
    ]
    vcc = vcc_2018()
    if vcc is not None:
        found.append(
            Line("15 crossed mixed model, VCC 2018", cpu(lambda: crossed_model(vcc)), 4.1 * slower, 1 / 4, 1)
        )
    return found


def main() -> None:
    failed = False
    for line in lines():
        if line.ratio is None:
            print(f"{line.name:45} {line.ours:9.4f} {line.unit}   peer not here")
            continue
        met = (
            "goal"
            if line.ratio <= line.goal
            else ("floor" if line.ratio <= line.floor else "BELOW THE FLOOR")
        )
        failed |= met == "BELOW THE FLOOR"
        wanted = f"ratio {line.ratio:8.4f}   goal {line.goal:.4f}"
        print(f"{line.name:45} {line.ours:9.4f} {line.unit}   {wanted}   {met}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
