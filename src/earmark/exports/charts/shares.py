"""How often each answer was given: a small row of bars a condition."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from earmark.exports.chart_data import Shares, Words
from earmark.exports.charts.frame import dyed

_BAR_WIDTH, _BAR_HEIGHT, _GAP = 210, 26, 8


def shares(
    rows: Sequence[Shares], answers: Sequence[str], *, title: str, conditions: Sequence[str], words: Words
) -> alt.FacetChart:
    """Draw the share of each answer among all of a condition, all conditions to one height.

    Args:
        rows: The conditions, from the top.
        answers: What could be answered, from left to right.
        title: What the answers are, under the axis.
        conditions: All conditions of the study in their order.
        words: The other words; `value` names a share.
    """
    bars = [bar for row in rows for bar in _bars(row, answers)]
    x = alt.X("answer:O", title=title).scale(domain=list(answers)).axis(labelAngle=0)
    y = alt.Y("share:Q", title=None).axis(None)
    tooltip = [
        alt.Tooltip("series:N", title=" "),
        alt.Tooltip("answer:O", title=title),
        alt.Tooltip("n:Q", title=words.count),
        alt.Tooltip("share:Q", title=words.value, format=".0%"),
    ]
    names = alt.Chart().transform_filter(alt.datum.answer == answers[0]).mark_text(align="right", fontSize=13)
    drawn = alt.layer(
        alt.Chart().mark_bar().encode(x=x, y=y, color=dyed(alt.Color, conditions), tooltip=tooltip),
        names.encode(
            text="series:N", x=alt.value(-10), y=alt.value(_BAR_HEIGHT / 2), color=alt.value("var(--ink)")
        ),
        data=alt.InlineData(values=bars),
    )
    row = alt.Row("series:N").sort([one.name for one in rows]).header(alt.Header(title=None, labels=False))
    chart = drawn.properties(width=_BAR_WIDTH, height=_BAR_HEIGHT).facet(row=row, spacing=_GAP)
    return chart.properties(description=words.description)


def _bars(row: Shares, answers: Sequence[str]) -> list[dict[str, object]]:
    total = sum(row.counts) or 1
    return [
        {"series": row.name, "answer": answer, "n": n, "share": n / total}
        for answer, n in zip(answers, row.counts, strict=True)
    ]
