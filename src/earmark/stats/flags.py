"""Error flags: how often each cluster is found per condition and severity, and scores that weigh them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.coding import encode
from earmark.stats.proportion import Proportion, proportion
from earmark.stats.quantiles import t_quantile
from earmark.stats.ratings import Floats
from earmark.stats.reasons import ALL_EQUAL

Codes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Judged:
    """What was looked at, flagged or not: one row a submission (a rater's look at one item of one condition).

    Attributes:
        condition: Shape (n,), places in `conditions`.
        rater: Shape (n,), codes.
        item: Shape (n,), codes.
        conditions: The labels.
    """

    condition: Codes
    rater: Codes
    item: Codes
    conditions: tuple[Any, ...]


def judged(
    condition: ArrayLike | Sequence[Any], rater: ArrayLike | Sequence[Any], item: ArrayLike | Sequence[Any]
) -> Judged:
    """Code the columns of submissions.

    Args:
        condition: Shape (n,), labels.
        rater: Shape (n,), labels.
        item: Shape (n,), labels.

    Raises:
        ValueError: Columns of unlike length, or a label is missing.
    """
    coded = [
        encode(each, what=what) for each, what in ((condition, "condition"), (rater, "rater"), (item, "item"))
    ]
    if len({each.codes.size for each in coded}) > 1:
        message = "condition, rater and item must be of one length"
        raise ValueError(message)
    a, b, c = (each.codes.astype(np.intp) for each in coded)
    return Judged(a, b, c, tuple(coded[0].labels.tolist()))


@dataclass(frozen=True, slots=True)
class FlagRate:
    """How often one cluster was flagged in one condition.

    Attributes:
        condition: The condition.
        cluster: The error cluster.
        severity: The severity, or None for any.
        rate: Share of submissions with such a flag, clustered by rater and item.
    """

    condition: Any
    cluster: Any
    severity: Any
    rate: Proportion


def flag_rates(
    looks: Judged,
    row: ArrayLike,
    cluster: Iterable[Any],
    severity: Iterable[Any],
    *,
    clusters: Sequence[Any] | None = None,
    severities: Sequence[Any] | None = None,
    level: float = 0.95,
) -> tuple[FlagRate, ...]:
    """Return the rate of each cluster in each condition, of any severity and of each.

    Args:
        looks: The submissions.
        row: Shape (f,), for each flag the submission it stands in, as a row of `looks`.
        cluster: Shape (f,), its error cluster.
        severity: Shape (f,), its severity.
        clusters: The clusters to report, flagged or not; None takes those that were flagged.
        severities: The severities, likewise.
        level: Coverage of the intervals, inside 0 to 1.

    Raises:
        ValueError: A flag stands in no submission.
    """
    rows, named, severe = read_flags(looks, row, cluster, severity)
    of_clusters = sorted(set(named.tolist()), key=str) if clusters is None else clusters
    of_severities = sorted(set(severe.tolist()), key=str) if severities is None else severities
    found = []
    for each in of_clusters:
        for how in (None, *of_severities):
            hit = looks_hit(looks, rows[(named == each) & ((severe == how) if how is not None else True)])
            found += [
                FlagRate(name, each, how, _rate(looks, hit, code, level=level))
                for code, name in enumerate(looks.conditions)
            ]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each flag costs.

    Attributes:
        by_severity: The weight of each severity; one that is not named costs nothing.
        by_cluster: Weights of some clusters, whatever the severity; they go before `by_severity`.
        by_both: Weights of clusters at one severity; they go before both.
    """

    by_severity: Mapping[Any, float]
    by_cluster: Mapping[Any, float] = field(default_factory=dict)
    by_both: Mapping[tuple[Any, Any], float] = field(default_factory=dict)

    def of(self, cluster: Any, severity: Any) -> float:  # noqa: ANN401 - labels of any kind
        """Return what one flag costs."""
        if (cluster, severity) in self.by_both:
            return self.by_both[cluster, severity]
        if cluster in self.by_cluster:
            return self.by_cluster[cluster]
        return self.by_severity.get(severity, 0.0)


MQM: Final = Weights(
    by_severity={"Major": 5.0, "Minor": 1.0},
    by_cluster={"Non-translation": 25.0},
    by_both={("Fluency/Punctuation", "Minor"): 0.1},
)
"""The weights that Freitag et al. (2021) found to rank systems best: 5, 1, 0.1 and 25."""


@dataclass(frozen=True, slots=True)
class WeightedScore:
    """What the flags of a condition cost per item; lower is better.

    Attributes:
        condition: The condition.
        score: Mean over items of the mean over raters of the summed weights. None without an item.
        standard_error: Of the mean over items; None with one item.
        low: Lower end of Student's interval over items, never below 0.
        high: Upper end.
        items: How many items.
        reason: Why something is missing, or None.
    """

    condition: Any
    score: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    items: int
    reason: str | None = None


ONE_ITEM: Final = "not measurable: one item only"


def weighted_scores(
    looks: Judged,
    row: ArrayLike,
    cluster: Iterable[Any],
    severity: Iterable[Any],
    *,
    weights: Weights,
    level: float = 0.95,
) -> tuple[WeightedScore, ...]:
    """Score each condition by the weights of its flags.

    Args:
        looks: The submissions; one without a flag costs nothing.
        row: Shape (f,), the submission of each flag.
        cluster: Shape (f,), its cluster.
        severity: Shape (f,), its severity.
        weights: What a flag costs.
        level: Coverage of the intervals, inside 0 to 1.
    """
    items, costs = segment_costs(looks, row, cluster, severity, weights=weights)
    return tuple(
        _score(name, costs[items[:, 0] == code], level=level) for code, name in enumerate(looks.conditions)
    )


def segment_costs(
    looks: Judged,
    row: ArrayLike,
    cluster: Iterable[Any],
    severity: Iterable[Any],
    *,
    weights: Weights,
) -> tuple[Codes, Floats]:
    """Return the cost of each item in each condition: summed weights a rater, then the mean over raters.

    Args:
        looks: The submissions; one without a flag costs nothing.
        row: Shape (f,), the submission of each flag.
        cluster: Shape (f,), its cluster.
        severity: Shape (f,), its severity.
        weights: What a flag costs.

    Returns:
        Shape (m, 2), condition and item, and shape (m,), the costs.
    """
    rows, named, severe = read_flags(looks, row, cluster, severity)
    price = [weights.of(each, how) for each, how in zip(named.tolist(), severe.tolist(), strict=True)]
    per_look = np.bincount(rows, np.array(price, dtype=np.float64), looks.item.size)
    raters = int(looks.rater.max(initial=0)) + 1
    items = int(looks.item.max(initial=0)) + 1
    segment = looks.condition * items + looks.item
    looked, place = np.unique(segment * raters + looks.rater, return_inverse=True)
    per_rater = np.bincount(place, per_look, looked.size)
    segments, of = np.unique(looked // raters, return_inverse=True)
    costs = np.bincount(of, per_rater, segments.size) / np.maximum(
        np.bincount(of, minlength=segments.size), 1
    )
    return np.column_stack(np.divmod(segments, items)), costs


def _score(condition: Any, costs: Floats, *, level: float) -> WeightedScore:  # noqa: ANN401 - labels of any kind
    score = float(costs.mean())
    if costs.size == 1:
        return WeightedScore(condition, score, None, None, None, 1, ONE_ITEM)
    if costs.max() == costs.min():
        return WeightedScore(condition, score, None, None, None, costs.size, ALL_EQUAL)
    error = float(costs.std(ddof=1) / np.sqrt(costs.size))
    half = t_quantile((1 + level) / 2, degrees=costs.size - 1) * error
    return WeightedScore(condition, score, error, max(score - half, 0.0), score + half, costs.size)


def _rate(looks: Judged, hit: NDArray[np.bool_], condition: int, *, level: float) -> Proportion:
    of = looks.condition == condition
    return proportion(hit[of], (looks.rater[of], looks.item[of]), level=level)


def looks_hit(looks: Judged, rows: Codes) -> NDArray[np.bool_]:
    """Return which submissions have a flag in one of these rows, shape (n,)."""
    hit = np.zeros(looks.condition.size, dtype=bool)
    hit[rows] = True
    return hit


def read_flags(
    looks: Judged, row: ArrayLike, cluster: Iterable[Any] | None, severity: Iterable[Any] | None
) -> tuple[Codes, NDArray[Any], NDArray[Any]]:
    """Return the columns of flags as arrays, each of shape (f,); a column that is None is all None.

    Raises:
        ValueError: A flag stands in no submission, or columns differ in length.
    """
    rows = np.asarray(row, dtype=np.intp)
    wrong = np.flatnonzero((rows < 0) | (rows >= looks.condition.size))
    if wrong.size:
        count = looks.condition.size
        message = f"flag {wrong[0] + 1} stands in row {rows[wrong[0]]}, but there are {count} submissions"
        raise ValueError(message)
    named = np.array([None] * rows.size if cluster is None else list(cluster), dtype=object)
    severe = np.array([None] * rows.size if severity is None else list(severity), dtype=object)
    if not rows.size == named.size == severe.size:
        message = "row, cluster and severity must be of one length"
        raise ValueError(message)
    return rows, named, severe
