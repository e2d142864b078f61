"""Measures the written files against what `calls.jsonl`, `clips.jsonl` and `truth.json` say."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from scipy.signal import welch

from .compose import CHANNELS
from .sound import SPEECH_LEVEL, Samples, active_level, frame_levels, level

_CALL_SECONDS = (25, 60)
_CLIP_SECONDS = (3, 7)
_LEVEL_TOLERANCE_DB = 3.0
_SILENT_EDGE_DB = 40.0
_FULL_SCALE = 0.9999
_FLAT_SHARE = 0.02
_VOICES_APART_DB = 5.0
_LONG_PAUSE_S = 0.7
_PAUSE_RANGE_DB = 32.0
_FRAME_S = 0.02
_LEVEL_FAULTS = {"clip", "level_jump"}
_MARGIN_S = 0.002
_AUDIBLE_DB = -45.0
_TOTAL_BYTES = 8_000_000
_VORBIS_COMMENT = 4


Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Sound:
    """A file's samples (frames x channels) and rate in Hz."""

    samples: Samples
    rate: int

    def part(self, channel: int, start_s: float, end_s: float) -> Samples:
        """One channel between two times, what lies outside the file left out."""
        start, end = (max(round(time * self.rate), 0) for time in (start_s, end_s))
        return self.samples[start:end, channel]


def problems(folder: Path) -> list[str]:
    """Everything that is not as it should be, one line each; empty when all is well."""
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    found = [f"{path.name}: has tags" for path in sorted(folder.rglob("*.flac")) if _tags(path)]
    for row in _rows(folder / "calls.jsonl"):
        sound = _read(folder / row["audio"])
        faults = truth[row["audio"]]["faults"]
        lines = [*_call(row, faults, sound), *_faults(faults, sound)]
        found += [f"{row['audio']}: {line}" for line in lines]
    for row in _rows(folder / "clips.jsonl"):
        sound = _read(folder / row["audio"])
        lines = [*_shape(sound, _CLIP_SECONDS, 1), *_faults(truth[row["audio"]]["faults"], sound)]
        found += [f"{row['audio']}: {line}" for line in lines]
    size = sum(path.stat().st_size for path in folder.rglob("*.flac"))
    return found + ([f"{size} bytes in all"] if size > _TOTAL_BYTES else [])


def _rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _read(path: Path) -> Sound:
    samples, rate = soundfile.read(path, dtype="float64", always_2d=True)
    return Sound(samples=samples, rate=rate)


def _tags(path: Path) -> int:
    """The number of tags in a FLAC file."""
    data, at, last = path.read_bytes(), 4, False
    while not last:
        last, kind = bool(data[at] & 0x80), data[at] & 0x7F
        size = int.from_bytes(data[at + 1 : at + 4], "big")
        if kind == _VORBIS_COMMENT:
            after_vendor = at + 8 + int.from_bytes(data[at + 4 : at + 8], "little")
            return int.from_bytes(data[after_vendor : after_vendor + 4], "little")
        at += 4 + size
    return 0


def _call(row: Row, faults: list[Row], sound: Sound) -> Iterator[str]:
    """Length, channels, peak; speech in every turn; silence everywhere else."""
    seconds = len(sound.samples) / sound.rate
    if not _CALL_SECONDS[0] <= seconds <= _CALL_SECONDS[1] or sound.samples.shape[1] != len(CHANNELS):
        yield f"{seconds:.1f} s, {sound.samples.shape[1]} channels"
    if np.abs(sound.samples).max() > _FULL_SCALE:
        yield "reaches full scale"
    outside = np.ones(sound.samples.shape, dtype=bool)
    for number, turn in enumerate(row["turns"]):
        channel = CHANNELS[turn["role"]]
        own = [each for each in faults if _within(each, turn, channel)]
        yield from (f"turn {number}: {line}" for line in _turn(turn, channel, own, sound))
        bounds = turn["start"] - _MARGIN_S, turn["end"] + _MARGIN_S
        outside[slice(*(round(time * sound.rate) for time in bounds)), channel] = False
    if np.any(sound.samples[outside]):
        yield "sound outside the turns"


def _within(fault: Row, turn: Row, channel: int) -> bool:
    inside: bool = turn["start"] <= fault["start_s"] < turn["end"]
    return inside and bool(fault["channel"] == channel)


