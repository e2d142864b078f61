"""What a rater's own page says: what became of an item, and why nothing can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from earmark.services.own_work import Standing
from earmark.services.retractions import Bar
from earmark.web.languages import N_

STANDINGS: Final[Mapping[Standing, tuple[str, str]]] = {
    "in": (N_("submitted"), "good"),
    "extra": (N_("extra, not counted"), ""),
    "set-aside": (N_("set aside: the recording was corrected"), "look"),
    "skipped": (N_("skipped"), ""),
    "discarded": (N_("discarded"), ""),
}
"""What a chip says, and its kind."""

BARS: Final[Mapping[Bar, str]] = {
    "study-closed": N_("The study is closed and its results are final. What you sent stands as it is."),
    "paused-for-you": N_("The owner has paused your work in this study. What you sent stands as it is."),
    "item-withdrawn": N_("The owner has taken this item out of the study. What you sent stands as it is."),
    "submitted-meanwhile": N_("It was changed from another tab or device meanwhile. Look at it again."),
    "skip-stays": N_("A skipped item goes to others and does not come back to you."),
    "nothing-to-take-back": N_("There is no skip or discard of this item to take back."),
    "left": N_("You skipped or discarded this item. Take that back first, then open it."),
    "not-submitted": N_("You have sent nothing of this item that could be corrected."),
    "recording-corrected": N_("The recording was corrected meanwhile. Open the item again to hear it."),
}

TAKEN_BACK: Final[Mapping[str, str]] = {
    "in": N_("Taken back. What you had sent counts again."),
    "extra": N_(
        "Taken back. What you had sent is kept as an extra: somebody else has rated the item meanwhile."
    ),
    "set-aside": N_("Taken back. The recording was corrected meanwhile; the item will come to you again."),
    "again": N_("Taken back. The item will come to you again if it is still wanted."),
}
"""What is said once a skip or discard was taken back."""
