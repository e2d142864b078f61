"""Pictures of results as Altair charts: the single source for pages, reports and notebooks.

A chart says what is drawn. Colours and type are a Vega config, `look`, that names the tokens of the style
sheet, so that a picture follows light and dark. The colour of a condition is its place among all conditions
of the study, the same in every figure.
"""

from earmark.exports.chart_data import Axis, Estimate, Shares, Spec, Spot, Step, Words
from earmark.exports.charts.curve import curve
from earmark.exports.charts.forest import forest
from earmark.exports.charts.frame import Chart, in_colours, look, spec_of
from earmark.exports.charts.scatter import scatter
from earmark.exports.charts.shares import shares

__all__ = [
    "Axis",
    "Chart",
    "Estimate",
    "Shares",
    "Spec",
    "Spot",
    "Step",
    "Words",
    "curve",
    "forest",
    "in_colours",
    "look",
    "scatter",
    "shares",
    "spec_of",
]