def _turn(turn: Row, channel: int, faults: list[Row], sound: Sound) -> Iterator[str]:
    """Speech at the usual level from the turn's start to its end, without unknown pauses."""
    part = sound.part(channel, turn["start"], turn["end"])
    kinds = {fault["kind"] for fault in faults}
    deviation = active_level(part, sound.rate) - SPEECH_LEVEL
    if abs(deviation) > _LEVEL_TOLERANCE_DB and not kinds & _LEVEL_FAULTS:
        yield f"{deviation:+.1f} dB from the usual level"
    for name, edge in (("start", part[: sound.rate // 20]), ("end", part[-sound.rate // 20 :])):
        if level(edge) < SPEECH_LEVEL - _SILENT_EDGE_DB:
            yield f"silent at its {name}"
    pause = _longest_silence(part, sound.rate)
    if pause > _LONG_PAUSE_S and "pause_in_turn" not in kinds:
        yield f"a pause of {pause:.2f} s that is not listed"


def _longest_silence(part: Samples, rate: int) -> float:
    """Seconds between two 20 ms frames with speech."""
    levels = frame_levels(part, rate)
    loud = np.flatnonzero(levels > active_level(part, rate) - _PAUSE_RANGE_DB)
    return float(np.diff(loud).max(initial=0)) * _FRAME_S


def _shape(sound: Sound, seconds: tuple[float, float], channels: int) -> Iterator[str]:
    """Length between the two bounds, number of channels, no sample at full scale."""
    length, width = sound.samples.shape
    if not seconds[0] <= length / sound.rate <= seconds[1]:
        yield f"{length / sound.rate:.1f} s"
    if width != channels:
        yield f"{width} channels"
    if np.abs(sound.samples).max() > _FULL_SCALE:
        yield "reaches full scale"


def _faults(faults: list[Row], sound: Sound) -> Iterator[str]:
    """The faults that cannot be measured where they should be."""
    for fault in faults:
        if not _MEASURES[fault["kind"]](fault, sound):
            yield f"{fault['kind']} at {fault['start_s']} s not found"


def _around(fault: Row, sound: Sound, seconds: float) -> tuple[Samples, Samples]:
    """The fault's channel just before and just after it."""
    channel, start, end = fault["channel"], fault["start_s"], fault["end_s"]
    before = sound.part(channel, start - seconds, start)
    return before, sound.part(channel, end, end + seconds)


def _inside(fault: Row, sound: Sound, channel: int | None = None) -> Samples:
    chosen = fault["channel"] if channel is None else channel
    return sound.part(chosen, fault["start_s"] + _MARGIN_S, fault["end_s"] - _MARGIN_S)


def _pause(fault: Row, sound: Sound) -> bool:
    before, after = _around(fault, sound, 0.4)
    return not _inside(fault, sound).any() and min(level(before), level(after)) > _AUDIBLE_DB


def _late(fault: Row, sound: Sound) -> bool:
    silent = not (_inside(fault, sound, 0).any() or _inside(fault, sound, 1).any())
    user_before = sound.part(0, fault["start_s"] - 0.2, fault["start_s"])
    agent_after = sound.part(1, fault["end_s"], fault["end_s"] + 0.2)
    return silent and min(level(user_before), level(agent_after)) > _AUDIBLE_DB


def _both_speak(fault: Row, sound: Sound) -> bool:
    return min(level(_inside(fault, sound, 0)), level(_inside(fault, sound, 1))) > _AUDIBLE_DB


def _barge_in(fault: Row, sound: Sound) -> bool:
    _, agent_after = _around(fault, sound, 0.3)
    user_after = sound.part(0, fault["end_s"], fault["end_s"] + 0.5)
    return _both_speak(fault, sound) and not agent_after[5:].any() and level(user_after) > _AUDIBLE_DB


def _click(fault: Row, sound: Sound) -> bool:
    part = sound.part(fault["channel"], fault["start_s"] - 0.02, fault["end_s"] + 0.02)
    bend = np.abs(np.diff(part, 2))
    return float(bend.max()) > 8 * float(np.percentile(bend, 90))


def _clipped(fault: Row, sound: Sound) -> bool:
    part = np.abs(_inside(fault, sound))
    flat = part > part.max() - 1e-4
    return float(np.mean(flat[1:] & flat[:-1])) > _FLAT_SHARE


def _cut(fault: Row, sound: Sound) -> bool:
    _, after = _around(fault, sound, 0.1)
    return level(_inside(fault, sound)) > SPEECH_LEVEL - 22 and not after[5:].any()


def _level_jump(fault: Row, sound: Sound) -> bool:
    before, after = _around(fault, sound, 2.5)
    change = active_level(after, sound.rate) - active_level(before, sound.rate)
    return abs(change - float(fault["value"])) < _LEVEL_TOLERANCE_DB


def _voice_change(fault: Row, sound: Sound) -> bool:
    """The long-time spectra of the two voices differ by more than 5 dB on average."""
    spectra = [_spectrum(part, sound.rate) for part in _around(fault, sound, 1.8)]
    return float(np.mean(np.abs(spectra[0] - spectra[1]))) > _VOICES_APART_DB


def _spectrum(part: Samples, rate: int) -> Samples:
    """Power by frequency in dB, 100 Hz steps, relative to the whole."""
    power = welch(part, rate, nperseg=rate // 100)[1]
    return np.asarray(10 * np.log10(power / power.sum() + 1e-12))


def _dropout(fault: Row, sound: Sound) -> bool:
    before, after = _around(fault, sound, 0.1)
    return not _inside(fault, sound).any() and max(level(before), level(after)) > _AUDIBLE_DB


def _noise(fault: Row, sound: Sound) -> bool:
    """The noise stands alone in the first fifth of a second."""
    expected = SPEECH_LEVEL - float(fault["value"])
    return abs(level(sound.part(0, 0, 0.2)) - expected) < 1


def _band_limit(fault: Row, sound: Sound) -> bool:
    """Above 1.5 times the limit the power is 40 dB under the power below it."""
    frequencies, power = welch(_inside(fault, sound), sound.rate, nperseg=1024)
    limit = float(fault["value"])
    above, below = power[frequencies > 1.5 * limit].sum(), power[frequencies < limit].sum()
    return float(below / above) > 10**4


def _not_in_the_sound(_fault: Row, _sound: Sound) -> bool:
    return True


_MEASURES: dict[str, Callable[[Row, Sound], bool]] = {
    "pause_in_turn": _pause,
    "response_latency": _late,
    "agent_interrupts": _both_speak,
    "barge_in": _barge_in,
    "backchannel": _both_speak,
    "click": _click,
    "clip": _clipped,
    "cutoff": _cut,
    "level_jump": _level_jump,
    "voice_change": _voice_change,
    "dropout": _dropout,
    "noise": _noise,
    "band_limit": _band_limit,
    "wrong_words": _not_in_the_sound,
}
