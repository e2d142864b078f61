"""The words in figures: apart from the drawing, since that takes a second to import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChartWords:
    """The words in the figures of one question, in the reader's language.

    Attributes:
        mean: Title of the axis of means, such as ``Mean, 1 Bad to 5 Excellent``.
        low: Name of the lower end of an interval.
        high: Name of the upper end.
        scores: Name of the number of scores.
        share: Name of the share of a score among all.
        point: Title of the axis of scale points.
        conditions: The name of each condition as shown, in the order of the study.
        interval_figure: What the figure of means shows, for those who hear it.
        histogram_figure: What the histogram shows, for those who hear it.
    """

    mean: str
    low: str
    high: str
    scores: str
    share: str
    point: str
    conditions: Sequence[str]
    interval_figure: str
    histogram_figure: str
