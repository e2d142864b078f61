"""A limit on failures, such as wrong passwords. It lives in memory: a restart forgives."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from earmark.core.errors import TooManyAttemptsError
from earmark.core.times import MINUTE

REMEMBERED: Final = 10_000


class Throttle:
    """Counts failures a key within a window of time.

    Args:
        limit: Failures after which a key has to wait.
        window_us: How long failures count, in microseconds after the first of them.
    """

    def __init__(self, *, limit: int = 8, window_us: int = 15 * MINUTE) -> None:
        self._limit = limit
        self._window_us = window_us
        self._failures: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()

    def check(self, key: Hashable, *, now: int) -> None:
        """Raise TooManyAttemptsError where this key has to wait."""
        count, since = self._failures.get(key, (0, now))
        left_us = since + self._window_us - now
        if count >= self._limit and left_us > 0:
            minutes = -(-left_us // MINUTE)
            message = f"Too many wrong passwords. Wait {minutes} minutes, or ask for a sign-in link."
            raise TooManyAttemptsError(message)

    def fail(self, key: Hashable, *, now: int) -> None:
        """Count a failure; the oldest keys are forgotten when there are too many to remember."""
        count, since = self._failures.pop(key, (0, now))
        if now >= since + self._window_us:
            count, since = 0, now
        self._failures[key] = (count + 1, since)
        while len(self._failures) > REMEMBERED:
            self._failures.popitem(last=False)

    def forgive(self, key: Hashable) -> None:
        """Forget a key's failures after it did right."""
        self._failures.pop(key, None)
