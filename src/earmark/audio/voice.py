"""How likely it is that somebody speaks: a value every 16 or 32 ms a channel, taken while samples pass.

Detectors report what they hear a little late, by their smoothing; how late was measured on hand-made marks,
and `VoiceSettings` carries it, so that edges come out where the speech is. They hear best at the level of
ordinary recordings and grow deaf 20 dB below it: `gain_to_nominal` says what brings a channel there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.detectors import FRAME_SAMPLES, RATE_HZ, DetectorName, Ear, FrameCutter

NOMINAL_DB: Final = -26.0
"""Level of speech that detectors are brought to: what ITU-T calls nominal, in dB relative to full scale."""

_MOST_GAIN_DB: Final = 30.0
"""Speech softer than -56 dB is not told apart from noise, so it is not raised further."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How probabilities become stretches of speech. Stored with everything that was cut by it.

    Attributes:
        detector: ``fast`` (earshot) or ``accurate`` (Silero).
        threshold: Probability at which speech begins, 0..1.
        release: Probability below which it ends, 0..1, at most ``threshold``.
        shortest_speech_s: Stretches shorter than this are clicks and breaths, and are dropped; seconds.
        shortest_silence_s: Silences shorter than this are closed: stops inside words; seconds.
        padding_s: Added before and after every stretch; seconds.
        onset_late_s: How late the detector reports the beginning of speech; subtracted; seconds.
        offset_late_s: How late it reports the end; subtracted; seconds.
    """

    detector: DetectorName = "fast"
    threshold: float = 0.5
    release: float = 0.5
    shortest_speech_s: float = 0.1
    shortest_silence_s: float = 0.1
    padding_s: float = 0.0
    onset_late_s: float = 0.04
    offset_late_s: float = 0.07


SETTINGS: Final[dict[DetectorName, VoiceSettings]] = {
    "fast": VoiceSettings(),
    "accurate": VoiceSettings(detector="accurate", release=0.35, onset_late_s=0.025, offset_late_s=0.08),
}
"""The settings of each detector. Lateness: medians on 30 clips with hand-made marks (TEN-VAD's test set)."""


def gain_to_nominal(level_db: float | None) -> float:
    """Return the factor that brings speech of this level to `NOMINAL_DB`; 1 for digital silence (None)."""
    if level_db is None:
        return 1.0
    return float(10 ** (min(NOMINAL_DB - level_db, _MOST_GAIN_DB) / 20))


@dataclass(frozen=True, slots=True)
class VoiceTrack:
    """What a detector found in a recording.

    Attributes:
        probabilities: Shape (channels, frames), each 0..1.
        frame_s: Length of a frame in seconds.
        duration_s: Length of the sound; the last frame may reach beyond it.
    """

    probabilities: NDArray[np.float32]
    frame_s: float
    duration_s: float


class VoiceMeter:
    """Listens block by block to sound of any rate; memory grows by 4 bytes a frame and channel, no more.

    ``gains`` has a factor for each channel, such as `gain_to_nominal` returns; None leaves levels alone.
    """

    def __init__(
        self,
        *,
        channels: int,
        sample_rate_hz: int,
        detector: DetectorName = "fast",
        gains: Sequence[float] | None = None,
    ) -> None:
        self._ears = [Ear(detector) for _ in range(channels)]
        self._gains = np.array(gains or [1.0] * channels, np.float32).reshape(channels, 1)
        self._frames = FrameCutter(
            channels=channels, sample_rate_hz=sample_rate_hz, frame_samples=FRAME_SAMPLES[detector]
        )
        self._rate = sample_rate_hz
        self._seen = 0
        self._heard: list[NDArray[np.float32]] = [np.empty((channels, 0), np.float32)]

    def add(self, block: NDArray[np.float32]) -> None:
        """Take the next samples, shape (channels, samples), all finite."""
        self._seen += block.shape[1]
        self._hear(self._frames.add(block * self._gains))

    def track(self) -> VoiceTrack:
        """Return what was heard. Ends the stream: nothing can be added after it."""
        self._hear(self._frames.rest())
        return self.so_far()

    def so_far(self) -> VoiceTrack:
        """Return what was heard of the sound so far, without what does not fill a frame yet."""
        heard = np.concatenate(self._heard, axis=1)
        return VoiceTrack(heard, self._frames.frame_samples / RATE_HZ, self._seen / self._rate)

    def _hear(self, frames: NDArray[np.float32]) -> None:
        rows = [list(ear.hear(of)) for ear, of in zip(self._ears, frames, strict=True)]
        self._heard.append(np.array(rows, np.float32).reshape(len(self._ears), -1))
