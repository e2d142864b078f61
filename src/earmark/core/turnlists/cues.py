"""Cues of subtitles: the line with the arrow, the words under it, and who speaks them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from earmark.core.times_written import read_time
from earmark.core.turns import WrittenTurn
from earmark.core.wording import said

_TIMING: Final = re.compile(r"(?P<start>\S*)\s*-->\s*(?P<end>\S*)(?:\s.*)?")
_LAX_TIMING: Final = re.compile(r"(?P<start>[\d:.,]+)\s*(?:->|=>|[\u2013\u2014]>|\u2192)\s*(?P<end>[\d:.,]+)")
_BREAK: Final = re.compile(r"\r\n|\r|\n")
_VOICE: Final = re.compile(r"<v(?:\.[^\s<>]{0,200})?(?:[ \t]+(?P<name>[^<>]{0,200}))?>", re.IGNORECASE)
_TAG: Final = re.compile(
    r"</?(?:c|i|b|u|v|s|ruby|rt|lang|font)(?:[.\s][^<>]*)?>|<\d[\d:.]*>|\{\\[^{}]*\}", re.IGNORECASE
)
_PREFIX: Final = re.compile(
    r"(?:[-\u2013>]+\s*)?(?:\[(?P<bracketed>[^\]\n]{1,40})\]\s*[:\uff1a]?|(?P<name>[^\W\d][^:\uff1a\n]{0,39})[:\uff1a])(?:\s+|$)"
)


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue: its times as written, its words without markup, and the line of its arrow."""

    start: str
    end: str
    text: str
    line: int
    name: str = ""
    speaker: str = ""


def lines_of(text: str) -> list[str]:
    """Split at line ends only; other separators of Unicode belong to the words."""
    return _BREAK.split(text)


def cues_of(lines: Sequence[str], *, asides: tuple[str, ...] = ()) -> Iterator[Cue]:
    """Yield the cues of a file.

    Words belong to the cue before them, over blank lines too, so that nothing is lost where a blank line is
    missing or stands in the middle. Blocks that begin with one of ``asides`` are no words.
    """
    found = [(at, timing) for at, line in enumerate(lines) if (timing := _timing(line))]
    tops = [_top(lines, at) for at, _ in found]
    bottoms = [*tops, len(lines)][1:]
    for (at, timing), top, bottom in zip(found, tops, bottoms, strict=True):
        name = lines[top].strip() if top < at else ""
        for speaker, text in _voices(_words(lines[at + 1 : bottom], asides)):
            yield Cue(timing["start"], timing["end"], text, at + 1, name, speaker)


def with_speakers(cues: Sequence[Cue]) -> list[Cue]:
    """Take the speaker from in front of the words, as in ``Agent: Hello.``, where every cue has one there."""
    prefixes = [_PREFIX.match(cue.text) for cue in cues]
    if any(cue.speaker for cue in cues) or not all(prefixes):
        return list(cues)
    return [
        replace(cue, speaker=(prefix["bracketed"] or prefix["name"]).strip(), text=cue.text[prefix.end() :])
        for cue, prefix in zip(cues, prefixes, strict=True)
        if prefix
    ]


def written_cue(cue: Cue, usual: re.Pattern[str]) -> WrittenTurn:
    """Return a cue as a turn; times in the form's ``usual`` way become seconds, others stay to be judged."""
    fields: dict[str, object] = {"text": cue.text, "speaker": cue.speaker}
    for name, written in (("start", cue.start), ("end", cue.end)):
        time = read_time(written) if usual.fullmatch(written) else None
        fields[name] = written if time is None else time.seconds
    if cue.name:
        fields["id"] = cue.name
    return WrittenTurn(fields, said("place.cue", line=cue.line), cue.line)


def _timing(line: str) -> re.Match[str] | None:
    line = line.strip()
    if "-->" in line:
        return _TIMING.fullmatch(line)
    return _LAX_TIMING.fullmatch(line)


def _top(lines: Sequence[str], at: int) -> int:
    """Return the index of the cue's first line: that of its number or name, if it has one."""
    if at == 0 or not lines[at - 1].strip() or _timing(lines[at - 1]):
        return at
    above = lines[at - 1].strip()
    stands_alone = at == 1 or not lines[at - 2].strip()
    return at - 1 if stands_alone or (above.isascii() and above.isdigit()) else at


def _words(lines: Sequence[str], asides: tuple[str, ...]) -> str:
    words: list[str] = []
    aside = False
    for index, line in enumerate(map(str.strip, lines)):
        opens = index > 0 and not lines[index - 1].strip()
        if opens:
            aside = bool(asides) and line.startswith(asides)
        if line and not aside:
            words.append(line)
    return " ".join(words)


def _voices(text: str) -> Iterator[tuple[str, str]]:
    """Yield speaker and words; a cue in which several speak is a turn of each."""
    voices = list(_VOICE.finditer(text))
    before = _plain(text[: voices[0].start()] if voices else text)
    if before or not voices:
        yield "", before
    ends = [*(voice.start() for voice in voices), len(text)][1:]
    for voice, end in zip(voices, ends, strict=True):
        yield _plain(voice["name"] or ""), _plain(text[voice.end() : end])


def _plain(text: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", text)).split())
