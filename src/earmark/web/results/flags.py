"""How often each kind of error was flagged, how badly, and what the flags weigh."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from earmark.core.results import FlagRate, FlagsResult, FlagWeight
from earmark.exports.chart_data import Axis, Estimate, Words
from earmark.web.results import pictures
from earmark.web.results.choices import share_differences
from earmark.web.results.intake import intake
from earmark.web.results.parts import Cell, Column, Figure, Part, Section, Table
from earmark.web.results.writing import Writer, cell, count, share, share_cell

DRAWN: Final = 24
"""Rows that a picture has room for: the clusters that are flagged most."""

FEW: Final = 20
"""Contrasts whose table is open."""


def flag_section(flags: FlagsResult, writer: Writer) -> Section | None:
    """Return what one question for flags found; None where nothing was rated."""
    if not any(one.rate.n for one in flags.rates):
        return None
    parts = [_rates(flags, writer)]
    if any(one.score is not None for one in flags.weights):
        parts.append(_weights(flags, writer))
    if flags.contrasts:
        parts.append(_differences(flags, writer))
    return Section(flags.id, writer.of(flags.title), tuple(parts))


def _any(flags: FlagsResult) -> list[FlagRate]:
    """Return the rates of any severity."""
    return [one for one in flags.rates if one.severity is None]


def _rates(flags: FlagsResult, writer: Writer) -> Part:
    return Part(
        flags.id,
        "",
        _lead(flags, writer),
        figures=_figures(flags, writer),
        table=_table(flags, writer),
        method=writer.say(
            "Share of submissions that flag an error at all, and by severity. Intervals are Wilson's, with "
            "raters and items that come back counted in."
        ),
        notes=_intake(flags, writer),
    )


def _intake(flags: FlagsResult, writer: Writer) -> tuple[str, ...]:
    n = sum(one.n for one in flags.conditions)
    return intake("looks", n, (one.out for one in flags.conditions), writer)


def _lead(flags: FlagsResult, writer: Writer) -> str:
    flagged = [one for one in _any(flags) if one.rate.count]
    if not flagged:
        return writer.say("No error was flagged.")
    most = max(flagged, key=lambda one: one.rate.share or 0)
    rate = most.rate
    interval = "" if rate.low is None or rate.high is None else writer.shares(rate.low, rate.high)
    return writer.say(
        "%(cluster)s is flagged most: in %(share)s of the submissions on %(condition)s (%(interval)s).",
        cluster=_cluster(flags, most.cluster, writer),
        share=share(rate.share or 0),
        condition=writer.name(most.condition),
        interval=interval,
    )


def _cluster(flags: FlagsResult, cluster: str, writer: Writer) -> str:
    text = dict(flags.clusters).get(cluster)
    return cluster if text is None else writer.of(text)


def _figures(flags: FlagsResult, writer: Writer) -> tuple[Figure, ...]:
    rates = _any(flags)
    most: dict[str, float] = {}
    for one in rates:
        most[one.cluster] = max(most.get(one.cluster, 0.0), one.rate.share or 0.0)
    per_cluster = max(1, len(rates) // max(1, len(most)))
    flagged = [cluster for cluster in most if most[cluster] > 0]
    kept = sorted(flagged, key=lambda cluster: -most[cluster])[: max(1, DRAWN // per_cluster)]
    if not kept:
        return ()
    rows = [
        Estimate(
            writer.name(one.condition),
            one.rate.share,
            one.rate.low,
            one.rate.high,
            one.rate.n,
            series=writer.name(one.condition),
            group=_cluster(flags, cluster, writer),
        )
        for cluster in kept
        for one in rates
        if one.cluster == cluster
    ]
    words = Words(
        description=writer.say(
            "%(question)s: share of submissions with each error", question=writer.of(flags.title)
        ),
        value=writer.say("Share"),
        low=writer.say("Interval from"),
        high=writer.say("Interval to"),
        count=writer.say("Submissions"),
    )
    axis = Axis(
        writer.say("Share of submissions that flag it"), 0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0), number=".0%"
    )
    spec = pictures.forest(tuple(rows), axis, conditions=writer.names(), words=words)
    caption = writer.say("Dot: share, whatever the severity. Line: 95 %% interval.")
    if len(kept) < len(most):
        caption += " " + writer.say("All other errors are in the table.")
    return (Figure(spec, caption),)


def _table(flags: FlagsResult, writer: Writer) -> Table:
    say = writer.say
    severities = tuple((severity, writer.of(text)) for severity, text, _ in flags.severities)
    columns = (
        Column("cluster", say("Error"), "text"),
        Column("condition", say("Condition"), "text"),
        Column("n", say("Submissions")),
        Column("share", say("Flagged")),
        Column("", say("95 %% interval"), "interval"),
        *(Column(f"share_{severity}", title) for severity, title in severities),
        Column("count", "", "kept"),
        Column("reason", "", "kept"),
        Column("out", "", "kept"),
    )
    outs = {one.condition: sum(out.n for out in one.out) for one in flags.conditions}
    of = {(one.cluster, one.condition, one.severity): one.rate.share for one in flags.rates}
    rows = []
    for one in _any(flags):
        name = _cluster(flags, one.cluster, writer)
        each = (share_cell(of.get((one.cluster, one.condition, severity))) for severity, _ in severities)
        interval = writer.interval(one.rate.low, one.rate.high, one.rate.reason, share=True)
        head = (Cell(one.cluster, name), writer.condition(one.condition), count(one.rate.n))
        tail = (Cell(one.rate.count), Cell(one.rate.reason), Cell(outs.get(one.condition, 0)))
        rows.append((*head, share_cell(one.rate.share), interval, *each, *tail))
    return Table(columns, tuple(rows))


def _weights(flags: FlagsResult, writer: Writer) -> Part:
    say = writer.say
    weights = ", ".join(f"{writer.of(text)} {weight:g}" for _, text, weight in flags.severities)
    known = [one for one in flags.weights if one.score is not None]
    worst = max(known, key=lambda one: one.score or 0)
    columns = (
        Column("condition", say("Condition"), "text"),
        Column("score", say("Weight an item")),
        Column("", say("95 %% interval"), "interval"),
        Column("items", say("Items")),
        Column("standard_error", "", "kept"),
        Column("reason", "", "kept"),
    )
    return Part(
        f"{flags.id}.weights",
        say("What the flags weigh"),
        say("Errors weigh most on %(condition)s.", condition=writer.name(worst.condition))
        if worst.score
        else say("No error was flagged."),
        table=Table(columns, tuple(_weight(one, writer) for one in flags.weights)),
        method=say(
            "Each flag counts by its severity (%(weights)s); the sum of an item, in the mean of its raters "
            "and of all items. Lower is better.",
            weights=weights,
        ),
        notes=_intake(flags, writer),
    )


def _weight(one: FlagWeight, writer: Writer) -> tuple[Cell, ...]:
    return (
        writer.condition(one.condition),
        cell(one.score),
        writer.interval(one.low, one.high, one.reason),
        count(one.items),
        Cell(one.standard_error),
        Cell(one.reason),
    )


def _differences(flags: FlagsResult, writer: Writer) -> Part:
    names = {cluster: writer.of(text) for cluster, text in flags.clusters}
    method = writer.say(
        "Differences of shares in points of per cent; the intervals hold for all pairs of one error at "
        "once (Bonferroni). A difference is settled where its interval leaves out 0."
    )
    part = share_differences(flags.id, flags.contrasts, names, method, writer)
    return replace(part, notes=_intake(flags, writer))
