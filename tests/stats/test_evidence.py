from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.evidence import NO_EVENT, NO_SPREAD, NO_TURNS, ONE_CALL, event_contrasts, latency_contrasts


def test_latencies_are_compared_by_call_and_what_was_not_measured_is_left_out() -> None:
    random = np.random.default_rng(1)
    call = np.repeat(range(40), 10)
    condition = np.where(call < 20, "quick", "slow")
    seconds = np.where(call < 20, 0.6, 0.9) + random.normal(0, 0.15, 40)[call] + random.normal(0, 0.1, 400)
    seconds[7] = np.nan
    found = latency_contrasts(seconds, condition, call)
    quick, slow = found.conditions
    assert (quick.condition, quick.n, slow.n, found.missing) == ("quick", 199, 200, 1)
    assert quick.value == pytest.approx(np.nanmean(seconds[:200]))
    assert quick.median == pytest.approx(np.nanmedian(seconds[:200]))
    assert slow.median < slow.p95 == pytest.approx(np.quantile(seconds[200:], 0.95))
    (told,) = found.contrasts
    assert told.high < 0
    assert told.ratio is None
    alone = latency_contrasts(seconds, condition).contrasts[0]
    assert told.standard_error > 2 * alone.standard_error  # turns of a call go together


def test_rates_are_all_events_over_all_minutes_and_compared_as_difference_and_ratio() -> None:
    random = np.random.default_rng(2)
    minutes = random.uniform(1, 6, 120)
    condition = np.arange(120) % 2
    rate = np.where(condition == 0, 1.0, 2.0) * random.gamma(4, 0.25, 120)
    events = random.poisson(rate * minutes)
    found = event_contrasts(events, minutes, condition)
    assert found.conditions[0].value == pytest.approx(events[::2].sum() / minutes[::2].sum())
    (told,) = found.contrasts
    assert told.low < -1 < told.high < 0
    assert told.ratio_low < 0.5 < told.ratio_high < 1
    assert told.adjusted_p == told.p < 0.001
    swapped = event_contrasts(events, minutes, 1 - condition).contrasts[0]
    assert (swapped.difference, swapped.ratio) == pytest.approx((-told.difference, 1 / told.ratio))


def test_what_cannot_be_compared_has_a_reason() -> None:
    assert latency_contrasts([np.nan, 1.0, 2.0], ["a", "b", "b"]).conditions[0].reason == NO_TURNS
    assert latency_contrasts([np.nan, 1.0, 2.0], ["a", "b", "b"]).contrasts[0].reason == NO_TURNS
    assert latency_contrasts([1.0, 1.0, 1.0], ["a", "b", "b"]).contrasts[0].reason == ONE_CALL
    assert latency_contrasts([1.0] * 4, ["a", "a", "b", "b"]).contrasts[0].reason == NO_SPREAD
    none = event_contrasts([0, 0, 1, 2], [1, 1, 1, 1], ["a", "a", "b", "b"]).contrasts[0]
    assert (none.reason, none.ratio) == (NO_EVENT, None)
    assert latency_contrasts([], []).conditions == ()


def test_one_call_a_condition_settles_nothing_however_many_turns_it_has() -> None:
    seconds, calls = [0.5, 0.6, 0.4, 0.7, 1.5, 1.3, 1.9, 1.2], [1, 1, 2, 2, 3, 3, 3, 3]
    found = latency_contrasts(seconds, ["a"] * 4 + ["b"] * 4, calls, ["x", "x", "y", "y", *"xxxx"])
    assert [(one.n, one.low is None, one.reason) for one in found.conditions][1] == (4, True, ONE_CALL)
    (told,) = found.contrasts
    assert (told.difference, told.low, told.p, told.reason) == (pytest.approx(-0.925), None, None, ONE_CALL)
    rates = event_contrasts([0, 0, 1], [1, 1.3, 0.8], ["a", "a", "b"], ["x", "y", "x"])
    assert [one.reason for one in rates.contrasts] == [ONE_CALL]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (([1, 2], [1, 0], ["a", "b"]), "row 2: minutes must be above 0"),
        (([1, -2], [1, 1], ["a", "b"]), "row 2: events must be 0 or more"),
        (([1, 2], [1, 1], ["a"]), "one length"),
        (([1, 2], [1, 1], ["a", "b"], [1, 2], [1, 2], [1, 2]), "at most two ways"),
    ],
)
def test_wrong_columns_are_refused(arguments: tuple[list[object], ...], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        event_contrasts(*arguments)
