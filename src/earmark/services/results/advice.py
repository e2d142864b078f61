"""What more votes would buy a scale question, at the study's own variance, and whether to go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import Final

import numpy as np

from earmark.core.results import Buy, ContrastResult, Contrasts, MoreVotes, PairAdvice, Parts
from earmark.core.results.advice import Advice
from earmark.services.results.view import Rows, View
from earmark.stats.planning import Design, Plan, VarianceParts, difference_error, mean_error, plan_difference
from earmark.stats.quantiles import t_quantile
from earmark.stats.ratings import Floats
from earmark.stats.variance_parts import variance_parts
from earmark.stats.verdict import rater_means, verdict_of

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
    found = variance_parts(rows.scores())
    parts, design = found.parts, found.design
    pairs = tuple(
        _pair(
            one,
            differences,
            plan=_plan(one, parts, design, level=level),
            limits=limits,
            margin=contrasts.margin,
        )
        for one, differences in zip(contrasts.pairs, _differences(rows, view, contrasts), strict=True)
    )
    advice, is_open = _advice(contrasts, pairs, all_in=all_in)
    return MoreVotes(
        parts=None if parts is None else Parts(**asdict(parts)),
        raters=design.raters,
        items=design.clips,
        scores=design.scores,
        buys=() if parts is None else tuple(_buys(parts, design, level=level)),
        pairs=pairs,
        advice=advice,
        more_raters=max((pair.more_raters for pair in is_open if pair.more_raters), default=None),
        more_items=max((pair.more_items for pair in is_open if pair.more_items), default=None),
        more_of_both=max((pair.more_of_both for pair in is_open if pair.more_of_both), default=None),
        reason=found.reason,
    )


def _differences(rows: Rows, view: View, contrasts: Contrasts) -> Iterator[tuple[Floats, Floats]]:
    """Yield for each pair what each rater thought of it, in the order in which raters came."""
    scores = rows.scores(within=np.argsort(view.answers.sent.at[rows.submission], kind="stable"))
    means, labels = rater_means(scores), scores.condition.labels.tolist()
    for one in contrasts.pairs:
        codes = (labels.index(view.conditions.index(name)) for name in (one.first, one.second))
        yield means.differences(*codes)


def _buys(parts: VarianceParts, design: Design, *, level: float) -> Iterator[Buy]:
    for raters, items in ((0, 0), *((step, 0) for step in STEPS), *((0, step) for step in STEPS)):
        more = replace(design, raters=design.raters + raters, clips=design.clips + items)
        fewer = min(more.raters, more.clips)
        if fewer > 1:
            t = t_quantile((1 + level) / 2, degrees=fewer - 1)
            yield Buy(raters, items, t * mean_error(parts, more), t * difference_error(parts, more))


def _plan(
    contrast: ContrastResult, parts: VarianceParts | None, design: Design, *, level: float
) -> Plan | None:
    """Return what it takes to show the present difference in the end; None where that cannot be told."""
    if contrast.finding != "open" or not contrast.difference:
        return None
    if parts is None or min(design.raters, design.clips) < TWO:
        return None
    return plan_difference(parts, design, difference=contrast.difference, power=POWER, level=level)


def _pair(
    contrast: ContrastResult,
    differences: tuple[Floats, Floats],
    *,
    plan: Plan | None,
    limits: tuple[float, float],
    margin: float,
) -> PairAdvice:
    found = verdict_of(*differences, limits=limits, margin=margin)
    settled = None if contrast.finding == "open" else 0
    return PairAdvice(
        first=contrast.first,
        second=contrast.second,
        more_raters=plan.more_raters if plan else settled,
        more_items=plan.more_clips if plan else settled,
        more_of_both=plan.more_of_both if plan else None,
        decision=found.decision,
        difference=found.interval.mean,
        low=found.interval.low,
        high=found.interval.high,
        raters=found.values,
        more=found.more,
        lever=found.lever,
        reason=found.reason,
    )


def _advice(
    contrasts: Contrasts, pairs: Sequence[PairAdvice], *, all_in: bool
) -> tuple[Advice, Sequence[PairAdvice]]:
    """Return what to do, and the pairs that are open."""
    if not pairs:
        return "none", ()
    is_open = [
        pair
        for contrast, pair in zip(contrasts.pairs, pairs, strict=True)
        if pair.decision == "continue" and not (all_in and contrast.finding != "open")
    ]
    if not is_open:
        return "stop", ()
    told = any(pair.more_raters or pair.more_items or pair.more_of_both for pair in is_open)
    return "collect" if told else "continue", is_open
