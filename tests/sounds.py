"""Sound files made when a test runs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import av
import numpy as np
import soundfile

DEMO: Final = Path(__file__).parents[1] / "src" / "earmark" / "demo"
"""Speech that is in the repository: calls with an agent on the right, and single clips."""


def sine(rate: int, *, amplitude: float = 0.5, seconds: float = 1.0, hertz: float = 1000) -> np.ndarray:
    return (amplitude * np.sin(2 * np.pi * hertz * np.arange(round(rate * seconds)) / rate)).astype(
        np.float32
    )


def write_sound(path: Path, samples: np.ndarray, rate: int = 8000, **options: str) -> Path:
    """Write samples, shape (samples,) or (samples, channels), in the format of the name; return the path.

    ``options`` are those of FFmpeg's writer of that format.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    codec = _CODECS.get(path.suffix)
    if codec:
        _encode(path, codec, np.atleast_2d(samples.T), rate, options)
    else:
        soundfile.write(path, samples, rate)  # under 60 s: libsndfile crashes on more Vorbis in one call
    return path


_CODECS: Final = {
    ".mp3": "libmp3lame",
    ".m4a": "aac",
    ".mp4": "aac",
    ".aac": "aac",
    ".ac3": "ac3",
    ".eac3": "eac3",
    ".mp2": "mp2",
    ".wv": "wavpack",
    ".opus": "libopus",
    ".webm": "libopus",
}


def _encode(path: Path, codec: str, samples: np.ndarray, rate: int, options: dict[str, str]) -> None:
    layout = "mono" if len(samples) == 1 else "stereo"
    with av.open(str(path), "w", options=options) as out:
        stream = out.add_stream(codec, rate=rate, layout=layout)
        frame = av.AudioFrame.from_ndarray(
            np.ascontiguousarray(samples, np.float32), format="fltp", layout=layout
        )
        frame.sample_rate, frame.pts = rate, 0
        context = stream.codec_context
        resampler = av.AudioResampler(context.format, layout, rate, context.frame_size or 1024)
        for part in [*resampler.resample(frame), *resampler.resample(None)]:
            out.mux(stream.encode(part))
        out.mux(stream.encode(None))
