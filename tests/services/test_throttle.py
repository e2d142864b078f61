from __future__ import annotations

import pytest

from earmark.core.errors import TooManyAttemptsError
from earmark.services.throttle import REMEMBERED, Throttle


def fails(throttle: Throttle, key: str, times: int, *, now: int = 0) -> None:
    for _ in range(times):
        throttle.check(key, now=now)
        throttle.fail(key, now=now)


def test_the_limit_holds_a_key_until_its_window_is_over() -> None:
    throttle = Throttle(limit=3, window_us=100)
    fails(throttle, "a", 3, now=7)
    for now in (7, 106):
        with pytest.raises(TooManyAttemptsError):
            throttle.check("a", now=now)
    throttle.check("a", now=107)
    fails(throttle, "a", 3, now=107)


def test_keys_do_not_hold_up_each_other() -> None:
    throttle = Throttle(limit=1)
    fails(throttle, "a", 1)
    throttle.check("b", now=0)


def test_doing_right_forgives() -> None:
    throttle = Throttle(limit=2)
    fails(throttle, "a", 1)
    throttle.forgive("a")
    fails(throttle, "a", 2)


def test_many_keys_push_out_the_oldest_alone() -> None:
    throttle = Throttle(limit=1)
    for number in range(REMEMBERED + 1):
        throttle.fail(number, now=0)
    throttle.check(0, now=0)
    with pytest.raises(TooManyAttemptsError):
        throttle.check(1, now=0)
