"""Changes of voice within a turn of the agent, told by a model of voices.

Each turn is heard in windows of 1.6 s, one begun every 0.8 s. At every beginning the mean voice of up to
three windows before it is held against that of up to three after it. Where they differ most, the place is
sought again in steps of 0.1 s by the single windows on its two sides. First every other
window is heard alone: most turns are of one voice by these, too.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.material import Detector, Findings, Material
from earmark.audio.evidence.runs import widened
from earmark.audio.evidence.spoken_turns import SpokenTurn, spoken_turns
from earmark.audio.evidence.talk import NOBODY, speech_of
from earmark.audio.models.runner import is_installed
from earmark.audio.models.voices import (
    FRAME_S,
    RATE_HZ,
    VOICE_NUMBERS,
    WINDOW_FRAMES,
    voice_spectra,
    voices_at,
)
from earmark.audio.voice_file import pieces_of

KIND: Final = "voice_change"
_NOT_ASKED: Final = "It needs a model of voices, and no models are asked."
_NOT_INSTALLED: Final = (
    "It needs a model of voices, which is not installed. Run \"pip install 'earmark[models]'\"."
)
_SHORT: Final = "No turn has 3.5 s, the least in which a change of voice is told."

_LEAST_S: Final = 3.5
_STEP: Final = WINDOW_FRAMES // 2
_MEAN_OF: Final = 3
_FINE: Final = 10
_REACH: Final = 100
CHANGED: Final = 0.28
"""So far apart are voices (1 less their cosine) in one of thirty turns of 9 s in one voice."""
_WORTH: Final = 0.18
"""Less far apart are voices in half of the turns, which then are not heard again in windows that overlap."""
_SURE: Final = 0.4
_PAUSE_DB: Final = 30.0
_PAUSE_FRAMES: Final = 20


def _find(material: Material, findings: Findings) -> None:
    if not (material.models and is_installed()):
        findings.cannot(KIND, _NOT_INSTALLED if material.models else _NOT_ASKED)
        return
    turns = [turn for turn in spoken_turns(material) if material.roles[turn.channel] != "user"]
    long = [turn for turn in turns if turn.span[1] - turn.span[0] >= _LEAST_S]
    if not long:
        findings.cannot(KIND, _SHORT if any(speech_of(material)) else NOBODY)
    for turn in long:
        for place, distance in changes_in(_samples(material, turn)):
            at = turn.span[0] + place
            findings.add(
                KIND,
                (at, at),
                channel=turn.channel,
                value=distance,
                unit="1 - cosine",
                confidence=0.5 + 0.4 * min(1.0, (distance - CHANGED) / (_SURE - CHANGED)),
                turn_id=turn.turn_id,
                extra={"model": "GE2E voice encoder"},
            )


def _samples(material: Material, turn: SpokenTurn) -> NDArray[np.float32]:
    band = material.voice_band()
    start, end = (round(at * RATE_HZ) for at in turn.span)
    end = min(end, round(band.duration_s * RATE_HZ))
    piece = next(pieces_of(band.path, channels=band.channels, starts=np.array([start]), samples=end - start))
    samples: NDArray[np.float32] = piece[turn.channel]
    return samples


def changes_in(samples: NDArray[np.float32]) -> list[tuple[float, float]]:
    """Return where the voice of one turn at 16 kHz changes, in seconds, and how far apart both voices are.

    Pauses beyond 0.4 s are left out. Two changes are 1.6 s apart at least.
    """
    spectra, frames = _spoken(voice_spectra(samples))
    starts = list(range(0, len(spectra) - WINDOW_FRAMES + 1, _STEP))
    voices = np.zeros((len(starts), VOICE_NUMBERS), np.float32)
    voices[::2] = voices_at(spectra, starts[::2])
    if _farthest(voices[::2]) <= _WORTH:
        return []
    voices[1::2] = voices_at(spectra, starts[1::2])
    distances = _distances(voices)
    found = []
    for peak in _peaks(distances):
        place = _refined(spectra, starts[peak])
        found.append((float(frames[place] * FRAME_S), float(distances[peak])))
    return found


def _farthest(voices: NDArray[np.float32]) -> float:
    """Return how far apart the voices of up to two windows, and of up to two after them, are at the most."""
    farthest = 0.0
    for at in range(1, len(voices)):
        before, after = voices[max(0, at - 2) : at].mean(axis=0), voices[at : at + 2].mean(axis=0)
        farthest = max(
            farthest, 1 - float(before @ after) / float(np.sqrt((before @ before) * (after @ after)))
        )
    return farthest


def _spoken(spectra: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return the frames in which something is said or that are near them, and which they are."""
    power = 10 * np.log10(spectra.sum(axis=1) + 1e-12)
    loud = power > np.quantile(power, 0.95) - _PAUSE_DB
    kept = np.flatnonzero(widened(loud, _PAUSE_FRAMES))
    return spectra[kept], kept


def _distances(voices: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how far the voices before and after the beginning of each window are apart; 0 without both."""
    apart = np.zeros(len(voices))
    for at in range(2, len(voices)):
        before = voices[max(0, at - 1 - _MEAN_OF) : at - 1].mean(axis=0)
        after = voices[at : at + _MEAN_OF].mean(axis=0)
        apart[at] = 1 - before @ after / np.sqrt((before @ before) * (after @ after))
    return apart


def _peaks(distances: NDArray[np.float64]) -> list[int]:
    """Return the highest places above the bound, none within two of a higher one, in order of time."""
    found: list[int] = []
    for at in np.argsort(-distances).tolist():
        if distances[at] > CHANGED and all(abs(at - other) > 2 for other in found):  # noqa: PLR2004 - 1.6 s
            found.append(at)
    return sorted(found)


def _refined(spectra: NDArray[np.float32], near: int) -> int:
    """Return the frame around which the single windows on both sides differ most, within a second."""
    first = max(WINDOW_FRAMES, near - _REACH)
    last = min(len(spectra) - WINDOW_FRAMES, near + _REACH)
    places = list(range(first, last + 1, _FINE))
    if not places:
        return near
    before = voices_at(spectra, [place - WINDOW_FRAMES for place in places])
    after = voices_at(spectra, places)
    return places[int(np.argmin((before * after).sum(axis=1)))]


VOICES: Final = Detector("voices", 5, (KIND,), _find, is_model=True)
