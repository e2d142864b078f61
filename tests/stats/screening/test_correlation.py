from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.ratings import Ratings, ratings, ratings_from_matrix
from earmark.stats.screening.correlation import Edition, correlation_screening

EDITIONS: tuple[Edition, ...] = ("VQEG HDTV, Annex I", "VQEG Multimedia, Annex VI", "P.913 (2014)")


def panel(*odd: float) -> Ratings:
    """Eight who hear what there is in six conditions of five clips, and others who hear it by this share."""
    random = np.random.default_rng(3)
    quality = np.repeat(np.linspace(1, 5, 6), 5) + random.normal(0, 0.2, 30)
    share = np.array([1.0] * 8 + list(odd))
    table = share * quality[:, None] + (1 - np.abs(share)) * 3 + random.normal(0, 0.5, (30, share.size))
    item, rater = np.meshgrid(range(30), range(share.size), indexing="ij")
    return ratings(item.ravel(), rater.ravel(), table.ravel(), condition=item.ravel() // 5)


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_hears_something_else_is_rejected_by_each_edition(edition: Edition) -> None:
    found = correlation_screening(panel(-1.0), edition=edition)
    assert [one.rejected for one in found] == [False] * 8 + [True]
    assert found[-1].by_clip < 0
    assert (found[-1].by_condition is None) == (edition == "VQEG HDTV, Annex I")


def test_low_by_clip_alone_rejects_by_one_plan_and_not_by_the_other() -> None:
    given = panel(0.25)
    hdtv, multimedia = (correlation_screening(given, edition=edition)[-1] for edition in EDITIONS[:2])
    assert hdtv.by_clip == multimedia.by_clip < 0.75
    assert multimedia.by_condition > 0.8
    assert (hdtv.rejected, multimedia.rejected) == (True, False)


def test_the_worst_goes_first_and_may_have_spoilt_the_mean_for_others() -> None:
    given = panel(*[-1.0] * 7, 0.4)
    at_once = correlation_screening(given, edition="VQEG Multimedia, Annex VI", least_by_condition=1.0)
    one_by_one = correlation_screening(given, least_by_condition=1.0)
    assert {one.rater for one in one_by_one if one.rejected} == set(range(8, 15))
    assert sorted(one.turn for one in one_by_one if one.turn is not None) == [1, 2, 3, 4, 5, 6, 7]
    assert {one.rater for one in at_once if one.rejected} == {1, *range(8, 15)}


def test_no_spread_and_one_condition_reject_nobody_for_want_of_a_number() -> None:
    found = correlation_screening(ratings_from_matrix([[3, 1], [3, 2], [3, 4]]))
    assert (found[0].by_clip, found[0].rejected) == (None, False)
    assert found[1].by_condition is None
    assert correlation_screening(ratings([], [], [])) == ()
