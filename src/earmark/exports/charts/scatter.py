"""One dot a rater or item by two numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import altair as alt

from earmark.exports.chart_data import Axis, Spot, Words
from earmark.exports.charts.frame import Chart, mark_of, scale_of, ticks_of

_HEIGHT = 220


def scatter(spots: Sequence[Spot], across: Axis, up: Axis, *, words: Words) -> Chart:
    """Draw a dot for each spot, and a line where an axis has a place worth one."""
    tooltip = [
        alt.Tooltip("name:N", title=" "),
        alt.Tooltip("x:Q", title=across.title, format=across.number),
        alt.Tooltip("y:Q", title=up.title, format=up.number),
        alt.Tooltip("n:Q", title=words.count),
    ]
    dots = (
        alt.Chart(alt.InlineData(values=[asdict(spot) for spot in spots]))
        .mark_point(size=70, strokeWidth=1.8, color="var(--series-5)")
        .encode(
            x=alt.X("x:Q", title=across.title, scale=scale_of(across), axis=ticks_of(across)),
            y=alt.Y("y:Q", title=up.title, scale=scale_of(up), axis=ticks_of(up)),
            tooltip=tooltip,
        )
    )
    return alt.layer(*mark_of(across), dots).properties(
        width="container", height=_HEIGHT, description=words.description
    )
