from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr, stdtr, stdtrit

from earmark.stats import reasons
from earmark.stats.contrasts import contrasts
from earmark.stats.differences import against_reference, signed
from earmark.stats.equivalence import equivalence
from earmark.stats.mean import mean_score
from earmark.stats.mos import ConditionMethod, condition_means, item_means
from earmark.stats.ratings import Ratings, ratings, ratings_from_matrix
from earmark.stats.score_interval import score_limits
from proof import IN_PROOF

RESAMPLES = 1000 if IN_PROOF else 50
METHODS: tuple[ConditionMethod, ...] = ("two-way", "mixed", "bootstrap", "t")


def listening_test(random: np.random.Generator) -> Ratings:
    """Ten systems of forty clips, four of fifty raters a clip; every system is truly 3."""
    item = np.repeat(np.arange(400), 4)
    rater = np.argsort(random.random((400, 50)), axis=1)[:, :4].ravel()
    scores = 3 + random.normal(0, 0.45, 400)[item] + random.normal(0, 0.7, 50)[rater]
    return ratings(item, rater, scores + random.normal(0, 0.85, item.size), condition=item // 40)


def test_each_condition_has_the_mean_of_its_rows() -> None:
    found = listening_test(np.random.default_rng(1))
    means = condition_means(found, limits=(1, 5))
    rows = found.condition.codes == 3
    expected = mean_score(found.scores[rows], found.rater.codes[rows], found.item.codes[rows], limits=(1, 5))
    assert list(means) == list(range(10))
    assert means[3] == expected


def test_the_t_interval_takes_scores_as_independent() -> None:
    found = condition_means(ratings([0, 0, 1, 1], [0, 1, 0, 1], [1, 3, 4, 4]), method="t")["all"]
    error = np.std([1, 3, 4, 4], ddof=1) / 2
    assert (found.method, found.n, found.raters, found.items) == ("t", 4, 2, 2)
    assert found.high - found.mean == pytest.approx(stdtrit(3, 0.975) * error)


@pytest.mark.parametrize("method", METHODS)
def test_what_gives_no_interval_gives_a_reason(method: ConditionMethod) -> None:
    for values, raters, reason in (
        ([3, 3, 3], [0, 1, 2], reasons.ALL_EQUAL),
        ([4], [0], None),
        ([], [], None),
    ):
        for one in condition_means(ratings(range(len(values)), raters, values), method=method).values():
            assert (one.low, one.high) == (None, None)
            assert reason in {None, one.reason}


@pytest.mark.parametrize("method", METHODS)
def test_names_and_the_order_of_rows_do_not_matter(method: ConditionMethod) -> None:
    found = listening_test(np.random.default_rng(2)).rows(np.arange(0, 1600, 5))
    order = np.random.default_rng(3).permutation(found.n)
    mixed = ratings(
        [f"i{1000 + code}" for code in found.item.codes[order]],
        [f"r{1000 + code}" for code in found.rater.codes[order]],
        found.scores[order],
        condition=[f"c{code}" for code in found.condition.codes[order]],
    )
    for one, other in zip(
        condition_means(found, method=method, resamples=30).values(),
        condition_means(mixed, method=method, resamples=30).values(),
        strict=True,
    ):
        assert (one.mean, one.low, one.high) == pytest.approx((other.mean, other.low, other.high), abs=1e-5)


def test_clips_have_t_intervals_or_those_that_stay_on_the_scale() -> None:
    found = ratings_from_matrix([[5, 5, 5, 5, 5], [1, 2, 2, None, 5]])
    t, score = item_means(found), item_means(found, method="score", points=(1, 2, 3, 4, 5))
    error = np.std([1, 2, 2, 5], ddof=1) / 2
    assert (t[0].low, t[0].reason) == (None, reasons.ALL_EQUAL)
    assert (t[1].low, t[1].high) == pytest.approx(
        (2.5 - stdtrit(3, 0.975) * error, 2.5 + stdtrit(3, 0.975) * error)
    )
    assert (score[0].low, score[0].high) == pytest.approx((1 + 4 * 5 / (5 + 1.959964**2), 5), abs=1e-5)
    assert 1 < score[1].low < 2.5 < score[1].high < 5
    assert (score[1].n, score[1].raters, score[1].items, score[1].method) == (4, 4, 1, "score")
    with pytest.raises(ValueError, match="every score must be one of"):
        item_means(found, points=(1, 2, 3))


def test_of_two_points_the_score_interval_is_that_of_wilson() -> None:
    z2, share, n = 1.959963984540054**2, 0.3, 10
    centre = (share + z2 / 2 / n) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / 4 / n**2)) / (1 + z2 / n)
    low, high = score_limits([[7, 3]], [0, 1])
    assert (low[0], high[0]) == pytest.approx((centre - half, centre + half), abs=1e-10)


