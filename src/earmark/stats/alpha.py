"""Krippendorff's alpha: agreement beyond chance of any number of raters, with ratings missing at will.

``alpha = 1 - observed / expected`` disagreement. Klaus Krippendorff (2011), "Computing Krippendorff's
Alpha-Reliability".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from earmark.stats.ratings import Cells, Floats, Ratings, cells_of
from earmark.stats.reasons import ALL_EQUAL, NO_PAIRS, NO_SCORES

Distance = Literal["nominal", "ordinal", "interval", "ratio"]
"""How far two values are apart: unlike at all; by the ratings between them; by their difference; by it over
their sum. Gwet's "ordinal weights" are another thing (`earmark.stats.weights`)."""

MOST_RATIO_LEVELS: Final = 4096


@dataclass(frozen=True, slots=True)
class Alpha:
    """Krippendorff's alpha. Where it is not measurable it is None and `reason` says why.

    Attributes:
        alpha: 1 for full agreement, 0 for what chance would give, below 0 for less.
        observed: Mean squared distance of two ratings of one item.
        expected: Mean squared distance of any two ratings.
        distance: How distance is measured.
        n: Ratings that can be paired: those of items that have at least two.
        unpaired: Ratings that cannot, and are left out.
        items: Items with at least two ratings.
        raters: Raters, of all ratings.
        reason: Why there is no alpha, or None.
    """

    alpha: float | None
    observed: float | None
    expected: float | None
    distance: Distance
    n: int
    unpaired: int
    items: int
    raters: int
    reason: str | None = None


def krippendorff_alpha(ratings: Ratings, distance: Distance = "ordinal") -> Alpha:
    """Return Krippendorff's alpha of ratings.

    A rating that repeats another of the same rater and item counts as if another rater had given it
    (`Ratings.repeats` counts them, `Ratings.without_repeats` leaves them out).

    Args:
        ratings: In long form. Values are numbers, or categories for the nominal distance.
        distance: How far two values are apart.

    Returns:
        Alpha, or a reason: no ratings, no item with two, or all pairable ratings equal (then nothing says
        whether raters agree or know one value only).

    Raises:
        ValueError: Values are no numbers and the distance is not nominal; a negative value or 4,096 and more
            different ones under the ratio distance.
    """
    cells = pairable(cells_of(ratings))
    n = int(cells.count.sum())
    parts = disagreement(cells, levels_of(ratings, distance), distance) if n else None
    observed, expected = parts or (None, None)
    reason = None if expected else (ALL_EQUAL if n else (NO_PAIRS if ratings.n else NO_SCORES))
    return Alpha(
        alpha=1 - observed / expected if observed is not None and expected else None,
        observed=observed,
        expected=expected,
        distance=distance,
        n=n,
        unpaired=ratings.n - n,
        items=int((cells.sizes > 0).sum()),
        raters=ratings.rater.count,
        reason=reason,
    )


def pairable(cells: Cells) -> Cells:
    """Leave out the items with a single rating: they say nothing of agreement."""
    kept = cells.sizes[cells.item] > 1
    if kept.all():
        return cells
    return Cells(cells.item[kept], cells.level[kept], cells.count[kept], cells.items, cells.levels)


def levels_of(ratings: Ratings, distance: Distance) -> Floats:
    """Return the values as numbers; for the nominal distance any numbers will do."""
    if distance == "nominal":
        return np.arange(ratings.value.count, dtype=np.float64)
    levels = ratings.levels
    if distance == "ratio" and (levels < 0).any():
        message = f"the ratio distance needs values of 0 or more, got {levels.min()}"
        raise ValueError(message)
    if distance == "ratio" and levels.size > MOST_RATIO_LEVELS:
        message = f"the ratio distance takes at most {MOST_RATIO_LEVELS} different values, got {levels.size}"
        raise ValueError(message)
    return levels


def disagreement(cells: Cells, levels: Floats, distance: Distance) -> tuple[float, float]:
    """Return observed and expected disagreement of pairable cells."""
    per_item, per_level = cells.sizes, cells.per_level()
    n = per_level.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = within(cells, levels, distance) / (per_item - 1)
    observed = float(np.where(per_item > 1, terms, 0.0).sum() / n)
    return observed, float(between(per_level, levels, distance) / (n * (n - 1)))


def within(cells: Cells, levels: Floats, distance: Distance) -> Floats:
    """Return the sum of squared distances over ordered pairs of ratings of each item, shape (items,)."""
    if distance == "nominal":
        return np.asarray(cells.sizes**2 - cells.per_item(cells.count))
    if distance == "ratio":
        apart = ratio_distances(levels)
        table = cells.table()
        return np.asarray(((table @ apart) * table).sum(axis=1))
    at = places(cells.per_level(), levels, distance)[cells.level]
    return np.asarray(2 * (cells.sizes * cells.per_item(at**2) - cells.per_item(at) ** 2))


def between(per_level: Floats, levels: Floats, distance: Distance) -> float:
    """Return the sum of squared distances over ordered pairs of all ratings."""
    n = float(per_level.sum())
    if distance == "nominal":
        return n * n - float(per_level @ per_level)
    if distance == "ratio":
        return float(per_level @ ratio_distances(levels) @ per_level)
    at = places(per_level, levels, distance)
    return 2 * (n * float(per_level @ at**2) - float(per_level @ at) ** 2)


def places(per_level: Floats, levels: Floats, distance: Distance) -> Floats:
    """Return where each value stands on a line on which distance is plain difference.

    Krippendorff's ordinal distance is that of mean ranks, so one formula serves both. The line is shifted
    by a whole number, so that whole numbers stay exact.
    """
    if distance == "ordinal":
        ranks = np.cumsum(per_level) - per_level / 2
        return np.asarray(ranks - np.floor(per_level.sum() / 2))
    return np.asarray(levels - np.floor(per_level @ levels / max(per_level.sum(), 1)))


def ratio_distances(levels: Floats) -> Floats:
    """Return ``((a - b) / (a + b))^2`` of every two values; 0 for two zeros."""
    total = levels[:, None] + levels
    return np.asarray(((levels[:, None] - levels) / np.where(total == 0, 1, total)) ** 2)
