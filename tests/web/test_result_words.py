from __future__ import annotations

import pytest

from earmark.core.results import ConditionResult, QuestionResult
from earmark.protocols.texts import Text
from earmark.stats import mean as reasons
from earmark.stats.mean import MeanScore
from earmark.web.languages import languages
from earmark.web.result_words import REASONS, condition_names, lead


def result(
    condition: str | None,
    mean: float | None,
    low: float | None = None,
    high: float | None = None,
    n: int = 12,
) -> ConditionResult:
    reason = None if low is not None else reasons.ONE_RATER
    score = MeanScore(mean, low, high, None, n if mean else 0, 4, 3, 0.95, "two-way", reason)
    return ConditionResult(condition, score, ())


def question(*results: ConditionResult) -> QuestionResult:
    return QuestionResult("quality", Text({"en": "Quality"}), (1, 2, 3, 4, 5), results)


COLD, MILD, WARM = ("cold", 2, 1.5, 2.4), ("mild", 3.5, 3, 3.5), ("warm", 4, 3.5, 4.5)
HIGHEST = "warm has the highest mean, 4.00 (3.50 to 4.50)"
CLEAR = HIGHEST + ", and its interval lies above all others."
NEAR = HIGHEST + ", but its interval overlaps mild's."
NEAR_TWO = HIGHEST + ", but its interval overlaps those of mild, fair."
OPEN = ". Not every condition has an interval yet, so the order may change."


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ([], "No scores yet."),
        ([result("warm", None)], "No scores yet."),
        ([result(None, 3.9, 3.5, 4.3)], "On average 3.90 (3.50 to 4.30), from 12 scores by 4 raters."),
        ([result(None, 3, n=1)], "On average 3.00, n = 1. Interval not measurable: one rater only."),
        ([result(*COLD), result(*WARM), result("new", None)], CLEAR),
        ([result(*COLD), result(*WARM), result(*MILD)], NEAR),
        ([result(*COLD), result(*WARM), result(*MILD), result("fair", 3, 2, 4)], NEAR_TWO),
        ([result(*COLD), result("warm", 4)], "warm has the highest mean, 4.00" + OPEN),
        ([result("cold", 2), result(*WARM)], HIGHEST + OPEN),
    ],
)
def test_the_sentence_says_what_is_highest_and_whether_that_is_settled(
    results: list[ConditionResult], sentence: str
) -> None:
    assert lead(question(*results), "en") == sentence


def test_recordings_without_a_condition_have_a_name() -> None:
    assert condition_names(question(result(None, 3)), "en") == ("All recordings",)
    assert condition_names(question(result("warm", 3), result(None, 3)), "en") == (
        "warm",
        "Without a condition",
    )


def test_every_reason_without_an_interval_is_known_to_every_language() -> None:
    told = (reasons.NO_SCORES, reasons.ONE_SCORE, reasons.ONE_RATER, reasons.ALL_EQUAL)
    assert told == REASONS
    assert [reason for reason in told if reason not in languages()["ko"].messages] == []
