"""Sound from files, by content and not by name: PyAV opens whatever container and codec it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler
from av.audio.stream import AudioStream
from av.container import InputContainer
from numpy.typing import NDArray

Block = NDArray[np.float32]
"""Samples of shape (channels, samples). Full scale is 1, but lossy codecs overshoot it."""

BLOCK_SAMPLES: Final = 1 << 16
_LISTS: Final = frozenset({"concat", "dash", "hls", "imf", "rtp", "sdp"})
"""FFmpeg's formats that name other files: the sound would not be in the file that is kept."""

_QUICK_LOOK: Final = {"probesize": str(1 << 16)}  # FFmpeg looks at 5 MB: longer than a clip takes to decode


class UndecodableError(Exception):
    """No sound can be taken from the file; the message is a plain reason that reads after its name."""


@dataclass(frozen=True, slots=True)
class SoundInfo:
    """What one file holds.

    Attributes:
        sample_rate_hz: As decoded.
        channels: Number of channels.
        duration_s: Decoded samples divided by the rate; what a header claims does not count.
        container: FFmpeg's name of the container, such as ``wav`` or ``mov,mp4,m4a,3gp,3g2,mj2``.
        codec: FFmpeg's name of the codec, such as ``pcm_s16le`` or ``opus``.
        damaged_packets: Pieces that could not be decoded and are missing from the samples.
    """

    sample_rate_hz: int
    channels: int
    duration_s: float
    container: str
    codec: str
    damaged_packets: int


class Sound:
    """An open file that yields its samples once. `info` is complete when `blocks` has come to its end."""

    def __init__(self, container: InputContainer, stream: AudioStream) -> None:
        self._container = container
        self._stream = stream
        self._samples = 0
        self._damaged = 0
        self._frames = self._decoded()
        self._first = self._first_frame()
        self.sample_rate_hz = self._first.sample_rate
        self.channels = self._first.layout.nb_channels

    def blocks(self) -> Iterator[Block]:
        """Yield all samples in order, in blocks of `BLOCK_SAMPLES` samples but for the last one."""
        resampler = AudioResampler(format="fltp", frame_size=BLOCK_SAMPLES)
        for frame in self._all_frames():
            yield from self._converted(resampler, frame)
        yield from self._converted(resampler, None)

    @property
    def info(self) -> SoundInfo:
        """What the file holds, by the samples decoded so far."""
        return SoundInfo(
            sample_rate_hz=self.sample_rate_hz,
            channels=self.channels,
            duration_s=self._samples / self.sample_rate_hz,
            container=self._container.format.name,
            codec=self._stream.codec_context.name,
            damaged_packets=self._damaged,
        )

    def _first_frame(self) -> AudioFrame:
        for frame in self._frames:
            if frame.samples:
                return frame
        message = "holds no samples"
        raise UndecodableError(message)

    def _all_frames(self) -> Iterator[AudioFrame]:
        yield self._first
        for frame in self._frames:
            if _shape(frame) != _shape(self._first):
                message = "changes its sample rate, channels or sample format on the way"
                raise UndecodableError(message)
            yield frame

    def _decoded(self) -> Iterator[AudioFrame]:
        """Decode packet by packet: one that is damaged is counted and left out, the rest goes on."""
        for packet in self._container.demux(self._stream):
            try:
                yield from self._stream.decode(packet)
            except av.error.InvalidDataError:
                self._damaged += 1

    def _converted(self, resampler: AudioResampler, frame: AudioFrame | None) -> Iterator[Block]:
        for converted in resampler.resample(frame):
            block = converted.to_ndarray().astype(np.float32, copy=False)
            self._samples += block.shape[1]
            yield block


def _shape(frame: AudioFrame) -> tuple[int, str, str]:
    return frame.sample_rate, frame.layout.name, frame.format.name


@contextmanager
def open_sound(path: Path) -> Iterator[Sound]:
    """Open the first audio stream of a file.

    Raises:
        UndecodableError: It is empty, no sound file, or one without sound; also while its blocks are read.
        OSError: It cannot be read at all.
    """
    if path.stat().st_size == 0:
        message = "is empty (0 bytes)"
        raise UndecodableError(message)
    with _container(path) as container:
        if not _LISTS.isdisjoint(container.format.name.split(",")):
            message = "is a list of other files and holds no sound itself"
            raise UndecodableError(message)
        if not container.streams.audio:
            message = f"holds no sound that can be recognised, by its content it is {_kinds(container)}"
            raise UndecodableError(message)
        try:
            yield Sound(container, container.streams.audio[0])
        except av.error.FFmpegError as error:
            message = f"breaks off while it is decoded: {error.strerror}"
            raise UndecodableError(message) from error


def _container(path: Path) -> InputContainer:
    """Open a file with a quick look, or a thorough one where that finds no sound."""
    container = _opened(path, _QUICK_LOOK)
    if container.streams.audio:
        return container
    container.close()
    return _opened(path, {})


def _opened(path: Path, options: dict[str, str]) -> InputContainer:
    try:
        return av.open(str(path), metadata_errors="replace", options=options)
    except av.error.FFmpegError as error:
        message = "is no sound file that can be recognised by its content"
        raise UndecodableError(message) from error


def _kinds(container: InputContainer) -> str:
    kinds = sorted({stream.type for stream in container.streams})
    return " and ".join(kinds) or "an empty container"
