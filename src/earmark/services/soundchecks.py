"""What may be wrong with the sound of a recording, judged by limits.

Nothing here keeps a recording out. A study's owner sees it in the report of the import and on the study's
page, before raters hear it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import log10
from pathlib import Path
from statistics import median
from typing import Final

from earmark.audio.decode import SoundInfo
from earmark.audio.notes import SoundNote
from earmark.audio.rendition import Rendition
from earmark.audio.sound_meter import SoundMeasures
from earmark.core.foreign_faults import fault_of_decoder, kinds_of_content
from earmark.core.imports import Remark
from earmark.core.wording import Said, Word, said

SIDES: Final = ("left", "right")
ROLES: Final = ("user", "agent")
"""Who is on which channel where each speaker has a file."""


@dataclass(frozen=True, slots=True)
class SoundLimits:
    """From where on a measure is remarked upon.

    Attributes:
        silent: Largest sample, 0..1, up to which a channel is silent: one step of 16 bits.
        faint: Largest sample below which it is almost silent: -50 dB.
        alike: Correlation of two channels from which they hold the same sound.
        flat_share: Share of samples in flat tops.
        speech_s: Seconds of speech below which a channel holds none.
        apart_db: Distance from the median level of the other recordings.
        others: Recordings that there must be for such a median.
    """

    silent: float = 1.5 / 32_768
    faint: float = 0.003
    alike: float = 0.999
    flat_share: float = 0.001
    speech_s: float = 0.1
    apart_db: float = 12.0
    others: int = 4


LIMITS: Final = SoundLimits()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that may be wrong with a recording's sound.

    Attributes:
        check: One of `CHECKS`.
        channel: 0 left, 1 right; None for all of it.
        value: The measure, in the unit that the sentence says.
        other: Item of another recording, where it is about two.
    """

    check: str
    channel: int | None = None
    value: float | None = None
    other: str = ""

    def as_json(self) -> dict[str, object]:
        """Return it as it is kept with a recording."""
        return {name: value for name, value in asdict(self).items() if value not in (None, "")}


def finding_from(stored: Mapping[str, object]) -> Finding:
    """Read what `Finding.as_json` has written."""
    channel, value = stored.get("channel"), stored.get("value")
    return Finding(
        str(stored["check"]),
        channel if isinstance(channel, int) else None,
        float(value) if isinstance(value, (int, float)) else None,
        str(stored.get("other", "")),
    )


OF_EVIDENCE: Final = {
    "clicks": "clicks-channel",
    "dropouts": "dropouts-channel",
    "seams": "seams-channel",
    "level-jumps": "level-jumps-channel",
    "cut-end": "cut-end-channel",
    "cut-start": "cut-start-channel",
    "hum": "hum-channel",
    "noisy": "noisy-channel",
    "narrow": "narrow-channel",
    "leak": "leak-channel",
}
"""Checks of what a recording itself shows, once it is analysed, and what is said where one channel does."""

CHECKS: Final = (
    "broken-off",
    "unfinished",
    "damaged",
    "left-over",
    "no-numbers",
    "silent",
    "faint",
    "dead-channel",
    "equal-channels",
    "no-speech",
    "no-speech-channel",
    "clipped",
    "apart",
    "duplicate",
    *OF_EVIDENCE,
)


def side_named(channel: int) -> Said:
    """Name a channel."""
    return said(f"side.{SIDES[channel]}")


def told_of_sound(note: SoundNote) -> Said:
    """Return the sentence for what reading a file has found."""
    words: dict[str, Word] = dict(note.words)
    if "fault" in words:
        words["fault"] = fault_of_decoder(str(words["fault"]))
    if "kinds" in words:
        words["kinds"] = kinds_of_content(str(words["kinds"]))
    return said(f"sound.{note.code}", **words)


def told(finding: Finding) -> Said:
    """Return the sentence for a finding."""
    value, check = finding.value or 0.0, finding.check
    if check == "apart":
        check = "louder" if value > 0 else "softer"
    elif check == "clipped" and finding.channel is not None:
        check = "clipped-channel"
    elif check in OF_EVIDENCE and finding.channel is not None:
        check = OF_EVIDENCE[check]
    words: dict[str, Word] = {"value": abs(value), "other": finding.other}
    if finding.channel is not None:
        words["side"] = side_named(finding.channel)
    return said(f"sound.{check}", **words)


def remark_on(path: str, finding: Finding) -> Remark:
    """Say a finding about a file, with the channel and what mends it."""
    side = None if finding.channel is None else SIDES[finding.channel]
    return Remark(path, None, told(finding), channel=side)


_OF_ONE_FILE: Final[Mapping[str, str]] = {
    "dead-channel": "dead-file",
    "no-speech-channel": "no-speech-file",
    "equal-channels": "equal-files",
    "clipped": "clipped",
}
"""What is said of one speaker's file where it would else be said of a channel."""


