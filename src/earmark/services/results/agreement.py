"""How far raters agree on a question."""

from __future__ import annotations

from earmark.core.results import AgreementResult, IccResult
from earmark.stats.alpha import Distance
from earmark.stats.alpha_intervals import alpha_interval
from earmark.stats.icc import icc
from earmark.stats.lopsided import explain_alpha
from earmark.stats.ratings import Ratings


def agreement_on(judgements: Ratings, distance: Distance, *, level: float) -> AgreementResult:
    """Return how far raters agree; of a rater who rated one thing twice the first rating counts.

    Args:
        judgements: Scores, or names of choices, by what was rated.
        distance: Ordinal for scales, nominal for choices.
        level: Coverage of intervals.
    """
    once = judgements.without_repeats()
    found, behind = alpha_interval(once, distance, level=level), explain_alpha(once, distance)
    commonest = behind.commonest
    return AgreementResult(
        distance=distance,
        alpha=found.alpha.alpha,
        low=found.low,
        high=found.high,
        standard_error=found.standard_error,
        method="delta",
        level=level,
        n=found.alpha.n,
        unpaired=found.alpha.unpaired,
        units=found.alpha.items,
        raters=found.alpha.raters,
        percent=behind.percent,
        by_chance=behind.by_chance,
        finding=behind.finding,
        commonest=commonest if isinstance(commonest, int | str) else None,
        share=behind.share,
        others=behind.others,
        icc=() if distance == "nominal" else _icc(once, level=level),
        reason=found.alpha.reason or found.reason,
    )


def _icc(judgements: Ratings, *, level: float) -> tuple[IccResult, ...]:
    return tuple(
        IccResult(one.form, one.value, one.low, one.high, one.reason) for one in icc(judgements, level=level)
    )
