from __future__ import annotations

import pytest

from earmark.stats.counts import histogram


def test_every_point_has_its_count() -> None:
    assert histogram([5, 1, 5, 4, 5], (1, 2, 3, 4, 5)) == (1, 0, 0, 1, 3)


def test_a_scale_may_start_below_zero_and_leave_points_out() -> None:
    assert histogram([-3, 0, 3, 3], (-3, 0, 3)) == (1, 1, 2)


def test_no_scores_are_no_counts() -> None:
    assert histogram([], (1, 2, 3)) == (0, 0, 0)


@pytest.mark.parametrize("value", [0, 3, 6])
def test_a_score_off_the_scale_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match="one of"):
        histogram([1, value], (1, 2, 4, 5))
