"""Pictures of results as Vega-Lite specs: the single source for pages, reports and notebooks.

A spec says what is drawn, not in which colours or type: whoever shows it brings a Vega config for that. Only
the order of the conditions is fixed, the same in every figure, so that a condition keeps its colour.
"""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from earmark.core.results import ConditionResult, QuestionResult
from earmark.exports.chart_words import ChartWords

Spec = dict[str, object]
"""A Vega-Lite spec as plain JSON values."""

_BAND = 46
_BAR_WIDTH, _BAR_HEIGHT = 250, 40


def interval_chart(question: QuestionResult, words: ChartWords) -> Spec:
    """Draw a dot a condition at its mean, with a line from end to end of its interval.

    The axis runs over the whole scale, since a mean opinion score has no zero to start from. A condition
    without an interval gets its dot alone, one without scores an empty row.
    """
    shown = list(zip(words.conditions, question.conditions, strict=True))
    dots = [_dot(name, result) for name, result in shown if result.score.mean is not None]
    lines = [dot for dot in dots if dot["low"] is not None]
    y = alt.Y("condition:N", title=None).scale(domain=list(words.conditions)).sort(None)
    tooltip = [
        alt.Tooltip("condition:N", title=" "),
        alt.Tooltip("mean:Q", title=words.mean, format=".2f"),
        alt.Tooltip("low:Q", title=words.low, format=".2f"),
        alt.Tooltip("high:Q", title=words.high, format=".2f"),
        alt.Tooltip("n:Q", title=words.scores),
    ]
    x = alt.X("mean:Q", title=words.mean).scale(domain=[question.points[0], question.points[-1]])
    x = x.axis(values=list(question.points), format="d")
    color = _color(words)
    line = alt.Chart(alt.InlineData(values=lines)).mark_rule(strokeWidth=2.5, strokeCap="round")
    dot = alt.Chart(alt.InlineData(values=dots)).mark_point(filled=True, size=110, opacity=1)
    layers = alt.layer(
        line.encode(x=alt.X("low:Q", title=words.mean), x2="high:Q", y=y, color=color, tooltip=tooltip),
        dot.encode(x=x, y=y, color=color, tooltip=tooltip),
    )
    height = _BAND * len(words.conditions)
    return _plain(layers.properties(width="container", height=height, description=words.interval_figure))


def histogram_chart(question: QuestionResult, words: ChartWords) -> Spec:
    """Draw the share of each point of the scale, one small row of bars a condition."""
    bars = [
        bar
        for name, result in zip(words.conditions, question.conditions, strict=True)
        for bar in _bars(name, question.points, result)
    ]
    x = alt.X("point:O", title=words.point).scale(domain=list(question.points)).axis(labelAngle=0)
    y = alt.Y("share:Q", title=None).axis(format=".0%", tickCount=2)
    tooltip = [
        alt.Tooltip("condition:N", title=" "),
        alt.Tooltip("point:O", title=words.point),
        alt.Tooltip("n:Q", title=words.scores),
        alt.Tooltip("share:Q", title=words.share, format=".0%"),
    ]
    base = alt.Chart(alt.InlineData(values=bars)).mark_bar()
    rows = base.encode(x=x, y=y, color=_color(words), tooltip=tooltip)
    header = alt.Header(title=None, labelOrient="top", labelAnchor="start", labelAngle=0)
    row = alt.Row("condition:N").sort(list(words.conditions)).header(header)
    chart = rows.properties(width=_BAR_WIDTH, height=_BAR_HEIGHT).facet(row=row, spacing=16)
    return _plain(chart.properties(description=words.histogram_figure))


def _color(words: ChartWords) -> alt.Color:
    """Give each condition its place in the palette; its name stands beside it, so no legend is needed."""
    return alt.Color("condition:N").scale(domain=list(words.conditions)).legend(None)


def _dot(name: str, result: ConditionResult) -> dict[str, object]:
    score = result.score
    return {"condition": name, "mean": score.mean, "low": score.low, "high": score.high, "n": score.n}


def _bars(name: str, points: Sequence[int], result: ConditionResult) -> list[dict[str, object]]:
    total = sum(result.histogram) or 1
    return [
        {"condition": name, "point": point, "n": n, "share": n / total}
        for point, n in zip(points, result.histogram, strict=True)
    ]


def _plain(chart: alt.LayerChart | alt.FacetChart) -> Spec:
    """Return the spec without Altair's own look."""
    spec: Spec = chart.to_dict()
    del spec["config"]
    return spec
