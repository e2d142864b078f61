"""Times of a turn list against the length of its sound: read, repaired where that is safe, else refused."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from earmark.core.times_written import Form, ReadTime, read_time
from earmark.core.turn_findings import Findings
from earmark.core.turns import TurnFault, WrittenTurn

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
_FORMS: Final[dict[Form, str]] = {
    "comma": "decimal commas",
    "clock": "clock times",
    "unit": "times with a unit",
}


@dataclass(slots=True)
class Span:
    """One turn's times while they are checked, in seconds; None where there is none."""

    one: WrittenTurn
    start: float | None
    end: float | None
    sound: bool = True  # no fault so far

    def told(self) -> str:
        """Name the turn with its times."""
        return f"{self.one.place} ({self.start:g} to {self.end:g} s)"


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
                written_as = one.fields.get(name)
                message = f"the list has {_FORMS[time.form]}, first '{written_as}' in {one.place}"
                findings.repair(_FORMS[time.form], f"{message}: read as {time.seconds:g} s", one.line)


def _refuse_thousands(written: Sequence[WrittenTurn], findings: Findings, duration_s: float) -> None:
    """Refuse ``1,250`` where it may be 1.25 s and 1250 s: only in sound that is long enough for both."""
    commas = [text for one in written for text in _texts(one) if "," in text and ":" not in text]
    if not commas or not all(map(_THOUSANDS.fullmatch, commas)):
        return
    if max(float(text.replace(",", "")) for text in commas) <= duration_s + OVERRUN_S:
        reason = f"the comma in '{commas[0]}' may be a decimal comma or divide thousands"
        findings.fault("ambiguous commas", TurnFault(reason, "Write times with a decimal point."))


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
            reason = f"{span.one.place} has no usable {name}: {_shortened(written)}"
            remedy = f"Write the {name} as a number of seconds, such as 12.34."
            findings.fault(f"no usable {name}", TurnFault(reason, remedy, span.one.line))


def _is_missing(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _shortened(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return "a number beyond all bounds"
    shown = repr(value) if isinstance(value, (str, float, bool, type(None))) else f"a {type(value).__name__}"
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
    message = (
        f"the times are in milliseconds: the list runs to {last:g}, the sound lasts {duration_s:.3f} s. "
        "All were divided by 1,000"
    )
    findings.repair("milliseconds", message)


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
        what = "has no end" if span.end is None else f"ends where it starts, at {span.start:g} s"
        span.end = max(found, span.start)
        if span.start >= duration_s:
            continue  # told as beyond the sound
        where = "with the sound" if found == duration_s else "where the next turn begins"
        message = f"{span.one.place} {what}: now it ends {where}, at {found:g} s"
        findings.repair("missing end", message, span.one.line)


def _check_order(span: Span, findings: Findings) -> None:
    start, end = span.start, span.end
    if start is None or end is None:
        return
    if end < start:
        span.sound = False
        fault = TurnFault(
            f"{span.told()} ends before it starts", "Give it an end after its start.", span.one.line
        )
        findings.fault("end before start", fault)
    if -OVERRUN_S <= start < 0 < end:
        findings.repair(
            "start before the sound",
            f"{span.one.place} began {-start:.3f} s before the sound: cut to its start",
            span.one.line,
        )
        span.start = 0.0
    elif start < 0:
        span.sound = False
        fault = TurnFault(
            f"{span.told()} starts before the sound", "Count its times from the start.", span.one.line
        )
        findings.fault("start before the sound", fault)


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
                message = f"{span.one.place} ended {end - duration_s:.3f} s after the sound: cut to its end"
                findings.repair("end after the sound", message, span.one.line)
    if beyond:
        findings.fault("beyond the sound", _beyond(beyond, len(spans), duration_s))


def _beyond(beyond: Sequence[Span], of: int, duration_s: float) -> TurnFault:
    remedy = "Check that the times are in seconds and that the turn list belongs to this recording."
    first, lasts = beyond[0], f"the sound, which lasts {duration_s:.3f} s"
    if len(beyond) == 1:
        return TurnFault(f"{first.told()} lies beyond {lasts}", remedy, first.one.line)
    end = max(_known_ends(beyond))
    reason = (
        f"{len(beyond)} of {of} turns lie beyond {lasts}: the list runs to {end:.3f} s, first {first.told()}"
    )
    return TurnFault(reason, remedy, first.one.line)


def _known_ends(spans: Iterable[Span]) -> Iterator[float]:
    return (span.end for span in spans if span.end is not None)
