"""What models predict that listeners would say of the quality: a prediction, and no event.

A channel is cut into windows of 9.01 s, one after another. P.808 takes few milliseconds and judges every
window in which somebody speaks for two fifths of the time, 24 at most. P.835 takes half a second and
judges the one of them that P.808 finds worst, and the middle one. PLCMOS judges where dropouts were found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.dropouts import DROPOUTS
from earmark.audio.evidence.material import Detector, Findings, Material, found_by
from earmark.audio.evidence.talk import NOBODY, speech_of
from earmark.audio.models.dnsmos import P835, RATE_HZ, WINDOW_SAMPLES, p808, p835
from earmark.audio.models.plcmos import plcmos
from earmark.audio.models.runner import is_installed
from earmark.audio.turns import Span
from earmark.audio.voice_file import FULL_SCALE, pieces_of

OPINION: Final = "predicted_mos"
THREE: Final = "predicted_overall"
LOSS: Final = "predicted_plcmos"
PREDICTED: Final = (OPINION, THREE, LOSS)

NOT_INSTALLED: Final = (
    "It is a prediction of a model, and no models are installed. Run \"pip install 'earmark[models]'\"."
)
_FEW: Final = "No 9 s of it hold 3.6 s of speech, the least that a model judges."
_SHORT: Final = "It is shorter than 1 s, the least that a model judges."
_AGENT: Final = "Only the agent's channel is judged in three ways."
_WHOLE: Final = "No dropouts were found, and only they are judged."

_WINDOW_S: Final = WINDOW_SAMPLES / RATE_HZ
_LEAST_S: Final = 1.0
_SPOKEN: Final = 0.4
_MOST_OPINIONS: Final = 24
_MOST_LOSSES: Final = 4
_BY: Final = {OPINION: "DNSMOS P.808", THREE: "DNSMOS P.835", LOSS: "PLCMOS v2"}


@dataclass(frozen=True, slots=True)
class Judged:
    """A window, in seconds of the recording, and what P.808 predicts of it."""

    span: Span
    opinion: float


def _find(material: Material, findings: Findings) -> None:
    if not material.models:
        return
    if not is_installed() or material.recording.duration_s < _LEAST_S:
        for kind in PREDICTED:
            findings.cannot(kind, _SHORT if is_installed() else NOT_INSTALLED)
        return
    channels = range(material.recording.channels)
    judged = [_judge(material, findings, channel) for channel in channels]
    findings.measure(OPINION, (_mean([one.opinion for one in windows]) for windows in judged))
    lowest = (min((one.opinion for one in windows), default=None) for windows in judged)
    findings.measure(f"{OPINION}_lowest", lowest)
    typical = [_add_three(material, findings, channel, judged[channel]) for channel in channels]
    for name in ("signal", "background", "overall"):
        findings.measure(
            f"predicted_{name}", (None if one is None else getattr(one, name) for one in typical)
        )
    findings.measure(LOSS, [_add_losses(material, findings, channel) for channel in channels])


def _judge(material: Material, findings: Findings, channel: int) -> list[Judged]:
    """Return the windows of a channel in which enough is said, with what P.808 predicts of each."""
    spoken = speech_of(material)[channel]
    least = _SPOKEN * min(_WINDOW_S, material.recording.duration_s)
    spans = spread(
        [span for span in spans_of(material.recording.duration_s) if _seconds_in(span, spoken) >= least]
    )
    if not spans:
        for kind in (OPINION, THREE):
            findings.cannot(kind, _FEW if spoken else NOBODY, channel=channel)
    judged = [Judged(span, p808(samples)) for span, samples in _cut(material, channel, spans)]
    for one in judged:
        _add(findings, OPINION, channel, one.span, score=one.opinion)
    return judged


def spread(spans: list[Span]) -> list[Span]:
    """Return at most 24 of the windows, from the first to the last at even distances."""
    if len(spans) <= _MOST_OPINIONS:
        return spans
    return [spans[round(at)] for at in np.linspace(0, len(spans) - 1, _MOST_OPINIONS).tolist()]


def spans_of(duration_s: float) -> list[Span]:
    """Return the windows of a recording: one after another, and what is left at the end if it is half of one.

    The window over what is left ends with the recording. A recording shorter than a window is one.
    """
    whole = int(duration_s / _WINDOW_S)
    if not whole:
        return [(0.0, duration_s)]
    spans = [(number * _WINDOW_S, (number + 1) * _WINDOW_S) for number in range(whole)]
    if duration_s - spans[-1][1] >= _WINDOW_S / 2:
        spans.append((duration_s - _WINDOW_S, duration_s))
    return spans


def _seconds_in(span: Span, spoken: tuple[Span, ...]) -> float:
    return sum(max(0.0, min(end, span[1]) - max(start, span[0])) for start, end in spoken)


def _cut(material: Material, channel: int, spans: list[Span]) -> Iterator[tuple[Span, NDArray[np.float32]]]:
    """Yield each window with its samples, full scale 1; one too short is repeated, as the authors do."""
    band = material.voice_band()
    wanted = min(WINDOW_SAMPLES, round(material.recording.duration_s * RATE_HZ))
    starts = np.array([round(start * RATE_HZ) for start, _ in spans], np.int64)
    pieces = pieces_of(band.path, channels=band.channels, starts=starts, samples=wanted)
    for span, piece in zip(spans, pieces, strict=True):
        samples = piece[channel] * np.float32(FULL_SCALE / material.recording.full_scale)
        yield span, np.resize(np.clip(samples, -1, 1), WINDOW_SAMPLES)


def _add_three(material: Material, findings: Findings, channel: int, windows: list[Judged]) -> P835 | None:
    """Add what P.835 predicts of the worst window and of the middle one; return the latter.

    Of a talk only the agent is judged so: it takes long, and the agent is what studies compare.
    """
    if not windows:
        return None
    if material.roles[channel] == "user":
        findings.cannot(THREE, _AGENT, channel=channel)
        return None
    middle, chosen = chosen_of(windows)
    scores = {span: p835(samples) for span, samples in _cut(material, channel, chosen)}
    for span, three in scores.items():
        _add(findings, THREE, channel, span, score=three.overall, three=three)
    return scores[middle]


def chosen_of(windows: list[Judged]) -> tuple[Span, list[Span]]:
    """Return the window in the middle by P.808, and it with the worst, in order of time."""
    ordered = [one.span for one in sorted(windows, key=lambda one: one.opinion)]
    middle = ordered[len(ordered) // 2]
    return middle, sorted({ordered[0], middle})


def _add_losses(material: Material, findings: Findings, channel: int) -> float | None:
    """Add what PLCMOS predicts of the windows with the most dropouts; return the mean."""
    rows = [row for row in found_by(DROPOUTS, material).rows if row.channel == channel]
    lost = {
        span: sum(row.value for row in rows if span[0] <= row.start_s < span[1])
        for span in spans_of(material.recording.duration_s)
    }
    worst = sorted((span for span in lost if lost[span]), key=lambda span: -lost[span])[:_MOST_LOSSES]
    if not worst:
        findings.cannot(LOSS, _WHOLE, channel=channel)
        return None
    scores = [(span, plcmos(samples)) for span, samples in _cut(material, channel, sorted(worst))]
    for span, score in scores:
        _add(findings, LOSS, channel, span, score=score)
    return _mean([score for _, score in scores])


def _add(
    findings: Findings, kind: str, channel: int, span: Span, *, score: float, three: P835 | None = None
) -> None:
    parts = {"signal": round(three.signal, 2), "background": round(three.background, 2)} if three else {}
    findings.add(
        kind,
        span,
        channel=channel,
        value=score,
        unit="MOS",
        confidence=0.5,
        severity=0,
        scope="window",
        extra={"model": _BY[kind], "is": "a model's prediction", **parts},
    )


def _mean(scores: list[float]) -> float | None:
    return float(np.mean(scores)) if scores else None


PREDICTIONS: Final = Detector("predictions", 4, PREDICTED, _find, is_model=True)
