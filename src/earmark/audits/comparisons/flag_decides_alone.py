"""One flag is treated as winning or losing by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.expressions import found, named
from earmark.audits.pair import Pair
from earmark.audits.rationale import Rationale
from earmark.audits.reasons import covered_by_flag, is_told

ID = "flag-decides-alone"

_FLAG: Final = re.compile(r"\bflag\w*|\berrors?\b|\bmajor\b|\bmistakes?\b|오류|실수|심각")
_FEW: Final = 3


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a text that lets one error decide and weighs nothing else."""
    del settings
    if _says_so(pair.text) or _argues_nothing_else(pair):
        yield Found(where="rationale")


def _says_so(text: Rationale) -> bool:
    for number, sentence in enumerate(text.sentences):
        if not found("compares", "alone", sentence):
            continue
        near = " ".join(text.sentences[max(0, number - 1) : number + 2])
        if _FLAG.search(near) or named("clusters", near) or found("artifacts", "any", near):
            return True
    return False


def _argues_nothing_else(pair: Pair) -> bool:
    """Tell whether all that a short text argues is the one error that is flagged, on the other side."""
    if len(pair.flags or ()) != 1 or len(pair.text.sentences) > _FEW or not pair.text.preference:
        return False
    (flag,) = pair.flags or ()
    decides = pair.preferred is not None and flag.side != pair.preferred
    told = is_told(pair, flag) or _FLAG.search(pair.text.told) is not None
    return decides and told and _argued_beside(pair.text) <= covered_by_flag(flag.cluster)


def _argued_beside(text: Rationale) -> frozenset[str]:
    """Return the dimensions that the clauses argue which do not speak of the error itself."""
    beside = [one for one in text.statements if not (_FLAG.search(one.text) or named("clusters", one.text))]
    return frozenset(name for one in beside for name in one.dimensions)
