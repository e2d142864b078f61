"""What more votes would buy, and whether to go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from earmark.stats.verdict import Decision, Lever

Advice = Literal["stop", "collect", "continue", "none"]


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the scatter of scores comes from: variances in squared scale points (`stats.variance_parts`).

    Attributes:
        clip: Between clips of one condition.
        text: Of what the clips of one item have in common under all conditions.
        rater: Between raters.
        taste: Of what a rater adds to one condition and not to another.
        residual: What is left: one rater's chance on one clip.
    """

    clip: float
    text: float
    rater: float
    taste: float
    residual: float


@dataclass(frozen=True, slots=True)
class Buy:
    """What one larger study would give.

    Attributes:
        more_raters: Raters beyond those there are.
        more_items: Items a condition beyond those there are.
        mean_half_width: Half-width of a condition's interval, in scale points.
        difference_half_width: Half-width of the interval of a difference of two conditions.
    """

    more_raters: int
    more_items: int
    mean_half_width: float
    difference_half_width: float


@dataclass(frozen=True, slots=True)
class PairAdvice:
    """Whether two conditions are told apart: in the end, and by intervals that hold whenever one looks.

    Attributes:
        first: Name of the one condition.
        second: Name of the other.
        more_raters: How many more raters, each with as many items as now, would show the present difference
            4 times in 5 in the end; 0 where it is shown already; None where no number would, or where it is
            not known.
        more_items: How many more items a condition alone, likewise.
        more_of_both: How many more raters and items together, likewise.
        decision: `first` or `second` is higher, `alike` within the margin, or `continue`.
        difference: Mean over raters of each rater's own difference.
        low: Lower end of its interval, which holds at all times together.
        high: Upper end.
        raters: How many rated both.
        more: About how many more raters it takes until one may stop early, if the difference stays; None
            where that cannot be told.
        lever: What helps more: `raters`, or `items` for those there are.
        reason: Why `more` or all is missing, or None.
    """

    first: str | None
    second: str | None
    more_raters: int | None
    more_items: int | None
    more_of_both: tuple[int, int] | None
    decision: Decision
    difference: float | None
    low: float | None
    high: float | None
    raters: int
    more: int | None
    lever: Lever | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class MoreVotes:
    """What more votes would buy, at this study's own variance.

    Attributes:
        parts: Where the scatter comes from; None with `reason`.
        raters: Raters a condition, in the mean.
        items: Items a condition, in the mean.
        scores: Scores a condition, in the mean.
        buys: What larger studies would give; the first adds nothing: what this one gives by the same model.
        pairs: Each two conditions.
        advice: `stop`: all pairs are settled, by an interval that holds at any time or, where all votes are
            in, by the contrast. `collect`: some pairs are open, and so many more raters or items would settle
            those that can be. `continue`: some are open, and nobody can say for how long. `none`: nothing to
            compare.
        more_raters: The most that an open pair needs, for `collect`; None where raters alone settle none.
        more_items: The same of items a condition.
        more_of_both: The same of raters and items together.
        reason: Why there are no parts, or None.
    """

    parts: Parts | None
    raters: float
    items: float
    scores: float
    buys: tuple[Buy, ...]
    pairs: tuple[PairAdvice, ...]
    advice: Advice
    more_raters: int | None = None
    more_items: int | None = None
    more_of_both: tuple[int, int] | None = None
    reason: str | None = None
