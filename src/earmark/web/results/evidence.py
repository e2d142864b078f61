"""What the sound of the recordings says of conditions, in words and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from earmark.core.results.evidence import EvidenceResults, MeasuredKind
from earmark.exports.chart_data import Axis, Estimate, Step, Words
from earmark.stats.evidence import MeasuredContrast
from earmark.web.evidence_words import kind_title
from earmark.web.languages import N_
from earmark.web.results import pictures
from earmark.web.results.intake import sentence
from earmark.web.results.parts import Cell, Column, Figure, Part, Section, Table
from earmark.web.results.writing import Writer, cell, count, number, p_cell

POINTS: Final = 24
"""Points of a line that shows a distribution, less one."""

SEVERITIES: Final = {1: N_("Severity 1"), 2: N_("Severity 2"), 3: N_("Severity 3")}

ALPHA: Final = 0.05
"""Below it, with all pairs at once, two conditions are said to differ."""

FEW: Final = 15
"""Contrasts whose table is open."""


def evidence_section(
    evidence: EvidenceResults | None, writer: Writer, *, groups: Sequence[str] = ()
) -> Section | None:
    """Return what was measured from the sound; None where nothing was. Groups of raters do not change it."""
    if evidence is None or not evidence.kinds:
        return None
    first, *more = (
        replace(part, notes=_intake(evidence, kind, writer))
        for kind in evidence.kinds
        for part in parts_of_kind(kind, writer)
    )
    if groups:
        note = writer.say(
            "All recordings are counted here, whoever rated them: groups of raters do not apply."
        )
        first = replace(first, notes=(*first.notes, note))
    return Section("evidence", writer.say("From the sound: how the turns are taken"), (first, *more))


def _intake(evidence: EvidenceResults, kind: MeasuredKind, writer: Writer) -> tuple[str, ...]:
    n = sum(kind.recordings)
    reasons = []
    if unread := evidence.recordings - evidence.analysed:
        reasons.append(writer.say("%(n)s not analysed, or not readable", n=unread))
    if unmeasured := evidence.analysed - n:
        reasons.append(writer.say("%(n)s in which it could not be measured", n=unmeasured))
    return sentence("recordings", n, reasons, writer)


def overview(kinds: Sequence[MeasuredKind], writer: Writer) -> Part:
    """Return how much there is of every kind, with a row a condition."""
    say = writer.say
    columns = (
        Column("kind", say("Kind"), "text"),
        Column("condition", say("Condition"), "text"),
        Column("found_in", say("With any")),
        Column("recordings", say("Recordings")),
        Column("per_minute", say("A minute")),
        *(Column(f"severity_{at}", say(title)) for at, title in SEVERITIES.items()),
    )
    rows = [row for kind in kinds for row in _overview_rows(kind, writer)]
    method = say("A minute: all that was found, over all minutes of the recordings in which it could be.")
    table = Table(columns, tuple(rows))
    return Part(
        "evidence.kinds", "", say("%(n)s kinds were found.", n=len(kinds)), table=table, method=method
    )


def _overview_rows(kind: MeasuredKind, writer: Writer) -> Iterator[tuple[Cell, ...]]:
    each = zip(kind.conditions, kind.recordings, kind.found_in, kind.severities, strict=True)
    for one, recordings, found_in, severities in each:
        yield (
            Cell(kind.kind, _title(kind, writer)),
            writer.condition(one.condition or None),
            count(found_in),
            count(recordings),
            cell(one.value if kind.is_rate and not kind.is_whole else None),
            *(count(severities[at]) for at in (1, 2, 3)),
        )


def parts_of_kind(kind: MeasuredKind, writer: Writer) -> Iterator[Part]:
    """Yield how much there is of a kind in each condition, and every two of them compared."""
    yield Part(
        f"evidence.{kind.kind}",
        _title(kind, writer),
        _lead(kind, writer),
        figures=(_figure(kind, writer),),
        table=Table(_columns(kind, writer), tuple(_rows(kind, writer))),
        method=_method(kind, writer),
    )
    if kind.contrasts:
        yield _contrasts(kind, writer)


def _title(kind: MeasuredKind, writer: Writer) -> str:
    title = kind_title(kind.kind, writer.language)
    return title[:1].upper() + title[1:]


def _lead(kind: MeasuredKind, writer: Writer) -> str:
    known = [one for one in kind.conditions if one.value is not None]
    if not known:
        return writer.say("Nothing was measured.")
    least, most = (pick(known, key=lambda one: one.value or 0.0) for pick in (min, max))
    values = {name: number(one.value or 0.0) for name, one in (("least", least), ("most", most))}
    words = {"first": writer.name(least.condition or None), "last": writer.name(most.condition or None)}
    if len(known) == 1 and kind.is_rate:
        return writer.say("%(most)s a minute.", **values)
    if len(known) == 1:
        return writer.say(
            "On average %(most)s s, in the middle %(median)s s.", median=number(most.median or 0.0), **values
        )
    if kind.is_rate:
        return writer.say(
            "Least with %(first)s, %(least)s a minute; most with %(last)s, %(most)s.", **values, **words
        )
    return writer.say(
        "%(first)s answers soonest, after %(least)s s on average; %(last)s latest, after %(most)s s.",
        **values,
        **words,
    )


def distribution(latencies: Mapping[str, Sequence[float]], writer: Writer) -> Figure | None:
    """Draw which share of answers came within how long, a line a condition; None without any."""
    if not latencies:
        return None
    steps = tuple(
        Step(writer.name(name or None), round(at, 3), share)
        for name, values in latencies.items()
        for at, share in _shares(values)
    )
    words = Words(description=writer.say("Share of answers within a time, by condition"))
    across = Axis(writer.say("Response latency, in seconds"))
    up = Axis(writer.say("Share of answers"), 0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0), number=".0%")
    caption = writer.say("Each line says which share of the agent's answers had begun by then.")
    return Figure(pictures.curve(steps, across, up, words=words), caption)


def _shares(values: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Yield some quantiles of sorted values, as many as a picture can show."""
    last = len(values) - 1
    for place in sorted({round(last * step / POINTS) for step in range(POINTS + 1)}):
        yield values[place], (place + 1) / len(values)


