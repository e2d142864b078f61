"""What a recording is like as a whole, measured while it is decoded: levels, silence, flat tops, likeness."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from earmark.audio.decode import Block
from earmark.audio.speech_level import SpeechLevelMeter
from earmark.audio.speech_watch import SpeechWatch

_FULL_SCALE = 32_768
_NEAR_CEILING = 0.99  # blocks whose loudest sample comes this near the loudest of all have the same ceiling


@dataclass(frozen=True, slots=True)
class ChannelMeasures:
    """One channel of a rendition.

    Attributes:
        highest: Largest absolute sample, 0..1.
        level_db: Level of its speech in dB relative to full scale (`audio.speech_level`); None where it is
            digital silence.
        flat_share: Share of all samples, 0..1, that stand three or more in a row at the ceiling of the
            channel: what is left of peaks that were cut off.
        speech_s: Seconds of speech heard in it, counted to about half a second and no further.
    """

    highest: float
    level_db: float | None
    flat_share: float
    speech_s: float


@dataclass(frozen=True, slots=True)
class SoundMeasures:
    """A whole recording.

    Attributes:
        channels: One a channel.
        likeness: Correlation of the two channels, -1..1, whatever their levels: 1 where they hold the same
            sound. None for one channel, or where one of them is digital silence.
    """

    channels: tuple[ChannelMeasures, ...]
    likeness: float | None

    @property
    def level_db(self) -> float | None:
        """Level of the louder channel."""
        return max((one.level_db for one in self.channels if one.level_db is not None), default=None)


class SoundMeter:
    """Measures samples as they pass; memory does not grow with the length."""

    def __init__(self, *, channels: int, sample_rate_hz: int) -> None:
        self._samples = 0
        self._levels = SpeechLevelMeter(channels=channels, sample_rate_hz=sample_rate_hz)
        self._speech = SpeechWatch(channels=channels, sample_rate_hz=sample_rate_hz)
        self._ceilings = [_Ceiling() for _ in range(channels)]
        self._products = np.zeros((channels, channels))

    def add(self, samples: NDArray[np.int16]) -> None:
        """Take the next samples of the rendition, shape (channels, samples)."""
        if samples.shape[1] == 0:
            return
        self._samples += samples.shape[1]
        block: Block = samples * np.float32(1 / _FULL_SCALE)
        self._levels.add(block)
        self._speech.add(block)
        if len(block) > 1:
            self._products += block @ block.T
        for ceiling, channel in zip(self._ceilings, samples, strict=True):
            ceiling.add(channel)

    def measures(self) -> SoundMeasures:
        """Return the measures of all samples. Ends the stream: nothing can be added after it."""
        levels, speech = self._levels.levels_db(), self._speech.finish()
        channels = (
            ChannelMeasures(
                highest=ceiling.highest / _FULL_SCALE,
                level_db=level,
                flat_share=ceiling.flat / self._samples if self._samples else 0.0,
                speech_s=heard,
            )
            for ceiling, level, heard in zip(self._ceilings, levels, speech, strict=True)
        )
        return SoundMeasures(tuple(channels), self._likeness())

    def _likeness(self) -> float | None:
        powers = np.diag(self._products)
        if len(powers) != 2 or not powers.all():  # noqa: PLR2004 - two channels
            return None
        return float(self._products[0, 1] / np.sqrt(powers[0] * powers[1]))


@dataclass(slots=True)
class _Ceiling:
    """The largest absolute sample of a channel, and how often samples stand still there."""

    highest: int = 0
    _blocks: list[tuple[int, int]] = field(default_factory=list)

    def add(self, samples: NDArray[np.int16]) -> None:
        top, bottom = int(samples.max()), int(samples.min())
        loudest = max(top, -bottom)
        flat = _flat(samples >= top - 1) + _flat(samples <= bottom + 1) if loudest else 0
        self.highest = max(self.highest, loudest)
        self._blocks.append((loudest, flat))

    @property
    def flat(self) -> int:
        """Samples in flat tops, by the blocks that reach the ceiling."""
        return sum(flat for loudest, flat in self._blocks if loudest >= _NEAR_CEILING * self.highest)


def _flat(at_ceiling: NDArray[np.bool_]) -> int:
    """Count the samples that have both neighbours at the ceiling, too."""
    return int(np.count_nonzero(at_ceiling[:-2] & at_ceiling[1:-1] & at_ceiling[2:]))
