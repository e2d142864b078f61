"""Who speaks when, as several detectors of turns need it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.hearing import speaks_in, speech_in
from earmark.audio.evidence.levels import SILENCE_DB, Levels
from earmark.audio.evidence.material import Findings, Material
from earmark.audio.evidence.noise import noise_floor
from earmark.audio.leak import Leak, find_leak, own_speech
from earmark.audio.stretches import Stretch
from earmark.audio.turns import CutSettings, Part, Span, parts_of

NEEDS_TWO: Final = "It has one channel: who speaks when is told only where each speaker has a channel."
NOBODY: Final = "Nobody speaks in it."
_CLEAN_DB: Final = 45.0
"""Where pauses are so far below the speech, its edges are where its energy is."""
_EDGE_DB: Final = -38.0
_STEPS: Final = 5
_REACH_S: Final = 0.15
_CLEAN_ERROR_S: Final = 0.02
_ERROR_S: Final = 0.06


@dataclass(frozen=True, slots=True)
class Talk:
    """A talk of two channels.

    Attributes:
        user: The user's part.
        agent: The agent's part.
        user_channel: The user's channel.
        error_s: How far edges may be off, half the width.
        settings: How turns were cut.
    """

    user: Part
    agent: Part
    user_channel: int
    error_s: float
    settings: CutSettings

    @property
    def agent_channel(self) -> int:
        """The agent's channel."""
        return 1 - self.user_channel


def leaks_of(material: Material) -> tuple[Leak, ...]:
    """Return the leaks between two channels, at most one in each direction."""
    return material.shared("leaks", lambda: _find_leaks(material))


def _find_leaks(material: Material) -> tuple[Leak, ...]:
    band = material.voice_band()
    found = (find_leak(band, source=source, target=target) for source, target in ((0, 1), (1, 0)))
    return tuple(leak for leak in found if leak is not None)


def speech_of(material: Material) -> tuple[tuple[Span, ...], ...]:
    """Return the speech of each channel, in order, without what leaked in from the other."""
    return material.shared("speech", lambda: _heard(material))


def anybody_speaks(material: Material) -> bool:
    """Tell whether there is speech in any channel; it is listened to up to there."""
    recording = material.recording
    return any(
        speaks_in(recording.blocks(channel), recording.sample_rate_hz, levels.speech_db, material.vad)
        for channel, levels in enumerate(material.levels)
        if levels.speech_db is not None
    )


def talk_of(material: Material) -> Talk | None:
    """Return the talk of a recording with two channels; None for one channel, or one sound on both."""
    return material.shared("talk", lambda: _talk(material))


def refused(material: Material, findings: Findings) -> bool:
    """Say that no kind of a detector can be measured without two channels on which somebody speaks."""
    talk = talk_of(material)
    if talk is not None and (talk.user.units or talk.agent.units):
        return False
    for kind in findings.detector.kinds:
        findings.cannot(kind, NEEDS_TWO if talk is None else NOBODY)
    return True


def _talk(material: Material) -> Talk | None:
    from earmark.audio.evidence.leakage import ALIKE, likeness  # noqa: PLC0415 - it asks for the leaks here

    if material.recording.channels == 1 or abs(likeness(material) or 0.0) > ALIKE:
        return None
    speech, user_channel = speech_of(material), material.roles.index("user")
    settings = CutSettings()
    user, agent = parts_of(speech[user_channel], speech[1 - user_channel], settings)
    error = _CLEAN_ERROR_S if all(map(is_clean, material.levels)) else _ERROR_S
    return Talk(user, agent, user_channel, error, settings)


def is_clean(levels: Levels) -> bool:
    """Tell whether a channel's pauses are digital silence, or 45 dB below its speech."""
    if levels.speech_db is None:
        return True
    floor, _ = noise_floor(levels)
    quiet = np.count_nonzero(levels.frames_db <= SILENCE_DB)
    digital = quiet > np.count_nonzero(~levels.speaking) / 2
    return bool(digital) or (floor is not None and floor < levels.speech_db - _CLEAN_DB)


def _heard(material: Material) -> tuple[tuple[Span, ...], ...]:
    heard = [_of_channel(material, channel) for channel in range(material.recording.channels)]
    if len(heard) > 1:
        for leak in leaks_of(material):
            heard[leak.target] = own_speech(heard[leak.target], material.voice_band(), leak)
    return tuple(tuple((one.start_s, one.end_s) for one in stretches) for stretches in heard)


def _of_channel(material: Material, channel: int) -> tuple[Stretch, ...]:
    levels, band = material.levels[channel], material.voice_band()
    if levels.speech_db is None:
        return ()
    found = speech_in(band, channel, material.vad)
    end = material.recording.duration_s
    inside = tuple(Stretch(one.start_s, min(one.end_s, end)) for one in found if one.start_s < end)
    return _snapped(inside, levels) if is_clean(levels) else inside


def _snapped(stretches: tuple[Stretch, ...], levels: Levels) -> tuple[Stretch, ...]:
    """Move the edges of a clean channel to where its energy begins and ends, by at most 150 ms."""
    snapped: list[Stretch] = []
    for one in stretches:
        first, last = (_loud_near(levels, at) for at in (one.start_s, one.end_s))
        begin = int(first[0]) * levels.step_s if len(first) else one.start_s
        finish = (int(last[-1]) + 1) * levels.step_s if len(last) else one.end_s
        if finish > begin and (not snapped or begin >= snapped[-1].end_s):
            snapped.append(Stretch(begin, finish))
        elif snapped and finish > snapped[-1].end_s:
            snapped[-1] = Stretch(snapped[-1].start_s, finish)
    return tuple(snapped)


def _loud_near(levels: Levels, at_s: float) -> NDArray[np.int64]:
    """Return the steps within 150 ms of a moment around which 5 ms are as loud as speech can be soft."""
    place, reach, half = round(at_s / levels.step_s), round(_REACH_S / levels.step_s), _STEPS // 2
    low, high = max(0, place - reach), min(len(levels.power), place + reach)
    first = max(0, low - half)
    near = np.convolve(levels.power[first : high + half], np.ones(_STEPS) / _STEPS, "same")[low - first :]
    loud = 10 * np.log10(near[: high - low] + 1e-12) > (levels.speech_db or 0.0) + _EDGE_DB
    return np.flatnonzero(loud) + low
