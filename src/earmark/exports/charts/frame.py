"""What all figures share: axes, words, the look, and the way from an Altair chart to a plain spec."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

import altair as alt

from earmark.exports.chart_data import Axis, Spec

Channel = TypeVar("Channel", alt.Color, alt.Stroke, alt.Fill)

Chart = alt.LayerChart | alt.FacetChart
"""What the functions here return: Altair's type of laid charts depends on what lies in them."""

SERIES: Final = 8
"""Colours of conditions in the style sheet; a ninth condition begins again, with its name beside it."""

INK, _LINE = "var(--ink)", "var(--line)"


def scale_of(axis: Axis) -> alt.Scale:
    """Return the scale of an axis: a mean opinion score has no zero to start from, so none is forced."""
    if axis.low is None or axis.high is None:
        return alt.Scale(zero=False, nice=True)
    return alt.Scale(domain=[axis.low, axis.high], nice=False, zero=False)


def ticks_of(axis: Axis) -> alt.Axis:
    """Return how an axis is written."""
    if not axis.ticks:
        return alt.Axis(tickCount=6)
    whole = all(tick == round(tick) for tick in axis.ticks)
    return alt.Axis(values=list(axis.ticks), format="d" if whole else axis.number)


def spec_of(chart: Chart) -> Spec:
    """Return the spec of a chart without Altair's own look.

    Altair's check against the schema of Vega-Lite takes most of the time a spec costs, and tells of nothing
    but faults in these modules: their tests draw each chart.
    """
    spec: Spec = chart.to_dict(validate=False)
    spec.pop("config", None)
    return spec


def dyed(channel: type[Channel], domain: Sequence[str], *, hollow: str = "") -> Channel:
    """Give each condition its place in the palette, and ink to what belongs to none.

    Its name stands beside it, so no legend is needed.

    Args:
        channel: What is dyed: lines, edges, or the inside.
        domain: All conditions in their order.
        hollow: A test of Vega's; what passes it is as the card behind it.
    """
    tests = [{"test": hollow, "value": "var(--card)"}] if hollow else []
    tests.append({"test": "datum.series == null", "value": INK})
    return channel("series:N", scale=alt.Scale(domain=list(domain)), legend=None, condition=tests)


def mark_of(axis: Axis) -> list[alt.Chart]:
    """Draw the place on an axis that all is read against, where it has one."""
    if axis.mark is None:
        return []
    place = alt.Chart(alt.InlineData(values=[{"at": axis.mark}]))
    return [place.mark_rule(strokeDash=[4, 3], color="var(--soft)").encode(x="at:Q")]


def in_colours(chart: Chart) -> Chart:
    """Return a chart for a notebook, which has no style sheet: each token as it is in light."""
    spec = {**spec_of(chart), "config": look()}
    colours = _light_tokens()
    text = re.sub(r"var\((--[\w-]+)\)", lambda named: colours[named[1]], json.dumps(spec))
    return type(chart).from_dict(json.loads(text))


@cache
def _light_tokens() -> dict[str, str]:
    """Return the tokens of the style sheet as they are in light."""
    css = files("earmark").joinpath("web", "static", "css", "tokens.css").read_text(encoding="utf-8")
    return {"--sans": "sans-serif"} | dict(re.findall(r"(--[\w-]+): light-dark\((#\w+),", css))


def look() -> Spec:
    """Return the Vega config of every figure: the tokens of the style sheet, whatever they are now."""
    text = {"labelColor": INK, "titleColor": INK, "labelFontSize": 13, "titleFontSize": 13}
    return {
        "font": "var(--sans)",
        "background": "transparent",
        "view": {"stroke": "transparent"},
        "axis": {
            **text,
            "titleFontWeight": "normal",
            "domainColor": _LINE,
            "gridColor": _LINE,
            "tickColor": _LINE,
            "labelLimit": 220,
            "titlePadding": 8,
            "labelFlush": False,
        },
        "axisY": {"domain": False, "ticks": False, "labelPadding": 10},
        "legend": {"labelColor": INK, "labelFontSize": 13, "labelLimit": 320, "symbolType": "stroke"},
        "header": {"labelColor": INK, "labelFontSize": 13, "labelPadding": 4, "labelLimit": 220},
        "rule": {"color": INK},
        "point": {"color": INK},
        "range": {"category": [f"var(--series-{place + 1})" for place in range(SERIES)]},
    }
