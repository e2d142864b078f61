"""Hours of synthetic speech without a fault: how often detectors tell of one.

    PYTHONPATH=src:tests:tests/bench/evidence python tests/bench/evidence/synthetic.py [HOURS]

Eight voices of Debian's espeak-ng and flite read the prose of this repository, each as it comes (with pauses
of digital silence), over a soft noise, and by telephone (8 kHz). The clips are made once and kept under
EARMARK_BENCH_CACHE, the system's temporary folder as a rule. A rate has a bound: with 95 % certainty it is at
most that of three more.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import soundfile
import soxr

from earmark import audio
from earmark.audio.evidence.registry import DETECTORS

ROOT: Final = Path(__file__).parents[3]
CACHE: Final = Path(os.environ.get("EARMARK_BENCH_CACHE", tempfile.gettempdir())) / "earmark-voices"
ESPEAK: Final = ("en-us+m3", "en-gb+f2", "en-us+f4", "ko+f1")
FLITE: Final = ("slt", "rms", "awb", "kal16")
WAYS: Final = ("as it comes", "over noise", "by telephone")
NOISE_DB: Final = -65.0
CLIP_CHARACTERS: Final = 900


@dataclass(frozen=True, slots=True)
class Spoken:
    """One clip of one voice."""

    voice: str
    way: str
    samples: np.ndarray
    rate: int


def texts(language: str) -> list[str]:
    """Return prose of this repository in pieces of about a minute."""
    pages = sorted(ROOT.glob(f"src/earmark/protocols/builtin/*/guide/{language}/*.md"))
    pages += sorted(ROOT.glob("docs/*.md")) if language == "en" else []
    plain = " ".join(
        re.sub(r"```.*?```|[|`#*_<>\\[\\](){}=]", " ", page.read_text("utf-8"), flags=re.DOTALL)
        for page in pages
    )
    sentences = re.split(r"(?<=[.?!]) +", re.sub(r"\s+", " ", plain))
    pieces, piece = [], ""
    for sentence in sentences:
        piece += f"{sentence} "
        if len(piece) > CLIP_CHARACTERS:
            pieces.append(piece)
            piece = ""
    return pieces


def speak(voice: str, text: str, out: Path) -> None:
    """Write a clip, unless it is there."""
    if out.exists():
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    under_way = out.with_suffix(".part.wav")
    if voice in FLITE:
        command = ["flite", "-voice", voice, "-t", text, "-o", str(under_way)]
    else:
        command = ["espeak-ng", "-v", voice, "-w", str(under_way), "--stdin"]
    subprocess.run(command, check=True, capture_output=True, input=text.encode())
    under_way.rename(out)


def clips(hours: float) -> Iterator[Spoken]:
    """Yield clips of all voices in turn until there are so many hours."""
    seconds, number = 0.0, 0
    voices = [*ESPEAK, *FLITE]
    prose = {language: texts(language) for language in ("en", "ko")}
    while seconds < 3600 * hours:
        for voice in voices:
            pieces = prose["ko" if voice.startswith("ko") else "en"]
            out = CACHE / voice / f"{number}.wav"
            speak(voice, pieces[number % len(pieces)], out)
            samples, rate = soundfile.read(out, dtype="float32")
            way = WAYS[number % len(WAYS)]
            seconds += len(samples) / rate
            yield Spoken(voice, way, *changed(samples, rate, way, seed=number))
        number += 1


def changed(samples: np.ndarray, rate: int, way: str, *, seed: int) -> tuple[np.ndarray, int]:
    """Return a clip as one of `WAYS` brings it."""
    if way == "by telephone":
        samples, rate = soxr.resample(samples, rate, 8000), 8000
    if way != "as it comes":
        samples = samples + np.random.default_rng(seed).normal(0, 10 ** (NOISE_DB / 20), len(samples))
    return np.rint(np.clip(samples, -1, 1) * 32_767).astype(np.int16), rate


def main() -> None:
    """Print what was found in an hour, by kind, way and voice."""
    found: Counter[tuple[str, str, str]] = Counter()
    seconds: Counter[str] = Counter()
    for clip in clips(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0):
        seconds[clip.way] += len(clip.samples) / clip.rate
        for row in audio.analyse(clip.samples, sample_rate=clip.rate, detectors=DETECTORS).rows:
            if row.severity and row.scope == "event":
                found[row.kind, clip.way, clip.voice] += 1
    hours = {way: value / 3600 for way, value in seconds.items()}
    print(f"{sum(hours.values()):.2f} hours:", ", ".join(f"{way} {each:.2f}" for way, each in hours.items()))
    for kind in sorted({kind for kind, _, _ in found}):
        for way, length in hours.items():
            count = sum(n for (one, other, _), n in found.items() if (one, other) == (kind, way))
            by = {voice: n for (one, other, voice), n in sorted(found.items()) if (one, other) == (kind, way)}
            print(
                f"{kind:14} {way:13} {count / length:8.2f} an hour, at most {(count + 3) / length:8.2f}  {by}"
            )


if __name__ == "__main__":
    main()