def _figure(kind: MeasuredKind, writer: Writer) -> Figure:
    title = writer.say("A minute") if kind.is_rate else writer.say("Mean, in seconds")
    rows = tuple(
        Estimate(
            writer.name(one.condition or None),
            one.value,
            one.low,
            one.high,
            one.n,
            series=writer.name(one.condition or None),
        )
        for one in kind.conditions
    )
    words = Words(
        description=writer.say("%(kind)s by condition", kind=_title(kind, writer)),
        value=title,
        low=writer.say("Interval from"),
        high=writer.say("Interval to"),
        count=writer.say("Recordings") if kind.is_rate else writer.say("Turns"),
    )
    spec = pictures.forest(rows, Axis(title), conditions=writer.names(), words=words)
    return Figure(spec, writer.say("Dot: estimate. Line: 95 %% interval."))


def _columns(kind: MeasuredKind, writer: Writer) -> tuple[Column, ...]:
    say = writer.say
    middle = (
        (Column("per_minute", say("A minute")),)
        if kind.is_rate
        else (Column("n", say("Turns")), Column("mean_s", say("Mean, s")))
    )
    ends = (
        ()
        if kind.is_rate
        else (Column("median_s", say("Median, s")), Column("p95_s", say("95 %% within, s")))
    )
    return (
        Column("condition", say("Condition"), "text"),
        Column("recordings", say("Recordings")),
        Column("found_in", say("With any")),
        *middle,
        Column("", say("95 %% interval"), "interval"),
        *ends,
        *(Column(f"severity_{at}", say(title)) for at, title in SEVERITIES.items()),
        Column("standard_error", "", "kept"),
        Column("reason", "", "kept"),
    )


def _rows(kind: MeasuredKind, writer: Writer) -> Iterator[tuple[Cell, ...]]:
    each = zip(kind.conditions, kind.recordings, kind.found_in, kind.severities, strict=True)
    for one, recordings, found_in, severities in each:
        middle = (cell(one.value),) if kind.is_rate else (count(one.n), cell(one.value))
        ends = () if kind.is_rate else (cell(one.median), cell(one.p95))
        yield (
            writer.condition(one.condition or None),
            count(recordings),
            count(found_in),
            *middle,
            writer.interval(one.low, one.high, one.reason),
            *ends,
            *(count(severities[at]) for at in (1, 2, 3)),
            Cell(one.standard_error),
            Cell(one.reason),
        )


def _method(kind: MeasuredKind, writer: Writer) -> str:
    if kind.is_rate:
        return writer.say(
            "All that detectors found over all minutes of the recordings in which it could be measured; "
            "intervals have the recordings of an item go together."
        )
    return writer.say(
        "From the end of a user's turn to the beginning of the agent's next one, found in the sound; below 0 "
        "where the agent began before the user had ended. Intervals have the turns of a recording and of an "
        "item go together."
    )


def _contrasts(kind: MeasuredKind, writer: Writer) -> Part:
    say = writer.say
    columns = (
        Column("condition", say("Condition"), "text"),
        Column("other", say("Other"), "text"),
        Column("difference", say("Difference")),
        Column("", say("95 %% interval"), "interval"),
        *(
            (Column("ratio", say("Ratio")), Column("ratio", say("95 %% interval"), "interval"))
            if kind.is_rate
            else ()
        ),
        Column("p", say("p")),
        Column("adjusted_p", say("p, all pairs at once")),
        Column("reason", "", "kept"),
    )
    settled = [one for one in kind.contrasts if one.adjusted_p is not None and one.adjusted_p < ALPHA]
    return Part(
        f"evidence.{kind.kind}.contrasts",
        say("Differences"),
        say("%(n)s of %(all)s pairs differ.", n=len(settled), all=len(kind.contrasts)),
        table=Table(columns, tuple(_contrast(one, kind, writer) for one in kind.contrasts)),
        method=say("First less second. The last p value is Holm's, for all pairs at once."),
        folded=len(kind.contrasts) > FEW,
    )


def _contrast(one: MeasuredContrast, kind: MeasuredKind, writer: Writer) -> tuple[Cell, ...]:
    ratio = (
        (cell(one.ratio), writer.interval(one.ratio_low, one.ratio_high, one.reason)) if kind.is_rate else ()
    )
    return (
        writer.condition(one.condition or None),
        writer.condition(one.other or None),
        cell(one.difference, sign=True),
        writer.interval(one.low, one.high, one.reason, sign=True),
        *ratio,
        p_cell(one.p),
        p_cell(one.adjusted_p),
        Cell(one.reason),
    )
