"""DNSMOS: what listeners would say of the quality of 9 s of speech, predicted by networks.

P.808 predicts the mean opinion score of one question; P.835 predicts three, for the speech itself, for the
background, and for both together. Reddy, Gopal and Cutler, ICASSP 2021 and 2022.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.models.mels import mel_powers
from earmark.audio.models.runner import network

NETWORKS: Final = ("dnsmos_models/model_v8.onnx", "dnsmos_models/sig_bak_ovr.onnx")
"""Of P.808 and of P.835."""

RATE_HZ: Final = 16_000
WINDOW_SAMPLES: Final = 144_160
"""9.01 s: both networks take no more and no less."""

_FRAME: Final = 321
_HOP: Final = 160
_BANDS: Final = 120
_RANGE_DB: Final = 80.0
_POWER_LEAST: Final = 1e-10

_SIGNAL: Final = (-0.08397278, 1.22083953, 0.0052439)
_BACKGROUND: Final = (-0.13166888, 1.60915514, -0.39604546)
_OVERALL: Final = (-0.06766283, 1.11546468, 0.04602535)
"""From what the network says to the scale of listeners: polynomials of the authors, highest power first."""


@dataclass(frozen=True, slots=True)
class P835:
    """Predicted opinion scores of a window, about 1..5.

    Attributes:
        signal: Of the speech itself.
        background: Of what is heard beside it.
        overall: Of both together.
    """

    signal: float
    background: float
    overall: float


def p808(window: NDArray[np.float32]) -> float:
    """Return the predicted mean opinion score, about 1..5, of `WINDOW_SAMPLES` with full scale 1."""
    powers = mel_powers(window[:-_HOP], rate_hz=RATE_HZ, size=_FRAME, hop=_HOP, bands=_BANDS)
    loudness = 10 * np.log10(np.maximum(_POWER_LEAST, powers))
    loudness = np.maximum(loudness - loudness.max(), -_RANGE_DB)
    (scores,) = network(NETWORKS[0]).run(None, {"input_1": ((loudness + 40) / 40)[None].astype(np.float32)})
    return float(scores[0, 0])


def p835(window: NDArray[np.float32]) -> P835:
    """Return the three predicted opinion scores of `WINDOW_SAMPLES` with full scale 1."""
    (scores,) = network(NETWORKS[1]).run(None, {"input_1": window[None].astype(np.float32)})
    signal, background, overall = map(float, scores[0])
    return P835(
        float(np.polyval(_SIGNAL, signal)),
        float(np.polyval(_BACKGROUND, background)),
        float(np.polyval(_OVERALL, overall)),
    )
