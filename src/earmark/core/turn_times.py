"""Times of a turn list against the length of its sound: read, repaired where that is safe, else refused."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from earmark.core.foreign_faults import type_named
from earmark.core.times_written import Form, ReadTime, read_time
from earmark.core.turn_findings import Findings
from earmark.core.turns import WrittenTurn
from earmark.core.wording import Said, Word, said

OVERRUN_S: Final = 0.25
"""How far a turn may reach beyond the sound and be cut to it: recognisers round by about so much."""

ROUNDING_S: Final = 0.0005
"""What arithmetic makes of equal times, and nobody needs to be told."""

_MS_FROM: Final = 250
"""A list that ends this many times later than its sound, and no more than 1,000 times, is in milliseconds.

Between the two no list of seconds can be: it would belong to a recording at least this many times as long.
"""
_SHORTEST_S: Final = 0.01
_PER_MS: Final = 0.001
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2},\d{3}", re.ASCII)
_FORMS: Final[frozenset[Form]] = frozenset({"comma", "clock", "unit"})


@dataclass(slots=True)
class Span:
    """One turn's times while they are checked, in seconds; None where there is none."""

    one: WrittenTurn
    start: float | None
    end: float | None
    sound: bool = True  # no fault so far

    def told(self) -> Said:
        """Name the turn with its times; it has both."""
        return said("place.timed", place=self.one.place, start=self.start or 0.0, end=self.end or 0.0)


def spans_of(written: Sequence[WrittenTurn], findings: Findings, *, duration_s: float) -> list[Span]:
    """Return the times of each turn, checked against ``duration_s`` seconds of sound."""
    read = [(read_time(one.fields.get("start")), read_time(one.fields.get("end"))) for one in written]
    _note_forms(written, read, findings)
    _refuse_thousands(written, findings, duration_s)
    spans = [
        Span(one, None if start is None else start.seconds, None if end is None else end.seconds)
        for one, (start, end) in zip(written, read, strict=True)
    ]
    for span in spans:
        _check_numbers(span, findings)
    _scale_milliseconds(spans, findings, duration_s)
    _fill_ends(spans, findings, duration_s)
    for span in spans:
        if span.sound:
            _check_order(span, findings)
    _check_reach(spans, findings, duration_s)
    return spans


def _note_forms(
    written: Sequence[WrittenTurn],
    read: Sequence[tuple[ReadTime | None, ReadTime | None]],
    findings: Findings,
) -> None:
    told: set[Form] = set()
    for one, times in zip(written, read, strict=True):
        for name, time in zip(("start", "end"), times, strict=True):
            if time is not None and time.form in _FORMS and time.form not in told:
                told.add(time.form)
                written_as = str(one.fields.get(name))
                read_as: dict[str, Word] = {"first": written_as, "place": one.place, "seconds": time.seconds}
                findings.repair(said(f"turns.form-{time.form}", **read_as), one.line)


def _refuse_thousands(written: Sequence[WrittenTurn], findings: Findings, duration_s: float) -> None:
    """Refuse ``1,250`` where it may be 1.25 s and 1250 s: only in sound that is long enough for both."""
    commas = [text for one in written for text in _texts(one) if "," in text and ":" not in text]
    if not commas or not all(map(_THOUSANDS.fullmatch, commas)):
        return
    if max(float(text.replace(",", "")) for text in commas) <= duration_s + OVERRUN_S:
        findings.fault(said("turns.ambiguous-comma", written=commas[0]))


def _texts(one: WrittenTurn) -> Iterator[str]:
    for name in ("start", "end"):
        value = one.fields.get(name)
        if isinstance(value, str):
            yield value.strip()


def _check_numbers(span: Span, findings: Findings) -> None:
    for name, value in (("start", span.start), ("end", span.end)):
        written = span.one.fields.get(name)
        if value is None and not (name == "end" and _is_missing(written)):
            span.sound = False
            unusable = said(f"turns.no-{name}", place=span.one.place, written=_shortened(written))
            findings.fault(unusable, span.one.line)


