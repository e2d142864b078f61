"""Characters that no text of a rater may hold, wherever in a submission it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from earmark.protocols.faults import Fault

_UNUSABLE: Final = re.compile("[\0\ud800-\udfff]")
"""NUL, at which databases and spreadsheets cut a text, and halves of surrogate pairs, which have no UTF-8."""


def character_faults(value: object, where: str) -> Iterator[Fault]:
    """Yield a fault for each text in a JSON value that holds such a character; names of fields count too."""
    if isinstance(value, str):
        if _UNUSABLE.search(value):
            message = (
                "This text holds a character that cannot be kept: NUL, or half of a character such as an "
                "emoji. Take it out and write it anew."
            )
            yield Fault(where, "unusable-character", message)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from character_faults(name, where)
            yield from character_faults(part, f"{where}.{name}" if where else name)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from character_faults(part, f"{where}.{index}")
