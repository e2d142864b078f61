"""PLCMOS: what listeners would say of speech that has lost packets, predicted by a network.

Diener, Purin, Sootla, Saabas, Aichner and Cutler, Interspeech 2023, the second model. It is told of a rater
by 64 numbers; its authors draw raters by chance and take a mean, so that the same sound scores differently
every time. Here the raters are always the same two.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.models.runner import network

NETWORK: Final = "plcmos_models/plcmos_v2.onnx"
_FRAME: Final = 512
_HOP: Final = 256
_RATER_NUMBERS: Final = 64
_RATERS: Final = np.random.default_rng(15).normal(size=(2, _RATER_NUMBERS)).astype(np.float32)
_SILENT: Final = -8.0 / np.log10(np.e)
_BELOW_LEAST: Final = 12.0 / np.log10(np.e)


def plcmos(samples: NDArray[np.float32]) -> float:
    """Return the predicted mean opinion score, about 1..5, of sound at 16 kHz with full scale 1."""
    features = _features(samples)[None, None].astype(np.float32)
    scores = [
        network(NETWORK).run(None, {"degraded_audio": features, "rater_embed": rater[None]})[0]
        for rater in _RATERS
    ]
    return float(np.mean(scores))


def _features(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return logarithms of the power, shape (frames, 257); zeros are 120 dB below the least there is."""
    frames = -(-(len(samples) + _HOP) // _HOP)
    padded = np.zeros((frames + 1) * _HOP, np.float64)
    padded[_HOP : _HOP + len(samples)] = samples
    windows = np.lib.stride_tricks.sliding_window_view(padded, _FRAME)[::_HOP]
    shape = np.hamming(_FRAME + 1)[:-1]
    powers = np.abs(np.fft.rfft(windows * shape)) ** 2
    heard = powers > 0
    if not heard.any():
        return np.full(powers.shape, _SILENT / 20)
    logs = np.log(np.where(heard, powers, powers[heard].min())) - np.where(heard, 0.0, _BELOW_LEAST)
    return logs / 20