@settings(max_examples=settings.default.max_examples if IN_PROOF else 3)
@given(st.lists(st.integers(0, 6), min_size=5, max_size=5).filter(any))
def test_the_score_interval_holds_the_mean_and_stays_on_the_scale(counts: list[int]) -> None:
    low, high = score_limits([counts], range(1, 6))
    mean = np.dot(counts, range(1, 6)) / sum(counts)
    assert 1 <= low[0] <= mean + 1e-9
    assert mean - 1e-9 <= high[0] <= 5
    mirrored_low, mirrored_high = score_limits([counts[::-1]], range(1, 6))
    assert (6 - mirrored_high[0], 6 - mirrored_low[0]) == pytest.approx((low[0], high[0]), abs=1e-9)


@pytest.mark.parametrize(("counts", "points"), [([[1, 2]], [1, 1]), ([[1]], [1]), ([[0, 0]], [1, 2])])
def test_a_scale_that_is_none_is_refused(counts: list[list[int]], points: list[int]) -> None:
    with pytest.raises(ValueError, match=r"points|no score"):
        score_limits(counts, points)


def test_raters_who_lean_alike_on_both_do_not_blur_a_difference() -> None:
    item, rater, condition = (
        axis.ravel() for axis in np.meshgrid(range(6), range(8), range(2), indexing="ij")
    )
    random = np.random.default_rng(4)
    scores = 0.5 * condition + random.normal(0, 2, 8)[rater] + random.normal(0, 2, 6)[item]
    found = ratings(item, rater, scores + random.normal(0, 0.1, scores.size), condition=condition)
    for method in ("two-way", "mixed"):
        (one,) = contrasts(found, method=method, resamples=50)
        assert one.difference == pytest.approx(-0.5, abs=0.1)
        assert one.standard_error < 0.06
    assert condition_means(found)[0].standard_error > 0.5


def test_a_difference_of_raters_seen_once_each_has_the_two_sample_error() -> None:
    values, condition = [1.0, 2, 4, 5, 3, 3, 2, 4], [0, 0, 0, 0, 1, 1, 1, 1]
    (one,) = contrasts(ratings(range(8), range(8), values, condition=condition), resamples=50)
    parts = np.var(values[:4]) / 4 + np.var(values[4:]) / 4
    assert one.standard_error == pytest.approx(math.sqrt(parts * 8 / 7))
    assert one.degrees == 7


def test_what_cancels_over_raters_and_items_by_chance_is_no_knowledge_of_a_difference() -> None:
    item, rater, condition = (
        axis.ravel() for axis in np.meshgrid(range(4), range(4), range(2), indexing="ij")
    )
    scores = 3.0 + condition * (-1.0) ** (item + rater)  # each rater and each item has a difference of 0
    (one,) = contrasts(ratings(item, rater, scores, condition=condition), resamples=50)
    assert (one.difference, one.reason) == (0, None)
    assert one.standard_error == pytest.approx(math.sqrt(16 / 15) / 4)


def test_p_values_are_adjusted_after_holm_and_limits_for_all_are_wider() -> None:
    found = contrasts(listening_test(np.random.default_rng(5)).rows(np.arange(640)), resamples=200)
    assert len(found) == 6
    ordered = sorted(found, key=lambda one: one.p)
    running = np.maximum.accumulate([min(1, one.p * (6 - rank)) for rank, one in enumerate(ordered)])
    assert [one.adjusted_p for one in ordered] == pytest.approx(running.tolist())
    for one in found:
        assert one.all_low < one.low < one.difference < one.high < one.all_high


def test_conditions_are_compared_with_one_where_it_is_named() -> None:
    found = listening_test(np.random.default_rng(6)).rows(np.arange(480))
    assert [(one.first, one.second) for one in contrasts(found, against=1, resamples=20)] == [(0, 1), (2, 1)]
    with pytest.raises(ValueError, match="no condition 9; there are 0, 1, 2"):
        contrasts(found, against=9)
    assert contrasts(found.rows(found.condition.codes == 0)) == ()


@pytest.mark.parametrize("method", ["two-way", "mixed"])
def test_a_difference_without_an_error_has_a_reason(method: str) -> None:
    one_rater = ratings([0, 1, 2, 3], [0] * 4, [1, 2, 4, 3], condition=[0, 0, 1, 1])
    (one,) = contrasts(one_rater, resamples=20)
    assert (one.difference, one.standard_error, one.adjusted_p, one.reason) == (
        -2,
        None,
        None,
        reasons.ONE_RATER,
    )
    equal = ratings([0, 1, 2, 3], [0, 1, 2, 3], [4, 4, 2, 2], condition=[0, 0, 1, 1])
    (one,) = contrasts(equal, method=method, resamples=20)
    assert (one.difference, one.low, one.all_low, one.reason) == (2, None, None, reasons.ALL_EQUAL)
    assert equivalence(one, margin=0.5).reason == reasons.ALL_EQUAL
    (one,) = contrasts(ratings([0, 1], [0, 1], [5, 3], condition=[0, 1]), resamples=20)
    assert (one.difference, one.low, one.reason) == (2, None, reasons.ONE_SCORE)


