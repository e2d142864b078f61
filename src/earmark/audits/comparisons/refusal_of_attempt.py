"""Failure to follow a request noted as a refusal, where the model tried and could not keep it up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.expressions import found
from earmark.audits.pair import Pair
from earmark.audits.reasons import about
from earmark.audits.statements import SIDES

ID = "refusal-of-attempt"

_NEVER_TRIED: Final = re.compile(
    r"\b(?:no|not|never|without|\w+n't)(?: (?:even|an|any|really))* (?:attempt\w*|try|tri(?:es|ed)|trying)"
    r"|시도(?:도|조차)? ?(?:하지|안|없)\S*"
)


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a flag noted as a refusal beside words that tell of an attempt: that is Task Success Partial."""
    del settings
    for side in SIDES:
        for flag in pair.flags_of(side, "explicit-request"):
            reason = pair.success[side].reason if side in pair.success else None
            told = " ".join([flag.notes, (reason or "").lower(), *about(pair.text, side)])
            told = _NEVER_TRIED.sub(" ", told)
            in_part = side in pair.success and pair.success[side].choice == "partial"
            in_part = in_part and not found("compares", "refusal", (reason or "").lower())
            if found("compares", "refusal", flag.notes) and (in_part or found("compares", "attempt", told)):
                yield Found(of=(side,), where=f"flags.{side}.explicit-request")
