"""Specs of figures, each made once: the same numbers in the same words give the same picture.

Altair takes 30 ms a picture, so that a page whose results have not changed would wait for nothing new.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from earmark.exports.chart_data import Axis, Estimate, Shares, Spec, Spot, Step, Words

KEPT: Final = 500
"""Specs of each kind that are kept: some tens of kilobytes each at the most."""

Names = tuple[str, ...]


@lru_cache(KEPT)
def forest(rows: tuple[Estimate, ...], axis: Axis, *, conditions: Names, words: Words) -> Spec:
    """Return estimates with intervals, one a row."""
    from earmark.exports import charts  # noqa: PLC0415 - Altair is slow to come

    return charts.spec_of(charts.forest(rows, axis, conditions=conditions, words=words))


@lru_cache(KEPT)
def shares(rows: tuple[Shares, ...], answers: Names, *, title: str, conditions: Names, words: Words) -> Spec:
    """Return how often each answer was given, a row of bars a condition."""
    from earmark.exports import charts  # noqa: PLC0415 - as above

    return charts.spec_of(charts.shares(rows, answers, title=title, conditions=conditions, words=words))


@lru_cache(KEPT)
def scatter(spots: tuple[Spot, ...], across: Axis, up: Axis, *, words: Words) -> Spec:
    """Return one dot a rater."""
    from earmark.exports import charts  # noqa: PLC0415 - as above

    return charts.spec_of(charts.scatter(spots, across, up, words=words))


@lru_cache(KEPT)
def curve(steps: tuple[Step, ...], across: Axis, up: Axis, *, words: Words) -> Spec:
    """Return lines of how a number goes with another."""
    from earmark.exports import charts  # noqa: PLC0415 - as above

    return charts.spec_of(charts.curve(steps, across, up, words=words))


@lru_cache(1)
def look() -> Spec:
    """Return the Vega config of all figures."""
    from earmark.exports import charts  # noqa: PLC0415 - as above

    return charts.look()