def _is_missing(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _shortened(value: object) -> str | Said:
    if isinstance(value, int) and not isinstance(value, bool):
        return said("value.boundless")
    if not isinstance(value, (str, float, bool, type(None))):
        return said("value.of-type", type=type_named(value))
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"  # noqa: PLR2004 - what fits in a line


def _scale_milliseconds(spans: Sequence[Span], findings: Findings, duration_s: float) -> None:
    last = max((time for span in spans for time in (span.start, span.end) if time is not None), default=0)
    if not duration_s * _MS_FROM <= last <= (duration_s + OVERRUN_S) / _PER_MS:
        return
    lengths = [span.end - span.start for span in spans if span.start is not None and span.end is not None]
    if any(0 < length * _PER_MS < _SHORTEST_S for length in lengths):
        return  # a turn of some milliseconds is none: the list mixes units
    for span in spans:
        span.start = None if span.start is None else span.start * _PER_MS
        span.end = None if span.end is None else span.end * _PER_MS
    findings.repair(said("turns.milliseconds", last=last, duration=duration_s))


def _fill_ends(spans: Sequence[Span], findings: Findings, duration_s: float) -> None:
    """Give a turn without an end, or without any length, the next start as its end, or that of the sound."""
    starts = sorted({span.start for span in spans if span.start is not None})
    for span in spans:
        if not span.sound or span.start is None or (span.end is not None and span.end != span.start):
            continue
        later = bisect_right(starts, span.start)
        found = starts[later] if later < len(starts) else duration_s
        if not span.start < found <= duration_s:
            found = duration_s
        what = "missing-end" if span.end is None else "zero-length"
        span.end = max(found, span.start)
        if span.start >= duration_s:
            continue  # told as beyond the sound
        where = said("ends.with-sound" if found == duration_s else "ends.at-next")
        words: dict[str, Word] = {"place": span.one.place, "start": span.start, "where": where, "end": found}
        findings.repair(said(f"turns.{what}", **words), span.one.line)


def _check_order(span: Span, findings: Findings) -> None:
    start, end = span.start, span.end
    if start is None or end is None:
        return
    if end < start:
        span.sound = False
        findings.fault(said("turns.end-before-start", turn=span.told()), span.one.line)
    if -OVERRUN_S <= start < 0 < end:
        early = said("turns.start-cut", place=span.one.place, seconds=-start)
        findings.repair(early, span.one.line)
        span.start = 0.0
    elif start < 0:
        span.sound = False
        findings.fault(said("turns.before-sound", turn=span.told()), span.one.line)


def _check_reach(spans: Sequence[Span], findings: Findings, duration_s: float) -> None:
    beyond: list[Span] = []
    for span in spans:
        start, end = span.start, span.end
        if start is None or end is None or end <= start - OVERRUN_S:
            continue
        if start >= duration_s or end > duration_s + OVERRUN_S:
            span.sound = False
            beyond.append(span)
        elif end > duration_s:
            span.end = duration_s
            if end > duration_s + ROUNDING_S:
                late = said("turns.end-cut", place=span.one.place, seconds=end - duration_s)
                findings.repair(late, span.one.line)
    if beyond:
        findings.fault(_beyond(beyond, len(spans), duration_s), beyond[0].one.line)


def _beyond(beyond: Sequence[Span], of: int, duration_s: float) -> Said:
    first = beyond[0].told()
    if len(beyond) == 1:
        return said("turns.one-beyond", turn=first, duration=duration_s)
    words: dict[str, Word] = {"count": len(beyond), "of": of, "first": first, "duration": duration_s}
    return said("turns.beyond", end=max(_known_ends(beyond)), **words)


def _known_ends(spans: Iterable[Span]) -> Iterator[float]:
    return (span.end for span in spans if span.end is not None)
