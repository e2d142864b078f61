"""What others find in samples: essentia, DeepEval's own functions, ffmpeg's filters.

They run in an environment of their own (`make peers-audio`) and are tools of this bench only; nothing of them
is in the product. Licences: essentia AGPL-3.0, DeepEval Apache-2.0, ffmpeg (as PyAV brings it) LGPL-2.1.

A tool has settings: its own default, then others from lax to strict. Its `find(samples, rate, setting)` gives
the places of what it finds, in seconds. DeepEval counts dropouts without places: they are at NOWHERE.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import av
import essentia
import essentia.standard as es
import numpy as np
import soundfile
from deepeval.metrics.audio_glitch import _detectors as glitch
from deepeval.metrics.voice import _analysis as voice
from deepeval.test_case import Audio

essentia.log.infoActive = essentia.log.warningActive = False

Place = tuple[float, float]
Find = Callable[[np.ndarray, int, Any], list[Place]]
NOWHERE: Final[Place] = (float("nan"), float("nan"))


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that finds defects.

    Attributes:
        name: Whose it is, and which part.
        find: Takes int16 samples of one channel, their rate and a setting.
        settings: Its default, and others from lax to strict.
        every: A slow one is shown every so manieth file only; its number of defects says so.
    """

    name: str
    find: Find
    settings: Sequence[Any] = (None,)
    every: int = 1


def floats(samples: np.ndarray) -> np.ndarray:
    return (samples / 32768).astype(np.float32)


def frames(samples: np.ndarray, size: int, hop: int) -> Iterable[np.ndarray]:
    """Yield essentia's frames, the first at the first sample."""
    return es.FrameGenerator(
        floats(samples), frameSize=size, hopSize=hop, startFromZero=True, lastFrameToEndOfFile=True
    )


def essentia_clicks(samples: np.ndarray, rate: int, threshold: float) -> list[Place]:
    detector = es.ClickDetector(frameSize=512, hopSize=256, sampleRate=rate, detectionThreshold=threshold)
    return [place for frame in frames(samples, 512, 256) for place in zip(*detector(frame), strict=True)]


def essentia_discontinuities(samples: np.ndarray, rate: int, threshold: float) -> list[Place]:
    detector = es.DiscontinuityDetector(frameSize=512, hopSize=256, detectionThreshold=threshold)
    places = [
        (256 * number + float(at)) / rate
        for number, frame in enumerate(frames(samples, 512, 256))
        for at in detector(frame)[0]
    ]
    return [(at, at) for at in places]


def essentia_gaps(samples: np.ndarray, rate: int, silence_and_least: tuple[float, float]) -> list[Place]:
    silence, least = silence_and_least
    detector = es.GapsDetector(sampleRate=rate, silenceThreshold=silence, minimumTime=least)
    return [place for frame in frames(samples, 2048, 1024) for place in zip(*detector(frame), strict=True)]


def essentia_saturation(samples: np.ndarray, rate: int, energy_and_least: tuple[float, float]) -> list[Place]:
    energy, least = energy_and_least
    detector = es.SaturationDetector(
        frameSize=512, hopSize=256, sampleRate=rate, energyThreshold=energy, minimumDuration=least
    )
    return [place for frame in frames(samples, 512, 256) for place in zip(*detector(frame), strict=True)]


def essentia_end(samples: np.ndarray, rate: int, threshold: int) -> list[Place]:
    _, cut = es.StartStopCut(sampleRate=rate, threshold=threshold)(floats(samples))
    return [(len(samples) / rate,) * 2] if cut else []


def essentia_hum(samples: np.ndarray, rate: int, threshold: float) -> list[Place]:
    window = min(10.0, 0.6 * len(samples) / rate)  # it fails where this is longer than the sound
    detector = es.HumDetector(sampleRate=rate, detectionThreshold=threshold, timeWindow=window)
    _, _, _, starts, ends = detector(floats(samples))
    return list(zip(starts, ends, strict=True))


def essentia_seven(samples: np.ndarray, rate: int) -> None:
    """Run the seven detectors whose speed is compared, as they come."""
    essentia_clicks(samples, rate, 30)
    essentia_discontinuities(samples, rate, 8)
    essentia_gaps(samples, rate, (-50, 10))
    essentia_saturation(samples, rate, (-1, 0.005))
    essentia_hum(samples, rate, 5)
    both = floats(samples)
    es.LoudnessEBUR128(sampleRate=rate)(np.stack([both, both], axis=1))
    es.TruePeakDetector(sampleRate=rate)(both)


