"""Voices as directions: stretches of one speaker point nearly the same way, those of two do not."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.models.mels import mel_powers
from earmark.audio.models.runner import network

NETWORK: Final = "voice/voice.onnx"
RATE_HZ: Final = 16_000
FRAME_S: Final = 0.01
WINDOW_FRAMES: Final = 160
"""1.6 s: the network takes no more and no less."""

VOICE_NUMBERS: Final = 256

_FRAME: Final = 400
_HOP: Final = 160
_BANDS: Final = 40
_LEVEL_DB: Final = -30.0
_AT_ONCE: Final = 64


def voice_spectra(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what the network takes of sound at 16 kHz, every 10 ms, shape (frames, 40), at its own level."""
    loud = float(np.sqrt(np.mean(samples**2))) + 1e-9
    level = samples * np.float32(10 ** (_LEVEL_DB / 20) / loud)
    return mel_powers(level, rate_hz=RATE_HZ, size=_FRAME, hop=_HOP, bands=_BANDS)


def voices_at(spectra: NDArray[np.float32], starts: list[int]) -> NDArray[np.float32]:
    """Return the voice of each window of 160 frames, shape (windows, 256), each of length 1."""
    found = [np.empty((0, VOICE_NUMBERS), np.float32)]
    for at in range(0, len(starts), _AT_ONCE):
        windows = [spectra[start : start + WINDOW_FRAMES] for start in starts[at : at + _AT_ONCE]]
        found.append(network(NETWORK).run(None, {"frames": np.stack(windows, axis=1)})[0])
    return np.concatenate(found)
