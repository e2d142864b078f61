"""Where somebody speaks in one channel, as a detector of speech hears it.

A detector takes longer than most of what looks at the signal, so it hears only what could be speech: frames
that stand out of the noise, and what is near them. Everything else is no speech without being heard.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.detectors import FRAME_SAMPLES, RATE_HZ, DetectorName, Ear
from earmark.audio.evidence.noisy_speech import ended_by_level, settings_in_noise
from earmark.audio.evidence.recording import Chunk
from earmark.audio.evidence.runs import widened
from earmark.audio.stretches import Stretch, stretches_of
from earmark.audio.voice import SETTINGS, VoiceMeter, VoiceTrack, gain_to_nominal
from earmark.audio.voice_band import LEVEL_SAMPLES, VoiceBand
from earmark.audio.voice_file import blocks_of

_ABOVE_NOISE_DB: Final = 4.0
_NOISE_SHARE: Final = 0.1
_LEAST_DB: Final = -90.0
_BELOW_SPEECH_DB: Final = 25.0
"""The noise of a channel without a pause would be taken from its speech: what is so near to it is heard."""
_NEAR_S: Final = 0.4


def speech_in(band: VoiceBand, channel: int, detector: DetectorName) -> tuple[Stretch, ...]:
    """Return the stretches of speech of one channel, in order."""
    heard = np.concatenate([np.empty(0, np.float32), *_heard(band, channel, detector)])
    powers, frame_s = band.powers_db[channel], FRAME_SAMPLES[detector] / RATE_HZ
    track = VoiceTrack(heard[None], frame_s, band.duration_s)
    if detector == "accurate":  # it tells noise from speech by itself
        return stretches_of(track, SETTINGS[detector])[0]
    (found,) = stretches_of(track, settings_in_noise(SETTINGS[detector], heard, frame_s, powers))
    return ended_by_level(found, powers)


def speaks_in(blocks: Iterable[Chunk], sample_rate_hz: int, level_db: float, detector: DetectorName) -> bool:
    """Tell whether there is speech in sound of one channel; what comes after the first of it is not heard.

    ``level_db`` is the level of the speech in it, relative to full scale.
    """
    meter = VoiceMeter(
        channels=1, sample_rate_hz=sample_rate_hz, detector=detector, gains=[gain_to_nominal(level_db)]
    )
    for block in blocks:
        meter.add(block.samples[None])
        if any(stretches_of(meter.so_far(), SETTINGS[detector])):
            return True
    return any(stretches_of(meter.track(), SETTINGS[detector]))


def _heard(band: VoiceBand, channel: int, detector: DetectorName) -> Iterator[NDArray[np.float32]]:
    """Yield the probability of speech in each frame, 0 in those that are not worth hearing."""
    size, gain = FRAME_SAMPLES[detector], np.float32(gain_to_nominal(band.level_db(channel)))
    wanted, ear = _worth_hearing(band, channel, size), Ear(detector)
    at = 0
    for block in blocks_of(band.path, channels=band.channels, channel=channel):
        frames = _frames(block[0], size)
        inside = wanted[at : at + len(frames)]
        heard = np.zeros(len(frames), np.float32)
        if inside.any():
            loud = np.clip(frames[inside] * gain, -1, 1)
            heard[inside] = np.fromiter(ear.hear(loud), np.float32, len(loud))
        yield heard
        at += len(frames)


def _frames(samples: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Return a block as frames, shape (frames, size), the last filled up with silence."""
    return np.pad(samples, (0, -len(samples) % size)).reshape(-1, size)


def _worth_hearing(band: VoiceBand, channel: int, size: int) -> NDArray[np.bool_]:
    """Mark the detector's frames that stand out of the noise, and what is within 0.4 s of them."""
    powers = band.powers_db[channel]
    sounding = powers[powers > _LEAST_DB]
    noise = float(np.quantile(sounding, _NOISE_SHARE)) if len(sounding) else _LEAST_DB
    speech = band.level_db(channel) or 0.0
    bound = max(_LEAST_DB, min(noise + _ABOVE_NOISE_DB, speech - _BELOW_SPEECH_DB))
    loud = widened(powers > bound, round(_NEAR_S * RATE_HZ / LEVEL_SAMPLES))
    count = -(-len(powers) * LEVEL_SAMPLES // size)
    first = np.arange(count) * size // LEVEL_SAMPLES
    return loud[np.minimum(first, len(loud) - 1)]
