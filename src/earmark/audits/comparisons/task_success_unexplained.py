"""Task Success without a reason, or with one that says nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.audits.reasons import says_something

ID = "task-success-unexplained"

_NAMED: Final = re.compile(r"task success|과제 성공|\bpartial\b|\bpass(?:es|ed)?\b|\bfail(?:s|ed)?\b")


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find the sides whose Task Success nobody could follow.

    A rationale that speaks of Task Success by name explains it too.
    """
    del settings
    for side, success in pair.success.items():
        if not success.choice or says_something(success.reason or ""):
            continue
        if not (not (success.reason or "").strip() and _NAMED.search(pair.text.told)):
            yield Found(of=(side,), where=f"task_success.{side}")
