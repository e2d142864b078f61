"""Loudness equals what EBU Tech 3341 prescribes, and FFmpeg's ebur128, which is libebur128's twin."""

from __future__ import annotations

import av
import numpy as np
import pytest
import soxr
from av.filter import Graph

from earmark import audio
from earmark.audio.evidence.loudness import LOUDNESS
from sounds import sine
from speech import RATE, speech


def measured(samples: np.ndarray, rate: int) -> dict[str, float]:
    found = audio.analyse(samples, sample_rate=rate, detectors=[LOUDNESS])
    return {
        name: found.measures[f"{name}_lufs"] for name in ("integrated", "momentary_max", "short_term_max")
    } | {"range": found.measures["loudness_range_lu"], "true_peak": max(found.measures["true_peak_dbtp"])}


def by_ffmpeg(samples: np.ndarray, rate: int) -> dict[str, float]:
    """Return what FFmpeg says of samples, shape (channels, samples)."""
    layout = "mono" if len(samples) == 1 else "stereo"
    graph = Graph()
    source = graph.add_abuffer(sample_rate=rate, format="fltp", layout=layout)
    meter = graph.add("ebur128", "metadata=1:framelog=quiet:peak=true")
    sink = graph.add("abuffersink")
    source.link_to(meter)
    meter.link_to(sink)
    graph.configure()
    frame = av.AudioFrame.from_ndarray(
        np.ascontiguousarray(samples, np.float32), format="fltp", layout=layout
    )
    frame.sample_rate, frame.pts = rate, 0
    graph.push(frame)
    graph.push(None)
    told = []
    while True:
        try:
            told.append(dict(graph.pull().metadata))
        except (av.error.EOFError, av.error.BlockingIOError):
            break
    last = {key: float(value) for key, value in told[-1].items()}
    loudest = {key: max(float(each[f"lavfi.r128.{key}"]) for each in told) for key in "MS"}
    peaks = [float(value) for key, value in told[-1].items() if key.startswith("lavfi.r128.true_peaks_ch")]
    return {
        "integrated": last["lavfi.r128.I"],
        "momentary_max": loudest["M"],
        "short_term_max": loudest["S"],
        "range": last["lavfi.r128.LRA"],
        "true_peak": float(20 * np.log10(max(peaks))),
    }


@pytest.mark.parametrize("rate", [8000, 24_000, 48_000])
def test_speech_is_as_loud_as_ffmpeg_says(rate: int) -> None:
    samples = soxr.resample(speech(5.0), RATE, rate)[None, :]
    found, told = measured(samples, rate), by_ffmpeg(samples, rate)
    for name, within in (("range", 0.11), ("true_peak", 0.15)):
        assert found.pop(name) == pytest.approx(told.pop(name), abs=within)
    assert found == pytest.approx(told, abs=0.02)


@pytest.mark.parametrize(
    ("levels_db", "seconds", "loudness"),
    [((-23,), (20,), -23.0), ((-33,), (20,), -33.0), ((-36, -23, -36), (10, 60, 10), -23.0)],
    ids=["Tech 3341 case 1", "case 2", "case 3"],
)
def test_tones_of_tech_3341_have_their_loudness(
    levels_db: tuple[int, ...], seconds: tuple[int, ...], loudness: float
) -> None:
    rate = 16_000
    parts = [
        sine(rate, seconds=length, hertz=1000, amplitude=10 ** (level / 20))
        for level, length in zip(levels_db, seconds, strict=True)
    ]
    tone = np.concatenate(parts)
    assert measured(np.stack([tone, tone]), rate)["integrated"] == pytest.approx(loudness, abs=0.1)


def test_a_short_clip_has_no_short_term_loudness() -> None:
    found = audio.analyse(speech(1.0), sample_rate=RATE, detectors=[LOUDNESS])
    assert found.measures["short_term_max_lufs"] is None
    assert [each.kind for each in found.not_measurable] == ["short_term_max_lufs", "loudness_range_lu"]
    assert found.measures["integrated_lufs"] is not None


def test_silence_has_no_loudness() -> None:
    found = audio.analyse(np.zeros(RATE), sample_rate=RATE, detectors=[LOUDNESS])
    assert found.measures["integrated_lufs"] is None
    assert found.rows == ()
