"""What a question with numbers found: means, differences, agreement, and what more votes would buy."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final, Literal

from earmark.core.results.advice import MoreVotes
from earmark.core.results.agreement import AgreementResult
from earmark.core.results.contrasts import NO_CONTRASTS, Contrasts
from earmark.core.results.intake import Out
from earmark.protocols.texts import Text
from earmark.stats.mean import MeanScore
from earmark.stats.reasons import NO_SCORES


@dataclass(frozen=True, slots=True)
class Interval:
    """The interval to show beside a mean. Where there is none, its ends are None and `reason` says why.

    Attributes:
        low: Lower end, in scale points.
        high: Upper end.
        method: `two-way`: clustered by rater and item. `raters`: by rater alone, with one item. `score`: of
            the score type, which stays inside the scale; used where the two-way one would leave it, or where
            all scores are equal.
        effective: How many independent scores would give the same error; None where it is not measurable.
        reason: Why there is none, or None.
    """

    low: float | None
    high: float | None
    method: Literal["two-way", "raters", "score", "none"]
    effective: float | None
    reason: str | None = None


NO_INTERVAL: Final = Interval(None, None, "none", None, NO_SCORES)


@dataclass(frozen=True, slots=True)
class ConditionResult:
    """One condition on one question.

    Attributes:
        condition: Its name; None gathers the recordings without one.
        score: The mean, with the ends, method and reason of `interval`.
        histogram: Number of scores at each point of the scale, in the scale's order.
        interval: The one interval of the mean: two-way, or of the score type near the ends of the scale.
        out: Scores that do not count, by reason.
    """

    condition: str | None
    score: MeanScore
    histogram: tuple[int, ...]
    interval: Interval = NO_INTERVAL
    out: tuple[Out, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """One scale question: the points of its scale and a result a condition, in the order of their names.

    Attributes:
        contrasts: The differences between conditions.
        agreement: How far raters agree; None where nothing was asked.
        more: What more votes would buy.
    """

    id: str
    title: Text
    points: tuple[int, ...]
    conditions: tuple[ConditionResult, ...]
    contrasts: Contrasts = NO_CONTRASTS
    agreement: AgreementResult | None = None
    more: MoreVotes | None = None

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {
            "id": self.id,
            "title": self.title.root,
            "points": list(self.points),
            "conditions": [self._condition(result) for result in self.conditions],
            "contrasts": asdict(self.contrasts),
            "agreement": None if self.agreement is None else asdict(self.agreement),
            "more": None if self.more is None else asdict(self.more),
        }

    def _condition(self, result: ConditionResult) -> dict[str, object]:
        histogram = {str(point): n for point, n in zip(self.points, result.histogram, strict=True)}
        return {
            "condition": result.condition,
            **asdict(result.score),
            "effective": result.interval.effective,
            "histogram": histogram,
            "out": [asdict(one) for one in result.out],
        }
