"""What more votes would buy a scale question, at the study's own variance, and whether to go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from earmark.core.results import Buy, ContrastResult, Contrasts, MoreVotes, PairAdvice, Parts
from earmark.core.results.advice import Advice
from earmark.services.results.view import Rows, View
from earmark.stats.mixed import MixedModel, crossed_model
from earmark.stats.planning import Design, VarianceParts, difference_error, mean_error, plan_difference
from earmark.stats.quantiles import t_quantile
from earmark.stats.ratings import Ratings, ratings
from earmark.stats.verdict import pair_verdict

TWO: Final = 2
POWER: Final = 0.8
"""How often a difference should be found."""

STEPS: Final = (5, 10, 20, 50)
"""How many more raters, or items a condition, are weighed up."""


def more_votes(
    rows: Rows,
    view: View,
    *,
    contrasts: Contrasts,
    limits: tuple[float, float],
    level: float,
    all_in: bool,
) -> MoreVotes:
    """Return what more votes would buy.

    Args:
        rows: Scores of one question.
        view: Where they are from.
        contrasts: The differences whose pairs are advised on.
        limits: Lowest and highest point of the scale.
        level: Coverage.
        all_in: Whether the study has all the votes it wanted.
    """
    scores = _by_clip(rows)
    model = crossed_model(scores)
    parts, design = _parts(model), _design(scores)
    pairs = tuple(
        _pair(
            one,
            rows,
            view,
            plans=_plans(one, parts, design, level=level),
            limits=limits,
            margin=contrasts.margin,
        )
        for one in contrasts.pairs
    )
    advice, (raters, items) = _advice(contrasts, pairs, all_in=all_in)
    return MoreVotes(
        parts=None if parts is None else Parts(parts.clip, parts.rater, parts.residual),
        raters=design.raters,
        items=design.clips,
        scores=design.scores,
        buys=() if parts is None else tuple(_buys(parts, design, level=level)),
        pairs=pairs,
        advice=advice,
        more_raters=raters,
        more_items=items,
        reason=model.reason,
    )


def _by_clip(rows: Rows) -> Ratings:
    """Return scores whose items are those of one condition: an item is another clip in each."""
    conditions = int(rows.condition.max(initial=0)) + 1
    clip = rows.item.astype(np.int64) * conditions + rows.condition
    return ratings(clip, rows.rater, rows.value, condition=rows.condition)


def _parts(model: MixedModel) -> VarianceParts | None:
    item, rater, residual = model.item_variance, model.rater_variance, model.residual_variance
    if item is None or rater is None or residual is None:
        return None
    return VarianceParts(item, rater, residual)


def _design(scores: Ratings) -> Design:
    """Return what there is of a condition, in the mean over conditions."""
    conditions, raters = max(scores.condition.count, 1), max(scores.rater.count, 1)
    clips = max(round(scores.item.count / conditions), 1)
    return Design(raters, clips, share=scores.n / conditions / raters / clips)


def _buys(parts: VarianceParts, design: Design, *, level: float) -> Iterator[Buy]:
    for raters, items in ((0, 0), *((step, 0) for step in STEPS), *((0, step) for step in STEPS)):
        more = replace(design, raters=design.raters + raters, clips=design.clips + items)
        fewer = min(more.raters, more.clips)
        if fewer > 1:
            t = t_quantile((1 + level) / 2, degrees=fewer - 1)
            yield Buy(raters, items, t * mean_error(parts, more), t * difference_error(parts, more))


Plans = tuple[int | None, int | None]
"""How many more raters, or items."""

NO_PLANS: Final[Plans] = (None, None)


def _plans(contrast: ContrastResult, parts: VarianceParts | None, design: Design, *, level: float) -> Plans:
    if contrast.finding != "open":
        return 0, 0
    if parts is None or contrast.difference == 0 or min(design.raters, design.clips) < TWO:
        return NO_PLANS
    found = plan_difference(parts, design, difference=contrast.difference, power=POWER, level=level)
    return found.more_raters, found.more_clips


def _pair(
    contrast: ContrastResult,
    rows: Rows,
    view: View,
    *,
    plans: Plans,
    limits: tuple[float, float],
    margin: float,
) -> PairAdvice:
    first, second = (view.conditions.index(name) for name in (contrast.first, contrast.second))
    chosen = np.flatnonzero((rows.condition == first) | (rows.condition == second))
    in_time = chosen[np.argsort(view.answers.sent.at[rows.submission[chosen]], kind="stable")]
    found = pair_verdict(
        rows.value[in_time],
        rows.condition[in_time] == first,
        rows.rater[in_time],
        limits=limits,
        margin=margin,
    )
    return PairAdvice(
        first=contrast.first,
        second=contrast.second,
        more_raters=plans[0],
        more_items=plans[1],
        decision=found.decision,
        difference=found.interval.mean,
        low=found.interval.low,
        high=found.interval.high,
        raters=found.values,
        more=found.more,
        lever=found.lever,
        reason=found.reason,
    )


def _advice(contrasts: Contrasts, pairs: Sequence[PairAdvice], *, all_in: bool) -> tuple[Advice, Plans]:
    """Return what to do, and how much more to collect for the open pairs that can be settled."""
    if not pairs:
        return "none", NO_PLANS
    is_open = [
        pair
        for contrast, pair in zip(contrasts.pairs, pairs, strict=True)
        if pair.decision == "continue" and not (all_in and contrast.finding != "open")
    ]
    if not is_open:
        return "stop", NO_PLANS
    raters = max((pair.more_raters for pair in is_open if pair.more_raters), default=None)
    items = max((pair.more_items for pair in is_open if pair.more_items), default=None)
    return "continue" if raters is items is None else "collect", (raters, items)