def remark_on_talk(files: Sequence[Path], finding: Finding) -> Remark:
    """Say a finding about a talk of two files, the user's first, with the file that it is about."""
    code = _OF_ONE_FILE.get(finding.check)
    if code is None or (finding.channel is None and finding.check == "clipped"):
        return remark_on(str(files[0]), finding)
    at = finding.channel or 0
    words: dict[str, Word] = {
        "value": finding.value or 0.0,
        "role": said(f"role.{ROLES[at]}"),
        "other": files[1 - at].name,
    }
    side = None if finding.channel is None else SIDES[at]
    return Remark(str(files[at]), None, said(f"sound.{code}", **words), channel=side)


def findings_of(rendition: Rendition, *, conversation: bool) -> Iterator[Finding]:
    """Judge the sound of one recording; what only matters between two speakers, only for a conversation."""
    if rendition.not_finite:
        yield Finding("no-numbers", value=rendition.not_finite)
    yield from findings_of_sound(rendition.measures, conversation=conversation)


def findings_of_file(source: SoundInfo) -> Iterator[Finding]:
    """Judge whether one file is whole."""
    if source.missing_s:
        yield Finding("broken-off", value=source.missing_s)
    elif source.unfinished:
        yield Finding("unfinished")
    breaks_off = bool(source.missing_s) or source.unfinished
    if source.damaged_packets > breaks_off:  # then the last piece is cut in two
        yield Finding("damaged", value=source.damaged_packets)
    if source.left_over_bytes:
        yield Finding("left-over", value=source.left_over_bytes)


def findings_of_sound(measures: SoundMeasures, *, conversation: bool) -> Iterator[Finding]:
    """Judge what a recording is like."""
    alive = [one for one in measures.channels if one.highest >= LIMITS.faint]
    if not alive:
        yield _quiet(max(one.highest for one in measures.channels))
        return
    heard = [one for one in alive if one.speech_s >= LIMITS.speech_s]
    if not heard:
        yield Finding("no-speech")
    equal = has_equal_channels(measures)
    if equal and conversation:
        yield Finding("equal-channels")
    for number, channel in enumerate(measures.channels):
        place = None if len(measures.channels) == 1 or equal else number
        if channel.highest < LIMITS.faint:
            yield Finding("dead-channel", number)
        elif conversation and heard and channel not in heard:
            yield Finding("no-speech-channel", number)
        if channel.flat_share >= LIMITS.flat_share and not (equal and number):
            yield Finding("clipped", place, 100 * channel.flat_share)


def _quiet(highest: float) -> Finding:
    if highest <= LIMITS.silent:
        return Finding("silent")
    return Finding("faint", value=_decibels(highest))


def has_equal_channels(measures: SoundMeasures) -> bool:
    """Tell whether two channels hold the same sound, so that nobody is on one of them alone."""
    return measures.likeness is not None and measures.likeness >= LIMITS.alike


def _decibels(amplitude: float) -> float:
    return 20 * log10(amplitude)


@dataclass(frozen=True, slots=True)
class Peer:
    """What comparing recordings of one study needs of each of them.

    `name` is its item and condition; ``file`` tells it from others of the same: the path of what this run
    brings, the bare name of what is in.
    """

    name: str
    rendition: str
    level_db: float | None
    file: str = ""


def comparable_level(rendition: Rendition) -> float | None:
    """Return the level in dB that others are compared with; None where there is next to no sound."""
    loud = any(one.highest >= LIMITS.faint for one in rendition.measures.channels)
    return rendition.measures.level_db if loud else None


def compare(known: Sequence[Peer], new: Sequence[Peer]) -> Iterator[tuple[int, Finding]]:
    """Yield what is odd about new recordings beside all of a study, each with its place among the new."""
    first: dict[str, Peer] = {}
    names = Counter(peer.name for peer in (*known, *new))
    for peer in known:
        first.setdefault(peer.rendition, peer)
    levels = [peer.level_db for peer in (*known, *new) if peer.level_db is not None]
    usual = median(levels) if len(levels) > LIMITS.others else None
    for place, peer in enumerate(new):
        if peer.rendition in first:
            other = first[peer.rendition]
            alone = names[other.name] == 1
            yield place, Finding("duplicate", other=other.name if alone else _told_apart(other, peer))
        first.setdefault(peer.rendition, peer)
        if usual is not None and peer.level_db is not None and abs(peer.level_db - usual) > LIMITS.apart_db:
            yield place, Finding("apart", value=peer.level_db - usual)


def _told_apart(one: Peer, beside: Peer) -> str:
    """Name one of several recordings of an item and condition, by its file as seen from another one's."""
    file = Path(one.file)
    seen = os.path.relpath(file, Path(beside.file).parent) if file.is_absolute() else file
    return f"{one.name}, {Path(seen).as_posix()}" if one.file else one.name
