"""How loud a channel is at every moment, and what in it is speech, pause and nothing at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.recording import Recording

FRAME_MS: Final = 10
SILENCE_DB: Final = -90.0
"""What is softer is digital silence: zeros, and the last bit's flicker."""

_LOUDEST_SHARE: Final = 0.005
_RANGE_DB: Final = 20.0
_SPEAKING_DB: Final = -25.0
_ABOVE_FLOOR_DB: Final = 6.0
_FEWEST_FRAMES: Final = 10
_TINY: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Levels:
    """One channel on a grid of about 1 ms, and what follows from it.

    Attributes:
        step: Samples of the grid.
        sample_rate_hz: Rate of the samples.
        power: Shape (steps,): mean square of each step, full scale 1.
        frames_db: Shape (frames,): mean power of every ten steps in dB.
        speech_db: Level of the speech: mean power of the frames at most 20 dB below the loudest half per
            cent; None where everything is digital silence.
        floor_db: The tenth percentile of frames that are no digital silence; None likewise.
        speaking: Shape (frames,): frames within 25 dB of the speech, and 6 dB above the floor where the two
            are that far apart.
        sounding: Shape (frames + 1,): frames that hold anything but zeros, and what is left behind the last.
    """

    step: int
    sample_rate_hz: int
    power: NDArray[np.float32]
    frames_db: NDArray[np.float32]
    speech_db: float | None
    floor_db: float | None
    speaking: NDArray[np.bool_]
    sounding: NDArray[np.bool_]

    @property
    def frame_s(self) -> float:
        """Length of a frame in seconds."""
        return self.step * FRAME_MS / self.sample_rate_hz

    @property
    def step_s(self) -> float:
        """Length of a step in seconds."""
        return self.step / self.sample_rate_hz

    def sounds_between(self, edges: NDArray[np.int64], *, before: int = 0) -> NDArray[np.bool_]:
        """Tell of each stretch from edge to edge, with so many samples before it, if it is not all zeros.

        Shape (edges - 1,). A stretch that touches a sounding frame passes for one that sounds.
        """
        frame, last = self.step * FRAME_MS, len(self.sounding)
        sums = np.concatenate([[0], np.cumsum(self.sounding, dtype=np.int32)])
        first = np.clip((edges[:-1] - before) // frame, 0, last)
        marks: NDArray[np.bool_] = sums[np.clip(-(-edges[1:] // frame), 0, last)] > sums[first]
        return marks

    def power_db(self) -> NDArray[np.float32]:
        """Return the power of every step in dB relative to full scale."""
        return decibels(self.power)


def levels_of(recording: Recording, channel: int) -> Levels:
    """Measure a channel in one pass."""
    step = round(recording.sample_rate_hz / 1000)
    power = _power(recording, channel, step)
    whole = len(power) // FRAME_MS * FRAME_MS
    means = power[:whole].reshape(-1, FRAME_MS).mean(axis=1)
    frames, sounding = decibels(means), np.append(means > 0, True)
    loud = frames[frames > SILENCE_DB]
    if not len(loud):
        nobody = np.zeros(len(frames), np.bool_)
        return Levels(step, recording.sample_rate_hz, power, frames, None, None, nobody, sounding)
    speech = _active_db(loud)
    floor = float(np.percentile(loud, 10)) if len(loud) >= _FEWEST_FRAMES else float(loud.min())
    least = max(speech + _SPEAKING_DB, min(floor + _ABOVE_FLOOR_DB, speech - _ABOVE_FLOOR_DB))
    return Levels(step, recording.sample_rate_hz, power, frames, speech, floor, frames > least, sounding)


def decibels(power: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return power in dB; nothing at all is -120."""
    logs: NDArray[np.float32] = 10 * np.log10(power + np.float32(_TINY))
    return logs


def _power(recording: Recording, channel: int, step: int) -> NDArray[np.float32]:
    power = np.empty(recording.samples.shape[1] // step, np.float32)
    for chunk in recording.blocks(channel, samples=step * 4096):
        whole = len(chunk.samples) // step
        cut = chunk.samples[: whole * step].reshape(-1, step)
        np.einsum("fs,fs->f", cut, cut, out=power[chunk.first // step :][:whole])
    power /= np.float32(step)
    return power


def _active_db(frames_db: NDArray[np.float32]) -> float:
    loudest = float(np.quantile(frames_db, 1 - _LOUDEST_SHARE))
    active = frames_db[(frames_db >= loudest - _RANGE_DB) & (frames_db <= loudest + _TINY)]
    return float(10 * np.log10(np.mean(10 ** (active.astype(np.float64) / 10))))
