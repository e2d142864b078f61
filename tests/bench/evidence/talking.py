"""What is told of talks beside what is in them: answers, pauses, barge-ins, listener's words, leaks.

    PYTHONPATH=src:tests:tests/bench/evidence python tests/bench/evidence/talking.py [PART...] [--talks N]

Parts: clean, hand, barging, leaks. Talks are made (`talks.py`); `hand` takes answers to hand-marked speech
of the collection beside the repository, as `beside.py` does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Final

import goals
import numpy as np
from answered import answered
from talks import DELAY_S, RATE, Talk, talk

from earmark import audio
from earmark.audio.evidence.leakage import LEAKAGE
from earmark.audio.evidence.registry import TURNS
from earmark.audio.evidence.rows import Evidence, EvidenceRow

NEAR_S: Final = 0.35
ASTRAY_S: Final = 0.6
LEAKS_DB: Final = (None, -40, -30, -20)


def look(samples: np.ndarray) -> Evidence:
    return audio.analyse(samples, sample_rate=RATE, detectors=TURNS)


def matched(
    rows: Sequence[EvidenceRow], starts: Sequence[float], near_s: float = NEAR_S
) -> list[EvidenceRow | None]:
    """Return for each start the row nearest to it, or None; each row but once."""
    left = list(rows)
    found: list[EvidenceRow | None] = []
    for start in starts:
        best = min(left, key=lambda row: abs(row.start_s - start), default=None)
        if best is not None and abs(best.start_s - start) <= near_s:
            left.remove(best)
            found.append(best)
        else:
            found.append(None)
    return found


def latencies(found: Evidence, truth: Talk) -> list[float | None]:
    """Return by how much the latency of each answer is off; None where it is not told."""
    told = [(row.end_s if row.value > 0 else row.start_s, row.value) for row in found.of("response_latency")]
    off: list[float | None] = []
    for end, gap in truth.answers:
        near = [value for begins, value in told if abs(begins - end - gap) <= NEAR_S]
        off.append(near[0] - gap if near else None)
    return off


def clean(count: int) -> None:
    """Answers and pauses where both sides are clean: no noise but at -80 dBFS."""
    off: list[float | None] = []
    edges: list[float] = []
    pauses: list[bool] = []
    false, seconds = 0, 0.0
    for seed in range(count):
        truth, samples = talk(seed, noise_db=-80)
        found = look(samples)
        off += latencies(found, truth)
        rows = found.of("pause_in_turn")
        hits = matched(rows, [start for start, _ in truth.pauses])
        pauses += [hit is not None for hit in hits]
        false += len(rows) - sum(hit is not None for hit in hits)
        for hit, span in zip(hits, truth.pauses, strict=True):
            edges += [] if hit is None else [1000 * (hit.start_s - span[0]), 1000 * (hit.end_s - span[1])]
        seconds += truth.seconds
    told = [1000 * each for each in off if each is not None]
    goals.least("answers told, clean", len(told) / len(off), 0.98, count=len(off))
    goals.errors("response latency, clean", told, bias=10, median=10, p90=30, unit="ms")
    goals.least("pauses of 0.8 s and more", float(np.mean(pauses)), 0.98, count=len(pauses))
    goals.least("their edges within 30 ms", float(np.mean(np.abs(edges) <= 30)), 0.98, count=len(edges))
    print(f"{'':60} pauses told where none is {false / seconds * 60:.2f} a minute")


def hand(count: int) -> None:
    """Clean answers to speech of people in noise, whose ends are marked by hand."""
    off: list[float] = []
    number = 0
    for number, here in enumerate(answered(), 1):
        rows = look(here.samples).of("response_latency")
        off += [rows[-1].value - here.gap_s] if rows else []
        if number >= 10 * count:
            break
    near = [1000 * each for each in off if abs(each) <= ASTRAY_S]
    goals.least("answers within 0.6 s, hand marks", len(near) / number, 0.9, count=number)
    goals.errors("response latency, hand marks", near, bias=15, median=45, p90=150, unit="ms")


def barging(count: int) -> None:
    """Barge-ins and listener's words at each leak."""
    for leak_db in LEAKS_DB:
        told = Barging()
        for seed in range(count):
            truth, samples = talk(1000 + seed, leak_db=leak_db)
            told.add(look(samples), truth)
        told.show("no leak" if leak_db is None else f"leak {leak_db} dB")


