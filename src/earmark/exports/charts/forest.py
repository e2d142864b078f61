"""Estimates with intervals, one a row: means, differences, strengths, rates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

import altair as alt

from earmark.exports.chart_data import Axis, Estimate, Words
from earmark.exports.charts.frame import INK, Chart, dyed, mark_of, scale_of, ticks_of

_BAND = 34

_BETWEEN = "\N{EN SPACE}·\N{EN SPACE}"
"""Stands between group and name in the name of a row's place: three signs that no name has by chance."""


def forest(estimates: Sequence[Estimate], axis: Axis, *, conditions: Sequence[str], words: Words) -> Chart:
    """Draw a dot a row at its value, with a line from end to end of its interval.

    Where an interval has no end, the line goes on to the edge. A group's name heads its rows.

    Args:
        estimates: The rows, from the top.
        axis: What the position means.
        conditions: All conditions of the study in their order: each has its colour by its place.
        words: The other words.
    """
    rows = [asdict(estimate) | {"name": _place(estimate)} for estimate in estimates]
    groups = list(dict.fromkeys(estimate.group for estimate in estimates if estimate.group))
    places = list(dict.fromkeys(place for estimate in estimates for place in _headed(estimate)))
    y = alt.Y("name:N", title=None, axis=_labels(groups)).scale(domain=places).sort(None)
    x = alt.X("value:Q", title=axis.title, scale=scale_of(axis), axis=ticks_of(axis))
    tooltip = [
        alt.Tooltip("name:N", title=" "),
        alt.Tooltip("value:Q", title=words.value, format=axis.number),
        alt.Tooltip("low:Q", title=words.low, format=axis.number),
        alt.Tooltip("high:Q", title=words.high, format=axis.number),
        alt.Tooltip("n:Q", title=words.count),
    ]
    known = [row for row in rows if row["value"] is not None]
    color = dyed(alt.Color, conditions)
    lines = [
        alt.Chart(alt.InlineData(values=spans))
        .mark_rule(strokeWidth=2.5, strokeCap="round")
        .encode(x=begin, x2=end, y=y, color=color, tooltip=tooltip)
        for spans, begin, end in _spans(known, axis)
    ]
    dot = (
        alt.Chart(alt.InlineData(values=known))
        .mark_point(filled=True, size=110, opacity=1, strokeWidth=2)
        .encode(
            x=x,
            y=y,
            stroke=dyed(alt.Stroke, conditions),
            fill=dyed(alt.Fill, conditions, hollow="!datum.settled"),
            tooltip=tooltip,
        )
    )
    layers = [*mark_of(axis), *lines, dot, *_headings(groups, y)]
    height = _BAND * max(len(places), 1)
    return alt.layer(*layers).properties(width="container", height=height, description=words.description)


def _place(estimate: Estimate) -> str:
    return f"{estimate.group}{_BETWEEN}{estimate.name}" if estimate.group else estimate.name


def _headed(estimate: Estimate) -> tuple[str, ...]:
    """Return the place of a row after that of its group's heading, if it has one."""
    return (estimate.group, _place(estimate)) if estimate.group else (_place(estimate),)


def _labels(groups: Sequence[str]) -> alt.Axis:
    """Return how rows are named: beside the heading of a group by what follows its name."""
    if not groups:
        return alt.Axis()
    within = f"indexof({json.dumps(groups)}, datum.label) >= 0 ? '' : "
    return alt.Axis(labelExpr=f"{within}slice(datum.label, lastindexof(datum.label, '{_BETWEEN}') + 3)")


def _headings(groups: Sequence[str], y: alt.Y) -> list[alt.Chart]:
    """Return the names of groups, each above its rows from the left edge, where a long one has room."""
    if not groups:
        return []
    heads = alt.Chart(alt.InlineData(values=[{"name": group} for group in groups]))
    words = heads.mark_text(align="left", baseline="middle", dy=5, fontSize=13, fontWeight="bold", color=INK)
    return [words.encode(x=alt.value(0), y=y, text=alt.Text("name:N"))]


def _spans(rows: Sequence[dict[str, Any]], axis: Axis) -> Iterator[tuple[list[dict[str, Any]], Any, Any]]:
    """Yield the rows of each kind of line, and where it begins and ends. Vega warns of what has no rows."""
    for open_low, open_high in product((False, True), repeat=2):
        spans = [
            row
            for row in rows
            if (row["open_low"], row["open_high"]) == (open_low, open_high)
            and (open_low or row["low"] is not None)
            and (open_high or row["high"] is not None)
        ]
        if not spans:
            continue
        if (
            open_low and not open_high
        ):  # from its known end: Vega-Lite takes the kind of an axis from the first
            yield spans, alt.X("high:Q", title=axis.title), alt.value(0)
        else:
            begin = alt.value(0) if open_low else alt.X("low:Q", title=axis.title)
            yield spans, begin, alt.value("width") if open_high else "high:Q"
