"""How far raters agree on one question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from earmark.stats.alpha import Distance
from earmark.stats.icc import Form
from earmark.stats.lopsided import Finding


@dataclass(frozen=True, slots=True)
class IccResult:
    """One form of the intraclass correlation; limits only where every rater rated everything once."""

    form: Form
    value: float | None
    low: float | None
    high: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class AgreementResult:
    """Agreement on what was rated: a clip, a turn, a side.

    Attributes:
        distance: Of Krippendorff's alpha: ordinal for scales, nominal for choices.
        alpha: 1 for full agreement, 0 for what chance gives; None with `reason`.
        low: Lower end of its interval; other raters and other items of the kind.
        high: Upper end.
        standard_error: Two-way.
        method: How the interval was made.
        level: Its coverage.
        n: Scores on what at least two raters rated.
        unpaired: Scores on what one rater rated alone: they say nothing of agreement.
        units: How many things at least two raters rated.
        raters: Number of raters.
        percent: Share of pairs of raters that agree exactly, 0 to 1.
        by_chance: Share that would agree by chance.
        finding: `agree`, `disagree`, `lopsided` (nearly all scores are one value, so that alpha has little to
            learn from), or `not measurable`: what a sentence beside alpha says.
        commonest: The value given most often.
        share: Its share of all scores, 0 to 1.
        others: Number of other scores.
        icc: Six forms for scales; empty for choices.
        reason: Why there is no alpha, or no interval.
    """

    distance: Distance
    alpha: float | None
    low: float | None
    high: float | None
    standard_error: float | None
    method: Literal["delta"]
    level: float
    n: int
    unpaired: int
    units: int
    raters: int
    percent: float | None
    by_chance: float | None
    finding: Finding
    commonest: int | str | None
    share: float | None
    others: int
    icc: tuple[IccResult, ...] = ()
    reason: str | None = None