def sound_of(samples: np.ndarray, rate: int) -> Audio:
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format="WAV", subtype="PCM_16")
    return Audio.from_bytes(file.getvalue(), "audio/wav")


def deepeval_whole(samples: np.ndarray, rate: int) -> None:
    """Run DeepEval's analysis of a clip, which its voice metrics rest on."""
    voice.analyze_audio(sound_of(samples, rate))


def deepeval_measures(samples: np.ndarray, rate: int) -> voice.AudioMeasurements:
    """Run the same without the pitch, which takes most of its time and decides nothing that is asked here."""
    pitch, voice._pitch_hz = voice._pitch_hz, lambda *_: None
    try:
        return voice.analyze_audio(sound_of(samples, rate))
    finally:
        voice._pitch_hz = pitch


def deepeval_dropouts(samples: np.ndarray, rate: int, floor: float) -> list[Place]:
    usual, voice.DROPOUT_FLOOR_RATIO = voice.DROPOUT_FLOOR_RATIO, floor
    try:
        return [NOWHERE] * deepeval_measures(samples, rate).dropout_events
    finally:
        voice.DROPOUT_FLOOR_RATIO = usual


def deepeval_clipping(samples: np.ndarray, rate: int, share: float) -> list[Place]:
    """Tell of clipped samples; the share is counted as DeepEval does, in a tenth of its time."""
    loud = np.abs(samples.astype(np.int32)) >= glitch.CLIPPING_SAMPLE
    return [(0.0, len(samples) / rate)] if loud.mean() > share else []


def deepeval_end(samples: np.ndarray, rate: int, bound: float) -> list[Place]:
    edge = samples[-max(1, int(rate * 0.02)) :].astype(int).tolist()
    return [(len(samples) / rate,) * 2] if voice.rms(edge) > bound else []


def ffmpeg_silences(samples: np.ndarray, rate: int, level_and_least: tuple[float, float]) -> list[Place]:
    """Run silencedetect, 5 ms at a time, since it tells of one silence a frame."""
    level, least = level_and_least
    graph = av.filter.Graph()
    source = graph.add_abuffer(sample_rate=rate, format="s16", layout="mono", time_base=Fraction(1, rate))
    detector = graph.add("silencedetect", f"noise={level}dB:duration={least}")
    source.link_to(detector)
    detector.link_to(graph.add("abuffersink"))
    graph.configure()
    told: list[dict[str, str]] = []
    step = rate // 200
    for start in range(0, len(samples), step):
        piece = np.ascontiguousarray(samples[np.newaxis, start : start + step])
        frame = av.AudioFrame.from_ndarray(piece, format="s16", layout="mono")
        frame.sample_rate, frame.time_base, frame.pts = rate, Fraction(1, rate), start
        graph.push(frame)
        with contextlib.suppress(av.error.BlockingIOError):
            told.append(dict(graph.pull().metadata))
    ends = [(float(each["lavfi.silence_end"]), each) for each in told if "lavfi.silence_end" in each]
    return [(end - float(each["lavfi.silence_duration"]), end) for end, each in ends]


CLICKS: Final = (
    Tool("essentia ClickDetector", essentia_clicks, (30, 36, 42, 48, 54, 60, 72)),
    Tool("essentia DiscontinuityDetector", essentia_discontinuities, (8, 16, 32, 64, 128)),
)
DROPOUTS: Final = (
    Tool("essentia GapsDetector", essentia_gaps, ((-50, 10), (-50, 3), (-60, 3), (-70, 3), (-80, 3))),
    Tool("DeepEval dropout_events", deepeval_dropouts, (0.1, 0.01), every=4),
    Tool("ffmpeg silencedetect", ffmpeg_silences, ((-60, 2), (-70, 0.003), (-80, 0.003), (-90, 0.003))),
)
CLIPPING: Final = (
    Tool(
        "essentia SaturationDetector",
        essentia_saturation,
        ((-1, 0.005), (-13, 0.4), (-7, 0.2), (-7, 0.4), (-1, 0.2)),
    ),
    Tool("DeepEval clipping", deepeval_clipping, (0.01, 0.0, 0.0001, 0.001)),
)
ENDS: Final = (
    Tool("essentia StartStopCut", essentia_end, (-60, -50, -40, -30, -20)),
    Tool("DeepEval ends_abruptly", deepeval_end, (1000, 300, 500, 1500, 2000, 4000)),
)
HUM: Final = (Tool("essentia HumDetector", essentia_hum, (5, 10, 20, 50, 100, 300)),)