class Barging:
    """Counts of what cuts in and what does not."""

    def __init__(self) -> None:
        self.found: list[bool] = []
        self.yields: list[float] = []
        self.off: list[float | None] = []
        self.right = [0, 0]
        self.wanted = [0, 0]
        self.told = [0, 0]
        self.false = 0
        self.seconds = 0.0

    def add(self, found: Evidence, truth: Talk) -> None:
        """Count a talk."""
        rows, words = found.of("barge_in"), [row for row in found.of("backchannel") if row.role == "user"]
        hits = matched(rows, [start for start, _ in truth.barge_ins])
        self.found += [hit is not None for hit in hits]
        self.yields += [
            1000 * (hit.value - lasts) for hit, (_, lasts) in zip(hits, truth.barge_ins, strict=True) if hit
        ]
        heard = sum(hit is not None for hit in matched(words, [start for start, _ in truth.words]))
        self.right[0] += sum(hit is not None for hit in hits)
        self.right[1] += heard
        for at, (wanted, told) in enumerate(((truth.barge_ins, rows), (truth.words, words))):
            self.wanted[at] += len(wanted)
            self.told[at] += len(told)
        self.false += len(rows) - sum(hit is not None for hit in hits)
        self.seconds += truth.seconds
        self.off += latencies(found, truth)

    def show(self, name: str) -> None:
        """Print the lines."""
        goals.least(f"barge-in, {name}", float(np.mean(self.found)), 0.95, count=len(self.found))
        minutes = self.seconds / 60
        goals.most(f"barge-in false, {name}", self.false / minutes, 0.2, unit="/min", count=round(minutes))
        sizes = np.abs(self.yields)
        goals.most(f"yield, {name}: median", float(np.median(sizes)), 40, unit="ms", count=len(sizes))
        goals.most(f"yield, {name}: P90", float(np.quantile(sizes, 0.9)), 150, unit="ms", count=len(sizes))
        f1 = [
            2 * right / max(1, wanted + told)
            for right, wanted, told in zip(self.right, self.wanted, self.told, strict=True)
        ]
        goals.least(
            f"backchannel against barge-in, F1, {name}", float(np.mean(f1)), 0.9, count=sum(self.wanted)
        )
        told = [1000 * each for each in self.off if each is not None]
        goals.least(f"answers told, {name}", len(told) / len(self.off), 0.95, count=len(self.off))
        goals.errors(f"response latency, {name}", told, bias=15, median=45, p90=150, unit="ms")


def leaks(count: int) -> None:
    """Leaks of the agent into the user's channel, and of people into the agent's; and none."""
    for leak_db in (None, -20, -30, -40, -50, -60):
        told, gains, delays = [], [], []
        for seed in range(count if leak_db is not None else 4 * count):
            source = seed % 2
            _, samples = talk(2000 + seed, leak_db=leak_db, noise_db=-70, source=source)
            samples = samples[:, : 40 * RATE]
            rows = audio.analyse(samples, sample_rate=RATE, detectors=[LEAKAGE]).of("leak")
            here = [row for row in rows if row.extra["source"] == source]
            told.append(bool(rows) if leak_db is None else bool(here))
            gains += [abs(row.value - leak_db) for row in here] if leak_db else []
            delays += [abs(row.extra["delay_ms"] - 1000 * DELAY_S) for row in here]
        if leak_db is None:
            goals.most("leak told where there is none", float(np.sum(told)), 0, unit="", count=len(told))
            continue
        goal = {-50: 0.6, -60: 0.0}.get(leak_db, 0.95)
        goals.least(f"leak {leak_db} dB", float(np.mean(told)), goal, count=len(told))
        if gains:
            goals.least("its gain within 2 dB", float(np.mean(np.array(gains) <= 2)), 0.95, count=len(gains))
            goals.least(
                "its delay within 2 ms", float(np.mean(np.array(delays) <= 2)), 0.95, count=len(delays)
            )


PARTS: Final[dict[str, Callable[[int], None]]] = {
    each.__name__: each for each in (clean, hand, barging, leaks)
}


def main() -> None:
    """Print the parts that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--talks", type=int, default=40, help="how many talks are made")
    asked = parser.parse_args()
    for name in asked.parts or PARTS:
        PARTS[name](asked.talks)


if __name__ == "__main__":
    main()
