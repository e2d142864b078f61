"""Whether a text says that what it names is not there: "no noise", "never interrupts", "잡음이 없다"."""

from __future__ import annotations

import re
from typing import Final

_CLEAN: Final = re.compile(
    r"\b(?:no|not|without|never|free of|free from|neither|nor|hardly any|did not hear|didn't hear|zero"
    r"|nothing)\b(?! only)[^.;,⟨]{0,40}$|없이[^.]{0,4}$"
)
_CLEAN_AFTER: Final = re.compile(r"^[^.,;⟨]{0,14}(?:없|않|-free|free\b)")
_PASSES: Final = re.compile(
    r"\b(?:never|not|no|without|neither|nor|\w+n't|hardly|avoid(?:s|ed)?|instead of|rather than"
    r"|(?:refus|declin)(?:es|ed|ing) to|admit(?:s|ted)?)\b[^.;⟨]{0,30}$"
    r"|\b(?:nothing|none)\b[^.;]{0,30}$"
)
_PASSES_AFTER: Final = re.compile(
    r"^ (?:nobody|no one|no-one|none)\b|^[^.,;⟨]{0,16}(?:지 않|지는 않|지도 않|없)"
    r"|^[^.;⟨]{0,40}\b(?:as it should|and rightly)"
)


def is_denied(text: str, told: re.Pattern[str]) -> bool:
    """Tell whether every place where a text names something says that it is not there."""
    return all(
        _CLEAN.search(text[: hit.start()]) or _PASSES.search(text[: hit.start()])
        or _CLEAN_AFTER.match(text[hit.end() :]) or _PASSES_AFTER.match(text[hit.end() :])
        for hit in told.finditer(text)
    )  # fmt: skip
