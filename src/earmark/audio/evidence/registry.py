"""The detectors, in the order in which they look. A new one is a file, and its name here."""

from __future__ import annotations

from typing import Final

from earmark.audio.evidence.clicks import CLICKS
from earmark.audio.evidence.clipping import CLIPPING
from earmark.audio.evidence.material import Detector

DETECTORS: Final[tuple[Detector, ...]] = (CLIPPING, CLICKS)
