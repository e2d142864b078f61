"""From a script to samples and the exact times of every turn and fault."""

import re
import zlib
from dataclasses import dataclass, replace

import numpy as np

from .faults import Fault, applied
from .script import Call, Clip, Turn
from .sound import Samples, amplitude, faded, silence
from .voices import speak

CALL_RATE = 16_000
CLIP_RATE = 24_000
CHANNELS = {"user": 0, "agent": 1}
SEED = 20

_LEAD_S = 0.4
_JOIN_S = 0.06
_LATE_S = 2.5
_EARLY_S = -0.2
_CUT_S = 0.02
_MARK = re.compile(r"<(pause|voice|gain) ([^>]+)>")


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A turn in its call: first sample's index, samples, and faults with times in the call."""

    turn: Turn
    start: int
    samples: Samples
    faults: tuple[Fault, ...]

    @property
    def end(self) -> int:
        """Index after the last sample."""
        return self.start + self.samples.size


@dataclass(frozen=True, kw_only=True)
class Recording:
    """Samples (frames x channels, or frames), rate in Hz, turns (none in a clip), faults."""

    samples: Samples
    rate: int
    placed: tuple[Placed, ...]
    faults: tuple[Fault, ...]


def call(script: Call) -> Recording:
    """The two-channel recording of a call: user left, agent right, zeros where nobody speaks."""
    placed: list[Placed] = []
    for index, turn in enumerate(script.turns):
        samples, faults = _said(turn, script, _rng(script.audio, index))
        start = _start(turn, placed)
        moved = tuple(_moved(fault, start) for fault in faults)
        current = Placed(turn=turn, start=start, samples=samples, faults=moved)
        if placed and (after := placed[-1].turn.yields) is not None:
            placed[-1] = _stopped(placed[-1], start, after=after)
        timing = _timing(current, placed[-1]) if placed else ()
        placed.append(replace(current, faults=timing + moved))
    return _mixed(placed)


def clip(script: Clip) -> Recording:
    """The mono recording of a clip, with a quarter of a second before and after the speech."""
    pad = silence(0.25, CLIP_RATE)
    speech = speak(script.voice, script.say, language=script.language, rate=CLIP_RATE)
    samples, faults = np.concatenate([pad, speech, pad]), []
    for effect in script.effects:
        samples, fault = applied(samples, effect, rate=CLIP_RATE, channel=0, rng=_rng(script.audio, 0))
        faults.append(fault)
    return Recording(samples=samples, rate=CLIP_RATE, placed=(), faults=tuple(faults))


def _rng(audio: str, index: int) -> np.random.Generator:
    return np.random.default_rng([SEED, zlib.crc32(audio.encode()), index])


def _mixed(placed: list[Placed]) -> Recording:
    length = max(each.end for each in placed) + round(_LEAD_S * CALL_RATE)
    samples = np.zeros((length, len(CHANNELS)))
    for each in placed:
        samples[each.start : each.end, CHANNELS[each.turn.role]] += each.samples
    faults = sorted((f for each in placed for f in each.faults), key=lambda fault: fault.start_s)
    return Recording(samples=samples, rate=CALL_RATE, placed=tuple(placed), faults=tuple(faults))


def _start(turn: Turn, placed: list[Placed]) -> int:
    """Index of the turn's first sample."""
    if not placed:
        return round(_LEAD_S * CALL_RATE)
    if turn.during is not None:
        return placed[-1].start + round(turn.during * placed[-1].samples.size)
    return max(each.end for each in placed) + round(turn.gap * CALL_RATE)


def _stopped(before: Placed, start: int, *, after: float) -> Placed:
    """The turn before, silent so many seconds after the turn that starts at index `start`."""
    size = start - before.start + round(after * CALL_RATE)
    return replace(before, samples=faded(before.samples[:size], CALL_RATE))


def _timing(current: Placed, before: Placed) -> tuple[Fault, ...]:
    """What is remarkable about the moment when the turn starts; empty when nothing is."""
    turn, start, end = current.turn, current.start, before.end
    if turn.during is not None and before.turn.yields is not None:
        return (_span("barge_in", "agent", start, end, "user cuts in, agent stops at the end"),)
    if turn.during is not None:
        return (_span("backchannel", turn.role, start, current.end, "a listener's word"),)
    if turn.role == "agent" and turn.gap < _EARLY_S:
        return (_span("agent_interrupts", "agent", start, end, "agent starts, user still speaks"),)
    if turn.role == "agent" and turn.gap > _LATE_S:
        return (_span("response_latency", "agent", end, start, "a late answer"),)
    return ()


def _span(kind: str, role: str, start: int, end: int, note: str) -> Fault:
    """A fault between two sample indices, with its length as the value."""
    return Fault(
        kind=kind,
        channel=CHANNELS[role],
        start_s=start / CALL_RATE,
        end_s=end / CALL_RATE,
        note=note,
        value=round((end - start) / CALL_RATE, 3),
        unit="s",
    )


def _said(turn: Turn, script: Call, rng: np.random.Generator) -> tuple[Samples, list[Fault]]:
    """A turn's samples and faults, with times from the turn's start."""
    samples, faults = _pieces(turn, script)
    if turn.cut:
        samples = samples[: -round(turn.cut * CALL_RATE)]
        start = samples.size - round(_CUT_S * CALL_RATE)
        note = f"the last {turn.cut} s are missing"
        faults.append(_span("cutoff", turn.role, start, samples.size, note))
    for effect in turn.effects:
        channel = CHANNELS[turn.role]
        samples, fault = applied(samples, effect, rate=CALL_RATE, channel=channel, rng=rng)
        faults.append(fault)
    return samples, faults


def _pieces(turn: Turn, script: Call) -> tuple[Samples, list[Fault]]:
    """The speech of a turn, with the marks in its text carried out."""
    parts = _MARK.split(turn.say)
    voice, gain = script.voices[turn.role], 1.0
    samples, faults = _spoken(voice, parts[0], script), []
    for mark, value, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        gap = float(value) if mark == "pause" else _JOIN_S
        voice = value if mark == "voice" else voice
        gain = amplitude(float(value)) if mark == "gain" else gain
        joined = samples.size + round(gap * CALL_RATE)
        faults.append(_mark_fault(mark, value, turn.role, samples.size, joined))
        piece = gain * _spoken(voice, text, script)
        samples = np.concatenate([samples, silence(gap, CALL_RATE), piece])
    return samples, faults


def _spoken(voice: str, text: str, script: Call) -> Samples:
    return speak(voice, text.strip(), language=script.language, rate=CALL_RATE)


def _mark_fault(mark: str, value: str, role: str, start: int, end: int) -> Fault:
    """The fault that a mark stands for; the gap between the pieces is its time."""
    if mark == "pause":
        return _span("pause_in_turn", role, start, end, "a pause inside a sentence")
    if mark == "voice":
        return replace(_span("voice_change", role, start, end, "another voice"), value=None, unit=None)
    fault = _span("level_jump", role, start, end, "the level changes from here on")
    return replace(fault, value=float(value), unit="dB")


def _moved(fault: Fault, start: int) -> Fault:
    """The fault with times from the call's start, its turn being at index `start`."""
    offset = start / CALL_RATE
    return replace(fault, start_s=fault.start_s + offset, end_s=fault.end_s + offset)
