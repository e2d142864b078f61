"""What work on a task took, as the page counts it.

A submission's ``time`` holds ``active_seconds``, without the time in which nobody touched the page or
listened, and ``fact_checks``: by target the seconds on the page's timer for checking facts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import isfinite

from earmark.protocols.faults import Fault


def time_faults(given: object, targets: Collection[str]) -> Iterator[Fault]:
    """Yield what in a page's account of time is not of the kind that it should be."""
    if not isinstance(given, dict):
        yield Fault("time", "not-an-object", "'time' must be an object.")
        return
    for name in sorted(map(str, given.keys() - {"active_seconds", "fact_checks"})):
        yield Fault(f"time.{name}", "unknown-field", f"'{name}' is no part of 'time'.")
    if not _is_duration(given.get("active_seconds", 0)):
        yield Fault("time.active_seconds", "not-a-duration", "'active_seconds' must be seconds, 0 or more.")
    checks = given.get("fact_checks", {})
    if not isinstance(checks, dict) or not all(map(_is_duration, checks.values())):
        yield Fault("time.fact_checks", "not-durations", "'fact_checks' must hold seconds by target.")
        return
    for target in sorted(checks.keys() - set(targets)):
        yield Fault(f"time.fact_checks.{target}", "not-ratable", "The task does not ask about this.")


def _is_duration(value: object) -> bool:
    return type(value) in {int, float} and isinstance(value, int | float) and isfinite(value) and value >= 0
