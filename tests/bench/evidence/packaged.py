"""Clean speech of people that Debian ships: the prompts of a telephone exchange, 8 kHz, read in a studio.

They come with `asterisk-core-sounds-{en,es,fr,it,ru}-wav` (CC BY-SA 3.0 and CC BY 3.0: Allison Smith, June
Wallack, Carlo, Maxim Topal), in five languages by four speakers, and are read where they are installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import soundfile
from injection import Clip

SOUNDS: Final = Path("/usr/share/asterisk/sounds")
LEAST_S: Final = 3.0
NO_SPEECH: Final = ("silence", "tone.wav", "beep", "monkeys")


def prompts() -> Iterator[Clip]:
    """Yield every prompt that is long enough to have a level of speech."""
    for path in sorted(SOUNDS.glob("*/**/*.wav")):
        name = str(path.relative_to(SOUNDS))
        if not any(mark in name for mark in NO_SPEECH) and soundfile.info(path).duration >= LEAST_S:
            samples, rate = soundfile.read(path, dtype="float32")
            yield Clip(name, samples, rate)
