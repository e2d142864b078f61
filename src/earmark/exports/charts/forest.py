"""Estimates with intervals, one a row: means, differences, strengths, rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import altair as alt

from earmark.exports.chart_data import Axis, Estimate, Words
from earmark.exports.charts.frame import Chart, dyed, mark_of, scale_of, ticks_of

_BAND = 34


def forest(estimates: Sequence[Estimate], axis: Axis, *, conditions: Sequence[str], words: Words) -> Chart:
    """Draw a dot a row at its value, with a line from end to end of its interval.

    Args:
        estimates: The rows, from the top.
        axis: What the position means.
        conditions: All conditions of the study in their order: each has its colour by its place.
        words: The other words.
    """
    rows = [asdict(estimate) for estimate in estimates]
    names = [estimate.name for estimate in estimates]
    y = alt.Y("name:N", title=None).scale(domain=names).sort(None)
    x = alt.X("value:Q", title=axis.title, scale=scale_of(axis), axis=ticks_of(axis))
    tooltip = [
        alt.Tooltip("name:N", title=" "),
        alt.Tooltip("value:Q", title=words.value, format=axis.number),
        alt.Tooltip("low:Q", title=words.low, format=axis.number),
        alt.Tooltip("high:Q", title=words.high, format=axis.number),
        alt.Tooltip("n:Q", title=words.count),
    ]
    known = [row for row in rows if row["value"] is not None]
    spans = [row for row in known if row["low"] is not None]
    line = (
        alt.Chart(alt.InlineData(values=spans))
        .mark_rule(strokeWidth=2.5, strokeCap="round")
        .encode(
            x=alt.X("low:Q", title=axis.title),
            x2="high:Q",
            y=y,
            color=dyed(alt.Color, conditions),
            tooltip=tooltip,
        )
    )
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
    layers = [*mark_of(axis), *([line] if spans else []), dot]  # Vega warns of what has no rows
    height = _BAND * max(len(names), 1)
    return alt.layer(*layers).properties(width="container", height=height, description=words.description)
