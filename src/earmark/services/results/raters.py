"""What each rater of a study is like beside the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.core.results import RaterResult, RaterScale
from earmark.services.results.view import View
from earmark.stats.raters import RaterFacts, rater_facts
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.subject_em import subject_model
from earmark.stats.subject_model import SubjectModel

MANY: Final = 100_000
NEAR: Final = 1e-5
"""From so many scores on, by how little a step of the subject model may still move a quality."""

FEWEST: Final = 4
"""Scores from which drift is told: two in each half."""


def rater_results(
    view: View, on_scales: Iterable[Iterable[tuple[int, RaterScale]]], members: Sequence[str]
) -> tuple[RaterResult, ...]:
    """Return what raters are like, in the order of their labels.

    Args:
        view: Where answers are from.
        on_scales: What `raters_on` found on each scale question.
        members: Ids of the study's members, raters first, as they joined.
    """
    found: dict[int, list[RaterScale]] = {}
    for rater, one in chain.from_iterable(on_scales):
        found.setdefault(rater, []).append(one)
    sent = view.answers.sent
    within = view.submissions
    n = np.bincount(sent.rater[within], minlength=len(sent.raters))
    medians = _medians(sent.rater[within], sent.seconds[within], len(sent.raters))
    order = {rater: place for place, rater in enumerate(dict.fromkeys((*members, *sorted(sent.raters))))}
    return tuple(
        RaterResult(
            rater=sent.raters[code],
            label=f"R{order[sent.raters[code]] + 1}",
            submissions=int(n[code]),
            median_seconds=medians[code],
            scales=tuple(found.get(code, ())),
        )
        for code in sorted(np.flatnonzero(n).tolist(), key=lambda code: order[sent.raters[code]])
    )


def raters_on(question: str, view: View) -> tuple[tuple[int, RaterScale], ...]:
    """Return what the raters who answered one scale question are like on it, each with the rater's code."""
    return tuple(_on_scale(question, view))


def _on_scale(question: str, view: View) -> Iterator[tuple[int, RaterScale]]:
    rows = view.rows(question)
    judged = rows.judgements()
    if not judged.n:
        return
    model = subject_model(judged) if judged.n < MANY else subject_model(judged, near=NEAR)
    drift, error = _drift(judged, model, view.answers.sent.at[rows.submission])
    for place, facts in enumerate(rater_facts(judged)):
        yield (
            facts.rater,
            RaterScale(
                question=question,
                n=facts.n,
                compared=facts.compared,
                bias=_at(model.bias, place) if facts.compared else None,
                inconsistency=_at(model.inconsistency, place) if facts.compared > 1 else None,
                agreement=facts.correlation,
                drift=_number(drift[place]),
                drift_error=_number(error[place]),
                reason=_reason(facts, model),
            ),
        )


def _drift(judged: Ratings, model: SubjectModel, at: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return how much higher each rater scores in the second half of the work, and the error of that."""
    raters = judged.rater.count
    if model.reason is not None:
        return np.full(raters, np.nan), np.full(raters, np.nan)
    rater = judged.rater.codes.astype(np.int64)
    off = judged.scores - model.quality[judged.item.codes]
    order = np.lexsort((at, rater))
    n = np.bincount(rater, minlength=raters)
    rank = np.arange(rater.size) - np.repeat(np.cumsum(n) - n, n)
    half = 2 * rater[order] + (rank >= n[rater[order]] / 2)
    count = np.bincount(half, minlength=2 * raters).reshape(-1, 2)
    sums, squares = (np.bincount(half, off[order] ** power, 2 * raters).reshape(-1, 2) for power in (1, 2))
    mean = sums / np.maximum(count, 1)
    rest = np.maximum(squares - count * mean**2, 0).sum(axis=1) / np.maximum(n - 2, 1)
    error = np.sqrt(rest * (1 / np.maximum(count, 1)).sum(axis=1))
    told = n >= FEWEST
    return np.where(told, mean[:, 1] - mean[:, 0], np.nan), np.where(told, error, np.nan)


def _reason(facts: RaterFacts, model: SubjectModel) -> str | None:
    return model.reason or facts.reason


def _medians(rater: NDArray[np.int32], seconds: Floats, raters: int) -> list[float | None]:
    """Return the median of each rater's times; None where the page counted none."""
    known = np.isfinite(seconds)
    ordered = seconds[known][np.lexsort((seconds[known], rater[known]))]
    n = np.bincount(rater[known], minlength=raters)
    first = np.cumsum(n) - n
    lower, upper = (np.where(n > 0, first + (n - 1 + up) // 2, 0) for up in (0, 1))
    middle = (ordered[lower] + ordered[upper]) / 2 if ordered.size else np.zeros(raters)
    return [value if count else None for value, count in zip(middle.tolist(), n.tolist(), strict=True)]


def _at(values: Floats, place: int) -> float | None:
    return _number(values[place]) if values.size else None


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
