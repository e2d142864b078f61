"""Why agreement is low although raters nearly always say the same: the facts behind one sentence.

Where almost everything gets one value, chance alone would agree almost always, and the little that is left
says whether raters can tell the rest apart. Alpha and kappa are then low and honest; percent agreement is
high and empty. (Feinstein and Cicchetti 1990 call it a paradox.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from earmark.stats.alpha import Distance, krippendorff_alpha
from earmark.stats.chance_corrected import agreement
from earmark.stats.ratings import Ratings, cells_of

Finding = Literal["agree", "disagree", "lopsided", "not measurable"]

TENTATIVE: Final = 0.667
"""The alpha below which Krippendorff would draw no conclusions."""

MOSTLY: Final = 0.8
"""The share of one value, and of agreeing pairs, from which data are called lopsided."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What lies behind an alpha.

    Attributes:
        finding: `agree`: alpha is 0.667 or more. `lopsided`: it is less, but at least 80 % of ratings are one
            value and at least 80 % of pairs agree. `disagree`: it is less, and raters differ. Else `not
            measurable`: also where all ratings are one value, the extreme of lopsided.
        alpha: Krippendorff's alpha.
        percent: Share of agreeing pairs of ratings of one item, 0 to 1.
        by_chance: Share that would agree by chance, as Fleiss has it.
        gwet: Gwet's AC1, which lopsided data lower less.
        commonest: The value given most often (the first of equals).
        share: Its share of all ratings, 0 to 1.
        others: Ratings of any other value: all that alpha can learn from.
    """

    finding: Finding
    alpha: float | None
    percent: float | None
    by_chance: float | None
    gwet: float | None
    commonest: object
    share: float | None
    others: int


def explain_alpha(ratings: Ratings, distance: Distance = "ordinal") -> Explanation:
    """Return what lies behind alpha, for a sentence beside it.

    Args:
        ratings: In long form.
        distance: As for `krippendorff_alpha`.

    Returns:
        The finding with its numbers; "not measurable" where alpha is.

    Raises:
        ValueError: As `krippendorff_alpha`.
    """
    per_level = cells_of(ratings).per_level()
    fleiss, gwet = agreement(ratings, "fleiss"), agreement(ratings, "gwet")
    alpha = krippendorff_alpha(ratings, distance).alpha
    most = int(per_level.argmax()) if per_level.size else None
    share = float(per_level[most] / ratings.n) if most is not None else None
    return Explanation(
        finding=_finding(alpha, share, fleiss.observed),
        alpha=alpha,
        percent=fleiss.observed,
        by_chance=fleiss.expected,
        gwet=gwet.value,
        commonest=ratings.value.labels.tolist()[most] if most is not None else None,
        share=share,
        others=ratings.n - int(per_level[most]) if most is not None else 0,
    )


def _finding(alpha: float | None, share: float | None, percent: float | None) -> Finding:
    if alpha is None or share is None or percent is None:
        return "not measurable"
    if alpha >= TENTATIVE:
        return "agree"
    return "lopsided" if min(share, percent) >= MOSTLY else "disagree"
