"""What each rater is like beside the others, under an opaque name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RaterScale:
    """One rater on one scale question. What is not measurable is None, and `reason` says why.

    Attributes:
        question: Its id.
        n: Scores.
        compared: Those on what somebody else rated, too.
        bias: How far above the others the rater scores, in scale points: of the subject model.
        inconsistency: Standard deviation of the rater's own chance, in scale points: of the same model.
        agreement: Correlation with the mean of the others, -1 to 1.
        drift: How much higher the rater scores in the second half of the work than in the first, against the
            same model, in scale points.
        drift_error: Its standard error.
        reason: Why something is missing, or None.
    """

    question: str
    n: int
    compared: int
    bias: float | None
    inconsistency: float | None
    agreement: float | None
    drift: float | None
    drift_error: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RaterResult:
    """One rater.

    Attributes:
        rater: Opaque id, as in the export.
        label: A short name, such as R3: raters in the order in which they joined.
        submissions: Those that count.
        median_seconds: Median time at work on one of them, in seconds; None where the page counted none.
        scales: One a scale question that the rater answered.
    """

    rater: str
    label: str
    submissions: int
    median_seconds: float | None
    scales: tuple[RaterScale, ...]
