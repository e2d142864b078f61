"""Hours of speech without a fault: how often detectors tell of one.

    PYTHONPATH=src:tests:tests/bench/evidence python tests/bench/evidence/synthetic.py [HOURS] [--json FILE]

First synthetic voices (`spoken.py`), by voice and by what became of it; then real speech: the clean clips
of the collection beside the repository with those that ship, and prompts that Debian ships (`packaged.py`).
A rate has a bound: with 95 % certainty it is at most that of three more (so 3 / hours where there is none).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np
from injection import Clip, clean_clips
from packaged import prompts
from spoken import clips as spoken_clips

from earmark import audio
from earmark.audio.evidence.registry import DETECTORS

Sound = tuple[str, str, np.ndarray, int]
"""What it is (a way, a collection), whose it is (a voice), samples of 16 bits, their rate."""
REAL_LONGEST_S: Final = 600.0


@dataclass
class Told:
    """What was found in sound of one kind: how many of each kind, by voice."""

    seconds: float = 0.0
    rows: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def hours(self) -> float:
        return self.seconds / 3600

    def rates(self) -> list[dict[str, Any]]:
        return [
            {
                "kind": kind,
                "an_hour": by.total() / self.hours,
                "at_most": (by.total() + 3) / self.hours,
                "by": dict(by.most_common()),
            }
            for kind, by in sorted(self.rows.items())
        ]


def synthetic(hours: float) -> Iterator[Sound]:
    """Yield clips of synthetic voices."""
    for clip in spoken_clips(hours):
        yield f"synthetic, {clip.way}", clip.voice, clip.samples, clip.rate


def real() -> Iterator[Sound]:
    """Yield clips of people and of neural voices in the collection, and packaged prompts of people."""

    def sound(kind: str, voice: str, clip: Clip) -> Sound:
        return kind, voice, np.rint(np.clip(clip.samples, -1, 1) * 32_767).astype(np.int16), clip.rate

    for clip in clean_clips(longest_s=REAL_LONGEST_S):
        yield sound("collection", clip.name.partition("/")[0], clip)
    for clip in prompts():
        yield sound("packaged prompts", clip.name.partition("/")[0], clip)


def count(sounds: Iterator[Sound]) -> dict[str, Told]:
    """Look with every detector."""
    told: dict[str, Told] = {}
    for kind, voice, samples, rate in sounds:
        here = told.setdefault(kind, Told())
        here.seconds += len(samples) / rate
        for row in audio.analyse(samples, sample_rate=rate, detectors=DETECTORS).rows:
            if row.severity and (row.scope == "event" or row.kind == "hum"):
                here.rows.setdefault(row.kind, Counter())[voice] += 1
    return told


def main() -> None:
    """Print what was found in an hour, by kind; keep it as JSON where that is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("hours", nargs="?", type=float, default=5.0)
    parser.add_argument("--json", type=Path, help="keep the table here, too")
    asked = parser.parse_args()
    told = count(chain(real(), synthetic(asked.hours)))
    for kind, here in told.items():
        print(f"\n{kind}: {here.hours:.2f} hours; others have at most {3 / here.hours:.1f} an hour")
        for line in here.rates():
            print("{kind:14} {an_hour:8.2f} an hour, at most {at_most:8.2f}  {by}".format(**line))
    if asked.json:
        table = {kind: {"hours": here.hours, "rates": here.rates()} for kind, here in told.items()}
        asked.json.write_text(json.dumps(table, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
