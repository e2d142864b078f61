"""Whether anybody speaks at all, for little."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from earmark.audio.decode import Block
from earmark.audio.detectors import FRAME_SAMPLES, RATE_HZ, Ear, FrameCutter
from earmark.audio.speech_level import SpeechLevelMeter
from earmark.audio.voice import SETTINGS, gain_to_nominal


class SpeechWatch:
    """Tells whether anybody speaks at all, for little: each channel is heard until it has spoken enough.

    Speech counts from its first tenth of a second without a break, since noise reaches the threshold for a
    frame now and then.

    Attributes:
        speech_s: Seconds of speech so far in each channel; they stop growing at about ``enough_s``.
    """

    def __init__(self, *, channels: int, sample_rate_hz: int, enough_s: float = 0.5) -> None:
        self._ears = [Ear("fast") for _ in range(channels)]
        self._levels = SpeechLevelMeter(channels=channels, sample_rate_hz=sample_rate_hz)
        self._frames = FrameCutter(
            channels=channels, sample_rate_hz=sample_rate_hz, frame_samples=FRAME_SAMPLES["fast"]
        )
        self._enough_s = enough_s
        self.speech_s = [0.0] * channels
        self._unbroken_s = [0.0] * channels

    @property
    def done(self) -> bool:
        """Whether every channel has spoken enough, so that nothing more need be added."""
        return min(self.speech_s) >= self._enough_s

    def add(self, block: Block) -> None:
        """Take the next samples, shape (channels, samples); free once all channels have spoken enough.

        They are brought to the nominal level by what was loudest so far, the block itself included.
        """
        if self.done:
            return
        self._levels.add(block)
        gains = [gain_to_nominal(level) for level in self._levels.levels_db()]
        self._hear(self._frames.add(block * np.array(gains, np.float32).reshape(-1, 1)))

    def finish(self) -> tuple[float, ...]:
        """End the stream and return the seconds of speech of each channel, at most about ``enough_s``."""
        if not self.done:
            self._hear(self._frames.rest())
        return tuple(self.speech_s)

    def _hear(self, frames: NDArray[np.float32]) -> None:
        for channel, ear in enumerate(self._ears):
            if self.speech_s[channel] >= self._enough_s or not frames[channel].any():
                continue  # it has spoken enough, or is digital silence
            for probability in ear.hear(frames[channel]):
                self._count(channel, probability)
                if self.speech_s[channel] >= self._enough_s:
                    break

    def _count(self, channel: int, probability: float) -> None:
        frame_s, settings = FRAME_SAMPLES["fast"] / RATE_HZ, SETTINGS["fast"]
        before = self._unbroken_s[channel]
        now = self._unbroken_s[channel] = before + frame_s if probability >= settings.threshold else 0.0
        if now >= settings.shortest_speech_s:
            self.speech_s[channel] += frame_s if before >= settings.shortest_speech_s else now
