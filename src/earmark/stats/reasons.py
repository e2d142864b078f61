"""Why something has no number: a result carries one of these as its `reason`, and a page can translate it."""

from __future__ import annotations

from typing import Final

NO_SCORES: Final = "not measurable: no scores yet"
ONE_SCORE: Final = "not measurable: one score only"
ONE_RATER: Final = "not measurable: one rater only"
ONE_ITEM: Final = "not measurable: one item only"
ALL_EQUAL: Final = "not measurable: all scores are equal"
NO_PAIRS: Final = "not measurable: no item was rated twice"
FULL_AGREEMENT: Final = "not measurable: all agree, and no data can tell how far that reaches"
UNEVEN: Final = "not measurable: items have unlike numbers of ratings"
TOO_FEW: Final = "not measurable: no more scores than conditions"
UNBALANCED: Final = (
    "not measurable: no limits, since not every rater rated every item once, and a variance is 0"
)
ALIKE: Final = "not measurable: every item and every rater disagrees alike"
TOO_LARGE: Final = "not measurable: no limits, too many raters and items for the mixed model"
TOO_MANY: Final = "not measurable: too many answers for the model of outcomes; shares and differences tell it"
