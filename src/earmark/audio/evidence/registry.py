"""The detectors, in the order in which they look. A new one is a file, and its name here."""

from __future__ import annotations

from typing import Final

from earmark.audio.evidence.bandwidth import BANDWIDTH
from earmark.audio.evidence.clicks import CLICKS
from earmark.audio.evidence.clipping import CLIPPING
from earmark.audio.evidence.cuts import CUTS
from earmark.audio.evidence.dropouts import DROPOUTS
from earmark.audio.evidence.hum import HUM
from earmark.audio.evidence.interruptions import INTERRUPTIONS
from earmark.audio.evidence.latency import LATENCIES
from earmark.audio.evidence.leakage import LEAKAGE
from earmark.audio.evidence.level_steps import LEVEL_STEPS
from earmark.audio.evidence.loudness import LOUDNESS
from earmark.audio.evidence.material import Detector
from earmark.audio.evidence.noise import NOISE
from earmark.audio.evidence.pauses import PAUSES
from earmark.audio.evidence.pitch import PITCH
from earmark.audio.evidence.predictions import PREDICTIONS
from earmark.audio.evidence.rate import RATES
from earmark.audio.evidence.repeats import REPEATS
from earmark.audio.evidence.sibilance import SIBILANCE
from earmark.audio.evidence.trains import TRAINS
from earmark.audio.evidence.voice_changes import VOICES

SIGNAL: Final[tuple[Detector, ...]] = (
    CLIPPING,
    CLICKS,
    DROPOUTS,
    REPEATS,
    TRAINS,
    CUTS,
    HUM,
    NOISE,
    BANDWIDTH,
    SIBILANCE,
    LOUDNESS,
    LEVEL_STEPS,
    LEAKAGE,
)
"""What needs the samples alone."""

TURNS: Final[tuple[Detector, ...]] = (PAUSES, LATENCIES, INTERRUPTIONS)
"""What needs to know who speaks when."""

VOICE: Final[tuple[Detector, ...]] = (RATES, PITCH, VOICES)
"""What a voice does within its turns."""

MODELS: Final[tuple[Detector, ...]] = (PREDICTIONS,)
"""What models say, where they are asked."""

DETECTORS: Final = SIGNAL + TURNS + VOICE + MODELS
