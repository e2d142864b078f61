"""How a number goes down or up with another: what more votes would buy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import altair as alt

from earmark.exports.chart_data import Axis, Step, Words
from earmark.exports.charts.frame import Chart, mark_of, scale_of, ticks_of

_HEIGHT = 220


def curve(steps: Sequence[Step], across: Axis, up: Axis, *, words: Words) -> Chart:
    """Draw one line a name, with a dot at each step and a dashed line where `across` has its mark."""
    tooltip = [
        alt.Tooltip("line:N", title=" "),
        alt.Tooltip("x:Q", title=across.title, format=across.number),
        alt.Tooltip("y:Q", title=up.title, format=up.number),
    ]
    names = list(dict.fromkeys(step.line for step in steps))
    lines = (
        alt.Chart(alt.InlineData(values=[asdict(step) for step in steps]))
        .mark_line(point=True, strokeWidth=2)
        .encode(
            x=alt.X("x:Q", title=across.title, scale=scale_of(across), axis=ticks_of(across)),
            y=alt.Y("y:Q", title=up.title, scale=scale_of(up), axis=ticks_of(up)),
            strokeDash=alt.StrokeDash("line:N", title=None)
            .scale(domain=names)
            .legend(orient="top", symbolSize=500, symbolStrokeWidth=2),
            color=alt.value("var(--ink)"),
            tooltip=tooltip,
        )
    )
    return alt.layer(*mark_of(across), lines).properties(
        width="container", height=_HEIGHT, description=words.description
    )
