"""By how much more often one condition is flagged than another, with many clusters told from one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from earmark.stats.flags import Judged, looks_hit, read_flags
from earmark.stats.holm import holm
from earmark.stats.proportion import Difference, mean_difference


@dataclass(frozen=True, slots=True)
class FlagContrast:
    """How much more often a cluster is flagged in one condition than in another.

    Attributes:
        condition: The first condition.
        other: The second.
        cluster: The error cluster.
        severity: The severity, or None for any.
        difference: Of the shares of submissions, first less second, clustered by rater and item.
        adjusted_p: Its p value after Holm, for all contrasts at once; None without a p value.
    """

    condition: Any
    other: Any
    cluster: Any
    severity: Any
    difference: Difference
    adjusted_p: float | None


def flag_contrasts(
    looks: Judged,
    row: ArrayLike,
    cluster: Iterable[Any],
    severity: Iterable[Any],
    *,
    clusters: Sequence[Any] | None = None,
    severities: Sequence[Any] = (None,),
    level: float = 0.95,
) -> tuple[FlagContrast, ...]:
    """Compare every two conditions on each cluster.

    Of twelve clusters and three pairs of conditions one or two differ by chance: the p values are adjusted
    for their number. The intervals are each by itself.

    Args:
        looks: The submissions.
        row: Shape (f,), for each flag the submission it stands in, as a row of `looks`.
        cluster: Shape (f,), its error cluster.
        severity: Shape (f,), its severity.
        clusters: The clusters to compare, flagged or not; None takes those that were flagged.
        severities: What to count: None is any severity.
        level: Coverage of the intervals, inside 0 to 1.

    Returns:
        One a cluster, a severity and two conditions, in that order. A contrast where no row differs has a
        reason instead of an interval.

    Raises:
        ValueError: A flag stands in no submission.
    """
    rows, named, severe = read_flags(looks, row, cluster, severity)
    of_clusters = sorted(set(named.tolist()), key=str) if clusters is None else clusters
    found = []
    for each, how in itertools.product(of_clusters, severities):
        chosen = rows[(named == each) & ((severe == how) if how is not None else True)]
        found += [
            (one, other, each, how, flag_contrast(looks, chosen, one, other, level=level))
            for one, other in itertools.combinations(looks.conditions, 2)
        ]
    adjusted = holm([each[-1].p for each in found])
    return tuple(FlagContrast(*each, p) for each, p in zip(found, adjusted, strict=True))


def flag_contrast(
    looks: Judged,
    row: ArrayLike,
    condition: object,
    other: object,
    *,
    level: float = 0.95,
) -> Difference:
    """Return by how much more often one condition is flagged than another, given the rows with such a flag.

    Args:
        looks: The submissions.
        row: Shape (f,), the rows of `looks` with the flag in question; a row may come twice and counts once.
        condition: The first condition.
        other: The second.
        level: Coverage, inside 0 to 1.

    Raises:
        ValueError: A flag stands in no submission, or there is no such condition.
    """
    rows, _, _ = read_flags(looks, row, None, None)
    first, second = looks.conditions.index(condition), looks.conditions.index(other)
    return mean_difference(
        looks_hit(looks, rows),
        looks.condition == first,
        looks.condition == second,
        ways=(looks.rater, looks.item),
        level=level,
    )
