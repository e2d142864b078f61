"""Krippendorff's alpha with Gwet's weights for near misses, and his linearised error.

Kilem L. Gwet (2014), "Handbook of Inter-Rater Reliability", 4th edition. Unweighted it is the nominal alpha
of `earmark.stats.alpha`, with quadratic weights its interval alpha. *Ordinal weights* depend on how many
grades lie between two values, Krippendorff's *ordinal distance* on how many ratings do: the two give
different numbers. As in his program, Student's t has as many degrees of freedom as there are items, less
one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from earmark.stats.chance_corrected import TWO, Agreement, tabled, why_not
from earmark.stats.quantiles import check_level, t_quantile
from earmark.stats.ratings import Ratings
from earmark.stats.reasons import ALL_EQUAL, ONE_ITEM
from earmark.stats.weights import Weighting


def weighted_alpha(
    ratings: Ratings,
    *,
    weighting: Weighting = "unweighted",
    level: float = 0.95,
    categories: Sequence[object] | None = None,
) -> Agreement:
    """Return the weighted alpha with its interval over items.

    Args:
        ratings: In long form. Items with a single rating do not count.
        weighting: Credit for near misses; "linear" and "quadratic" need values that are numbers.
        level: Nominal coverage.
        categories: The whole scale; None takes the values that occur.

    Returns:
        The coefficient, or a reason: no ratings, no item with two, or one category only. There is no interval
        with one such item.

    Raises:
        ValueError: Values are no numbers or not among the categories; the level is not inside 0 to 1.
    """
    check_level(level)
    sizes = (ratings.item.count, ratings.rater.count)
    nothing = Agreement("krippendorff", weighting, None, None, None, None, None, None, level, *sizes)
    reason = why_not(ratings, "fleiss", categories)
    if reason is not None:
        return replace(nothing, reason=reason)
    table = tabled(ratings, weighting, ratings.value.labels.tolist() if categories is None else categories)
    paired = table.per_item >= TWO
    counts, given, agree = table.counts[paired], table.per_item[paired], table.pairs_agree()[paired]
    share = given / given.mean()
    prevalence = counts.sum(axis=0) / given.sum()
    expected = float(prevalence @ table.weights @ prevalence)
    if expected == 1:
        return replace(nothing, reason=ALL_EQUAL)
    within = float((share * agree).mean())
    observed = within + (1 - within) / given.sum()  # a rating may meet itself
    value = (observed - expected) / (1 - expected)
    found = replace(nothing, value=value, observed=observed, expected=expected)
    if given.size == 1:
        return replace(found, reason=ONE_ITEM)
    # Each item's part in the share of agreeing pairs, and in what chance would give.
    own = share * agree - within * (share - 1)
    by_chance = counts @ (table.balanced @ prevalence) / given.mean() - expected * (share - 1)
    uncorrected = (within - expected) / (1 - expected)
    linear = (own - expected - 2 * (1 - uncorrected) * (by_chance - expected)) / (1 - expected)
    error = math.sqrt(float(((linear - uncorrected) ** 2).sum()) / (given.size * (given.size - 1)))
    half = t_quantile((1 + level) / 2, degrees=ratings.item.count - 1) * error
    return replace(found, standard_error=error, low=value - half, high=min(value + half, 1.0))
