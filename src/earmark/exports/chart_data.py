"""What figures are drawn from, as plain values: apart from the drawing, since Altair is slow to import."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Spec = dict[str, Any]
"""A Vega-Lite spec as plain JSON values."""


@dataclass(frozen=True, slots=True)
class Axis:
    """What a position along a figure means.

    Attributes:
        title: What is measured, with the words of its ends, such as ``Mean, 1 Bad to 5 Excellent``.
        low: Where the axis begins; None leaves it to the data.
        high: Where it ends.
        ticks: Where the lines stand; empty leaves them to Vega.
        number: How a value is written (d3-format), such as ``.2f`` or ``.0%``.
        mark: A place worth a line of its own, such as no difference at 0.
    """

    title: str
    low: float | None = None
    high: float | None = None
    ticks: tuple[float, ...] = ()
    number: str = ".2f"
    mark: float | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """The words in a figure beside those of its axis, in the reader's language.

    Attributes:
        description: What the figure shows, for those who hear it.
        value: Name of the value, such as ``Mean``.
        low: Name of the lower end of an interval.
        high: Name of the upper end.
        count: Name of the number that a value is from.
    """

    description: str = ""
    value: str = "Mean"
    low: str = "Interval from"
    high: str = "Interval to"
    count: str = "n"


@dataclass(frozen=True, slots=True)
class Estimate:
    """One row: a value with its interval. What cannot be measured is None, and its row stays empty.

    Attributes:
        name: What stands beside the row.
        value: Where the dot is.
        low: Where the interval begins.
        high: Where it ends.
        n: Of how many scores or votes it is.
        series: The condition whose colour it has; None is ink.
        settled: Whether there is enough to say what the row says; a hollow dot is not.
        open_low: Whether nothing limits the value from below: the line goes on to the edge.
        open_high: Likewise from above.
        group: What rows belong to together, such as one answer under all conditions; it heads them.
    """

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    series: str | None = None
    settled: bool = True
    open_low: bool = False
    open_high: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Shares:
    """The answers of one condition.

    Attributes:
        name: The condition, as shown.
        counts: How often each answer was given, in the order of the answers.
    """

    name: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """One dot: its name, where it is, and of how many scores."""

    name: str
    x: float
    y: float
    n: int


@dataclass(frozen=True, slots=True)
class Step:
    """One point of a line: the line's name, where along it, and how high."""

    line: str
    x: float
    y: float
