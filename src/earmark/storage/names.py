"""Names of people as keys: two spellings of one name are one name."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from sqlalchemy.engine.default import DefaultExecutionContext

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Fillers and variation selectors: letters and marks to Unicode, nothing to the eye."""


def name_key(name: str) -> str:
    """Return what two spellings of one name share: composed Unicode, one case, single spaces, what is seen.

    A Korean name typed on a Mac may come decomposed; it is the same name.
    """
    return " ".join(_UNSEEN.sub("", unicodedata.normalize("NFKC", name).casefold()).split())


def key_of_row(context: DefaultExecutionContext) -> str:
    """Fill `person.name_key` from the name of the row being written."""
    return name_key(context.get_current_parameters()["name"])  # type: ignore[no-untyped-call]  # SQLAlchemy's