def test_equivalence_is_shown_by_two_one_sided_tests() -> None:
    (one,) = contrasts(listening_test(np.random.default_rng(7)).rows(np.arange(320)), resamples=20)
    wide, narrow = equivalence(one, margin=2.0), equivalence(one, margin=0.01)
    assert (wide.equivalent, wide.not_inferior, narrow.equivalent) == (True, True, False)
    t = (one.difference + 2.0) / one.standard_error, (2.0 - one.difference) / one.standard_error
    assert wide.p_equivalent == pytest.approx(max(stdtr(one.degrees, -np.array(t))), abs=1e-12)
    assert wide.low == pytest.approx(one.difference - stdtrit(one.degrees, 0.95) * one.standard_error)
    with pytest.raises(ValueError, match="margin must be above 0"):
        equivalence(one, margin=0)


def test_scores_against_a_hidden_reference_are_the_raters_own_differences() -> None:
    given = ratings(
        ["a", "a", "a", "b", "b", "a"],
        ["x", "x", "y", "x", "x", "x"],
        [5, 3, 4, 4, 5, 4],
        condition=["ref", "new", "new", "ref", "new", "ref"],
    )
    found = against_reference(given, "ref")
    assert found.scores.tolist() == [3 - 4.5 + 5, 5 - 4 + 5]
    assert (found.item.labels.tolist(), found.missing) == (["a", "b"], 1)
    with pytest.raises(ValueError, match="no condition 'old'"):
        against_reference(given, "old")


def test_comparisons_in_swapped_order_change_their_sign() -> None:
    assert signed([2, -1, 0], [False, True, True]).tolist() == [2, 1, 0]


def covered(*, rounds: int) -> dict[str, float]:
    """Share of intervals that hold the truth, on ten systems of forty clips with fifty raters."""
    random = np.random.default_rng(8)
    held: dict[str, list[float]] = {}
    for seed in range(rounds):
        found = listening_test(random)
        for method in METHODS:
            means = condition_means(found, method=method, resamples=RESAMPLES, seed=seed).values()
            held.setdefault(method, []).append(np.mean([one.low <= 3 <= one.high for one in means]))
        all_of = contrasts(found, resamples=RESAMPLES, seed=seed)
        held.setdefault("contrast", []).append(np.mean([one.low <= 0 <= one.high for one in all_of]))
        held.setdefault("all", []).append(all(one.all_low <= 0 <= one.all_high for one in all_of))
    return {name: float(np.mean(values)) for name, values in held.items()}


def voices(random: np.random.Generator) -> tuple[Ratings, np.ndarray]:
    """Eight systems of sixty clips, four of sixty raters a clip, whole scores from 1 to 5; and true means.

    The variances are those of the Voice Conversion Challenge 2018, raters' tastes for a system among them.
    """
    systems, clips, raters, each = 8, 60, 60, 4
    clip, rater, rest, taste = 0.215, 0.461, 0.593, 0.150
    middle = np.linspace(2.0, 4.2, systems)
    item = np.repeat(np.arange(systems * clips), each)
    who = np.argsort(random.random((systems * clips, raters)), axis=1)[:, :each].ravel()
    system = item // clips
    heard = middle[system]
    for variance, way in (
        (clip, item),
        (rater, who),
        (taste, who * systems + system),
        (rest, np.arange(item.size)),
    ):
        heard = heard + np.sqrt(variance) * random.standard_normal(int(way.max()) + 1)[way]
    ends = np.array([1.5, 2.5, 3.5, 4.5])[:, None]
    truth = 5 - ndtr((ends - middle) / np.sqrt(clip + rater + rest + taste)).sum(axis=0)
    return ratings(item, who, np.clip(np.rint(heard), 1, 5), condition=system), truth


@pytest.mark.timeout(3600)
def test_intervals_cover_true_means_and_differences_of_whole_scores_whose_raters_have_tastes() -> None:
    random, held = np.random.default_rng(5), defaultdict(list)
    for seed in range(1000 if IN_PROOF else 2):
        found, truth = voices(random)
        for method in ("two-way", "mixed"):
            means = condition_means(found, method=method).items()
            held[method, "mean"] += [one.low <= truth[system] <= one.high for system, one in means]
            told = contrasts(found, method=method, resamples=20, seed=seed)
            held[method, "contrast"] += [
                one.low <= truth[one.first] - truth[one.second] <= one.high for one in told
            ]
    least, most = (0.93, 0.985) if IN_PROOF else (0.75, 1.0)
    assert all(least <= np.mean(each) <= most for each in held.values()), held


@pytest.mark.timeout(3600)
def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    found = covered(rounds=1000 if IN_PROOF else 2)
    plain = found.pop("t")
    least, most = (0.93, 0.985) if IN_PROOF else (0.7, 1.0)
    assert all(least <= share <= most for share in found.values()), found
    assert plain < 0.9
