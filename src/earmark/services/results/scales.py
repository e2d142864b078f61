"""What the scale questions of a study found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from earmark.core.results import ConditionResult, Interval, Out, QuestionResult
from earmark.protocols.questions.scale import Scale
from earmark.services.results.advice import more_votes
from earmark.services.results.agreement import agreement_on
from earmark.services.results.contrasts import contrasts_of
from earmark.services.results.intake import answers_left_out
from earmark.services.results.view import Rows, View
from earmark.stats.clustered_score import clustered_score_limits, effective_scores
from earmark.stats.counts import histogram
from earmark.stats.mean import MeanScore, mean_score
from earmark.stats.mos import condition_means
from earmark.stats.ratings import Ratings

LEVEL = 0.95
NO_SCORE = mean_score((), (), (), level=LEVEL)


def scale_result(scale: Scale, view: View, *, all_in: bool, seed: int) -> QuestionResult:
    """Return what one scale question found within a view."""
    points = tuple(point.value for point in scale.points)
    rows = view.rows(scale.id)
    scores = rows.scores()
    limits = (points[0], points[-1])
    contrasts = contrasts_of(scores, view.conditions, limits=limits, level=LEVEL, seed=seed)
    return QuestionResult(
        id=scale.id,
        title=scale.title,
        points=points,
        conditions=tuple(
            _by_condition(points, view, rows, scores, answers_left_out(view, scale.id, ask=scale.ask))
        ),
        contrasts=contrasts,
        agreement=agreement_on(rows.judgements(), "ordinal", level=LEVEL),
        more=more_votes(rows, view, contrasts=contrasts, limits=limits, level=LEVEL, all_in=all_in),
    )


def _by_condition(
    points: tuple[int, ...],
    view: View,
    rows: Rows,
    scores: Ratings,
    outs: Mapping[str | None, tuple[Out, ...]],
) -> Iterator[ConditionResult]:
    means = condition_means(scores, level=LEVEL, limits=(points[0], points[-1]))
    for place, name in enumerate(view.conditions):
        counts = histogram(rows.value[rows.condition == place], points)
        mean = means.get(place, NO_SCORE)
        around = shown(mean, counts, points)
        score = replace(mean, low=around.low, high=around.high, method=around.method, reason=around.reason)
        yield ConditionResult(name, score, counts, around, outs.get(name, ()))


def shown(mean: MeanScore, counts: tuple[int, ...], points: tuple[int, ...]) -> Interval:
    """Return the interval to show: the score-type one where the two-way one leaves the scale or is none."""
    if mean.low is not None and mean.high is not None and points[0] < mean.low and mean.high < points[-1]:
        effective = effective_scores(mean, counts, points)
        return Interval(mean.low, mean.high, "raters" if mean.method == "raters" else "two-way", effective)
    found = clustered_score_limits(mean, counts, points)
    if found is None:
        return Interval(None, None, "none", None, mean.reason)
    return Interval(found.low, found.high, "score", found.effective)
