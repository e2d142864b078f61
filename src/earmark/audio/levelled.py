"""What raters hear of a pair: renditions at one level and in one form, so that no byte tells which is which.

Both sides come at one rate, with the same number of channels and their gain in the samples. What is left to
tell them apart is what can be heard.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log10
from pathlib import Path
from typing import Final

import numpy as np

from earmark.audio.decode import Block, open_sound
from earmark.audio.flac_file import FlacFile
from earmark.audio.peaks import PeaksFile
from earmark.audio.rendition import FULL_SCALE, quantised
from earmark.audio.resampling import resampled

RATE_HZ: Final = 48_000
"""That of every one of them: the rates of a study's recordings often differ by system."""

Arrange = Callable[[Block], Block]
"""Makes of a block's channels those that are heard."""


def turned(block: Block) -> Block:
    """Let both channels change places."""
    return block[::-1]


def summed(block: Block) -> Block:
    """Hear all channels as one, each as loud as before."""
    together: Block = block.sum(axis=0, keepdims=True)
    return together


def render_levelled(
    source: Path, target: Path, *, peaks: Path, gain_db: float, channels: int, arrange: Arrange | None = None
) -> float:
    """Write a rendition at another level, and its peaks.

    Returns:
        How far its highest sample lies above full scale, in dB, below 0 as a rule. Above 0 the file is of no
        use, since peaks are cut off; where all is silent it is minus infinity.

    Raises:
        UndecodableError: No sound can be taken from the source.
        OSError: The files cannot be written, such as on a full disk.
    """
    factor = np.float32(10 ** (gain_db / 20))
    highest = 0.0
    with (
        open_sound(source) as sound,
        FlacFile(target, sample_rate_hz=RATE_HZ, channels=channels) as out,
        PeaksFile(peaks, sample_rate_hz=RATE_HZ, channels=channels) as drawn,
    ):
        arranged = ((arrange(block) if arrange else block) * factor for block in sound.blocks())
        for block in resampled(arranged, sound.sample_rate_hz, RATE_HZ, channels=channels):
            highest = max(highest, float(np.abs(block).max(initial=0.0)))
            samples = quantised(block)
            out.write(samples)
            drawn.write(samples)
    return 20 * log10(highest * FULL_SCALE / (FULL_SCALE - 1)) if highest else -inf
