"""Writing FLAC in an MP4 container, the form in which sound goes to browsers.

Bare FLAC has no index. Browsers that use FFmpeg (Chromium and all built on it) then search the file for the
place to jump to, and near the end of a recording that search fails for good: the player stops with an
error. The index of an MP4 makes every jump exact. Size and samples are the same.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Final, Self

import av
import numpy as np
from numpy.typing import NDArray

_LAYOUTS: Final = {1: "mono", 2: "stereo"}
_OPTIONS: Final = {"movflags": "faststart", "fflags": "bitexact"}  # the index first, no name of the writer


class FlacFile:
    """A file under way, of one or two channels; it is whole once the ``with`` block is left."""

    def __init__(self, path: Path, *, sample_rate_hz: int, channels: int) -> None:
        self._path = str(path)
        self._rate = sample_rate_hz
        self._layout = _LAYOUTS[channels]
        self._written = 0
        self._refused: OSError | None = None
        self._container = av.open(str(path), "w", format="mp4", options=_OPTIONS)
        self._stream = self._container.add_stream("flac", rate=sample_rate_hz, layout=self._layout)
        self._stream.codec_context.format = "s16"

    def write(self, samples: NDArray[np.int16]) -> None:
        """Append samples, shape (channels, samples)."""
        if samples.shape[1] == 0:
            return
        interleaved = np.ascontiguousarray(samples.T).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(interleaved, format="s16", layout=self._layout)
        frame.sample_rate, frame.pts = self._rate, self._written
        self._written += samples.shape[1]
        self._mux(frame)

    def _mux(self, frame: av.AudioFrame | None) -> None:
        """Write a frame, or with None the rest; what the disk refuses is no fault of the sound being read."""
        if self._refused is not None:  # FFmpeg does not survive another try
            raise self._refused
        try:
            self._container.mux(self._stream.encode(frame))
        except av.error.FFmpegError as error:
            self._refused = OSError(error.errno, error.strerror, self._path)
            raise self._refused from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._mux(None)
        finally:
            self._close()

    def _close(self) -> None:
        try:
            self._container.close()  # writes the index
        except av.error.FFmpegError as error:
            raise OSError(error.errno, error.strerror, self._path) from error
