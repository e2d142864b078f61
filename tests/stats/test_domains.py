"""What lies outside a function's domain is refused, and the message says why."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from earmark.stats.evidence import event_contrasts, latency_contrasts
from earmark.stats.fit_criteria import fit_criteria
from earmark.stats.labels.glad import glad
from earmark.stats.pairs.kendall import kendall_u
from earmark.stats.planning import (
    Design,
    VarianceParts,
    VoteParts,
    difference_error,
    mean_error,
    plan_difference,
    plan_mean,
    plan_votes,
)
from earmark.stats.power import (
    graded_size,
    paired_power,
    paired_size,
    sign_power,
    sign_size,
    two_sample_power,
)
from earmark.stats.proportion import mean_difference, proportion
from earmark.stats.ratings import ratings

PARTS = VarianceParts(0.2, 0.5, 0.7)
FOUR = Design(4, 4)
BOTH = np.array([True, False])

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "a score without bounds": (lambda: ratings([0], [0], [math.inf]), "row 1 is infinite"),
    "a score too large": (lambda: ratings([0, 1], [0, 0], [1.0, 1e80]), "row 2 is beyond 1e"),
    "a score too small": (lambda: ratings([0], [0], [1e-80]), "nearer 0 than 1e-60"),
    "a hit that is none": (lambda: proportion([2, 1]), "true or false"),
    "a value that is none": (lambda: mean_difference([math.nan, 1], BOTH, ~BOTH), "must be a number"),
    "a latency without end": (
        lambda: latency_contrasts([1, math.inf], "ab"),
        "row 2: a quantity is infinite",
    ),
    "a call without end": (lambda: event_contrasts([1, 1], [1, math.inf], "ab"), "row 2: a quantity"),
    "no effect": (lambda: two_sample_power(math.nan, 5), "must be finite"),
    "groups of one": (lambda: two_sample_power(0.5, 1), "above 1"),
    "half a pair": (lambda: paired_power(0.5, 0.5), "above 1"),
    "a share of two": (lambda: sign_size(2), "from 0 to 1"),
    "a share below none": (lambda: sign_power(-1, 3), "from 0 to 1"),
    "votes below none": (lambda: sign_power(0.6, -3), "0 or more"),
    "odds of nothing": (lambda: graded_size([0.5, 0.5], 0), "above 0"),
    "one grade": (lambda: graded_size([0, 1], 1.5), "at least two"),
    "an effect without end": (lambda: paired_size(math.inf), "no finite effect"),
    "no raters": (lambda: mean_error(PARTS, Design(0, 4)), "more than 0 raters"),
    "no clips": (lambda: difference_error(PARTS, Design(4, 0)), "more than 0 raters"),
    "one rater": (lambda: plan_mean(PARTS, Design(1, 4), half_width=0.1), "more than 1 raters and 1 clips"),
    "a spread below none": (lambda: fit_criteria([1.0], [-1.0], parameters=1), "no spread below 0"),
    "fewer scores than there are": (lambda: fit_criteria([1.0], [1.0], parameters=1, n=0), "n at least 1"),
    "wins that are no table": (lambda: kendall_u([[1, 2]]), "square table"),
    "wins below none": (lambda: kendall_u([[0, -1], [0, 0]]), "0 or more"),
    "no steps": (lambda: glad(ratings([0], [0], [1]), steps=0), "1 or more"),
    "one rater's votes": (lambda: plan_votes(VoteParts(4), Design(1, 4), difference=1), "more than 1 raters"),
    "an interval of no width": (lambda: plan_mean(PARTS, FOUR, half_width=0), "above 0"),
    "no difference": (lambda: plan_difference(PARTS, FOUR, difference=0), "not 0"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_lies_outside_is_refused(case: str) -> None:
    make, says = REFUSED[case]
    with pytest.raises(ValueError, match=says):
        make()


def test_effects_beyond_all_doubt_are_always_found() -> None:
    assert paired_power(1e6, 2) == pytest.approx(1)
    assert (
        paired_power(285, 1.1)
        == pytest.approx(paired_power(287, 1.1), abs=1e-4)
        == pytest.approx(0.0937, abs=1e-4)
    )  # either side of 300
    assert 1 < paired_size(1e6) < 2
    always = plan_difference(VarianceParts(0, 0, 0), FOUR, difference=0.1)
    assert (always.standard_error, always.reached, always.more_raters) == (0, 1, 0)
