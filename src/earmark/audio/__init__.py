"""Sound from files and evidence from samples: one detector a file.

`analyse` says what a recording itself shows, with times. What it needs is imported when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from earmark.audio.evidence.analysis import analyse
    from earmark.audio.evidence.rows import Evidence, EvidenceRow, NotMeasurable

_HOMES = {
    "Evidence": "rows",
    "EvidenceRow": "rows",
    "NotMeasurable": "rows",
    "analyse": "analysis",
}

__all__ = ["Evidence", "EvidenceRow", "NotMeasurable", "analyse"]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(importlib.import_module(f"earmark.audio.evidence.{_HOMES[name]}"), name)
    message = f"module 'earmark.audio' has no attribute '{name}'"
    raise AttributeError(message)
