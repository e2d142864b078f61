"""Stretches of speech, cut from probabilities by two thresholds and the shortest lengths that count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from earmark.audio.voice import VoiceSettings, VoiceTrack


@dataclass(frozen=True, slots=True)
class Stretch:
    """One channel's speech without a break; seconds from the start of the sound, ``start_s < end_s``."""

    start_s: float
    end_s: float

    @property
    def length_s(self) -> float:
        """Its length in seconds."""
        return self.end_s - self.start_s


def stretches_of(track: VoiceTrack, settings: VoiceSettings) -> tuple[tuple[Stretch, ...], ...]:
    """Return each channel's stretches in order of time, none touching another, all within the sound."""
    return tuple(
        _of_channel(row, settings, frame_s=track.frame_s, duration_s=track.duration_s)
        for row in track.probabilities
    )


def join(stretches: Iterable[Stretch], shorter_than_s: float) -> tuple[Stretch, ...]:
    """Join neighbours, in order of time, whose silence is shorter than so many seconds or none at all."""
    joined: list[Stretch] = []
    for one in stretches:
        if joined and one.start_s - joined[-1].end_s < shorter_than_s:
            joined[-1] = Stretch(joined[-1].start_s, max(joined[-1].end_s, one.end_s))
        else:
            joined.append(one)
    return tuple(joined)


def _of_channel(
    probabilities: NDArray[np.float32], settings: VoiceSettings, *, frame_s: float, duration_s: float
) -> tuple[Stretch, ...]:
    corrected = (
        Stretch(
            max(0.0, start * frame_s - settings.onset_late_s),
            # Nothing ended where the sound breaks off: there is no lateness to take back.
            duration_s if end == len(probabilities) else end * frame_s - settings.offset_late_s,
        )
        for start, end in _runs(probabilities, settings)
    )
    spoken = join((one for one in corrected if one.length_s > 0), settings.shortest_silence_s)
    padded = (
        Stretch(max(0.0, one.start_s - settings.padding_s), min(duration_s, one.end_s + settings.padding_s))
        for one in spoken
        if one.length_s >= settings.shortest_speech_s
    )
    return join(padded, np.nextafter(0, 1))


def _runs(probabilities: NDArray[np.float32], settings: VoiceSettings) -> Iterator[tuple[int, int]]:
    """Yield the first frame, and the one after the last, of each run between threshold and release."""
    held = np.concatenate([[False], probabilities >= settings.release, [False]])
    edges = np.flatnonzero(held[1:] != held[:-1]).reshape(-1, 2)
    for start, end in edges.tolist():
        risen = np.flatnonzero(probabilities[start:end] >= settings.threshold)
        if len(risen):
            yield start + int(risen[0]), end
