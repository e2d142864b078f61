"""Results of every kind, made up by hand: for tests of the words and pictures that show them."""

from __future__ import annotations

from typing import Any

from earmark.core.results import (
    AgreementResult,
    BattleResults,
    BoardPlace,
    BoardResult,
    Buy,
    ChoiceCondition,
    ChoiceResult,
    CombinedBoard,
    CombinedPart,
    CombinedPlace,
    ConditionResult,
    ContrastResult,
    Contrasts,
    FlagCondition,
    FlagRate,
    FlagsResult,
    FlagWeight,
    IccResult,
    Interval,
    Making,
    MoreVotes,
    Out,
    OutcomeContrast,
    PairAdvice,
    PairWins,
    PositionEffect,
    PreferenceResult,
    Progress,
    QuestionResult,
    RaterResult,
    RaterScale,
    Share,
    ShareContrast,
    StudyResults,
)
from earmark.core.results.study import NOT_SAID
from earmark.core.scope import Scope
from earmark.protocols.texts import Text
from earmark.stats.mean import MeanScore
from earmark.stats.proportion import Proportion
from earmark.stats.reasons import NO_SCORES, ONE_RATER
from people import NOON

POINTS = (1, 2, 3, 4, 5)


def text(english: str, korean: str = "") -> Text:
    return Text({"en": english, "ko": korean or f"{english} (ko)"})


def condition(
    name: str | None, mean: float | None, low: float | None = None, high: float | None = None, **more: Any
) -> ConditionResult:
    """Return one condition on a scale; without ends there is one rater only."""
    n = 0 if mean is None else 12
    reason = None if low is not None else NO_SCORES if mean is None else ONE_RATER
    score = MeanScore(
        mean, low, high, 0.2 if low else None, n, 4 if n else 0, 3 if n else 0, 0.95, "two-way", reason
    )
    interval = Interval(low, high, "two-way" if low is not None else "none", None, reason)
    return ConditionResult(name, score, (0, 1, 2, 4, 5) if n else (0,) * 5, interval=interval, **more)


def contrast(first: str, second: str, difference: float, half: float | None, finding: Any) -> ContrastResult:
    """Return the difference of two conditions, with an interval of this half-width."""
    low, high = (None, None) if half is None else (difference - half, difference + half)
    error, p = (None, None) if half is None else (half / 2, 0.0004 if finding == "first" else 0.2)
    reason = ONE_RATER if half is None else None
    return ContrastResult(first, second, difference, error, low, high, low, high, p, p, finding, reason)


def scale(
    *conditions: ConditionResult, pairs: tuple[ContrastResult, ...] = (), **more: Any
) -> QuestionResult:
    """Return a question with numbers."""
    contrasts = Contrasts(pairs, "all-pairs", 0.5, 0.95, resamples=2000)
    return QuestionResult("quality", text("Quality", "품질"), POINTS, conditions, contrasts=contrasts, **more)


def share(count: int, n: int = 40) -> Proportion:
    """Return a share with an interval around it."""
    value = count / n
    return Proportion(value, max(0.0, value - 0.1), min(1.0, value + 0.1), count, n, 20.0)


AGREEMENT = AgreementResult(
    "ordinal", 0.71, 0.6, 0.8, 0.05, "delta", 0.95, 36, 2, 9, 4, 0.55, 0.2, "agree", 4, 0.4, 20,
    icc=(IccResult("2,1", 0.68, None, None),),
)  # fmt: skip

MORE = MoreVotes(
    None, 4.0, 3.0, 12.0,
    (Buy(0, 0, 0.5, 0.6), Buy(4, 0, 0.4, 0.5), Buy(8, 0, 0.35, 0.45), Buy(0, 3, 0.42, 0.55)),
    (
        PairAdvice("cold", "warm", 0, 0, None, "second", -1.9, -2.9, -0.9, 4, None, None),
        PairAdvice("mild", "warm", 9, 20, (5, 6), "continue", -0.4, -1.2, 0.4, 4, 30, "raters"),
    ),
    "collect", 9, 20, (5, 6),
)  # fmt: skip


def board(*places: BoardPlace) -> BoardResult:
    """Return a leaderboard."""
    return BoardResult(
        places, 1, "davidson", "rater", penalised=False, votes=120, raters=8, level=0.95, seed=0,
        out=(Out("replaced", 2), Out("one-condition", 1)),
    )  # fmt: skip


def place(name: str, strength: float, best: int, worst: int, *, open_end: Any = "none") -> BoardPlace:
    """Return one condition on a leaderboard."""
    low, high = strength - 0.3, None if open_end == "above" else strength + 0.3
    score = 0.5 + strength / 4
    return BoardPlace(name, strength, 0.15, low, high, open_end, score, 0, best, best, worst, 80, 40, 30, 10)


def preference() -> PreferenceResult:
    """Return a comparison with its boards."""
    places = (place("warm", 0.8, 1, 1), place("mild", 0.1, 2, 3), place("cold", -0.9, 2, 3, open_end="above"))
    return PreferenceResult(
        "overall", text("Overall", "전체"),
        {"left": 50, "right": 40, "tie": 20, "both_good": 6, "both_bad": 4}, 8, 20,
        board(*places), {"EQ": board(*places[:2]), "IQ": board(*places[1:])},
        (PairWins("cold", "warm", 10, 25, 3, 1, 1),),
        (
            PositionEffect("side-a", share(22), 0.1, -0.1, 0.3),
            PositionEffect("heard-first", share(30), 0.5, 0.2, 0.8),
        ),
    )  # fmt: skip


def battles() -> BattleResults:
    """Return comparisons on one question, and the board across dimensions."""
    places = (
        CombinedPlace("warm", 0.7, 0.1, 0.5, 0.9, 1, 1, 2),
        CombinedPlace("cold", None, None, None, None, None, None, None, NO_SCORES),
    )
    parts = (
        CombinedPart("EQ", "overall", 0.6, 70, penalised=False),
        CombinedPart("IQ", "overall", 0.4, 50, penalised=False),
    )
    return BattleResults(
        (preference(),), CombinedBoard(places, parts, {"EQ": 0.6, "IQ": 0.4}, 8, 0.95, 0, votes=120)
    )


def choice() -> ChoiceResult:
    """Return an outcome of three answers."""
    answers = (("fail", text("Fail")), ("pass", text("Pass")))
    conditions = tuple(
        ChoiceCondition(
            name, 40, 4, 3, (Share("fail", share(40 - n)), Share("pass", share(n))), (Out("extra", 2),)
        )
        for name, n in (("cold", 10), ("warm", 30))
    )
    contrasts = (ShareContrast("pass", "cold", "warm", -0.5, 0.1, -0.7, -0.3),)
    outcomes = (OutcomeContrast("cold", "warm", -2.1, 0.4, -2.9, -1.3),)
    return ChoiceResult("task", text("Task Success"), answers, conditions, contrasts, outcomes)


def flags() -> FlagsResult:
    """Return error flags of two clusters and two severities."""
    rates = tuple(
        FlagRate(name, cluster, severity, share(n if severity is None else n // 2))
        for cluster, n in (("pause", 12), ("noise", 4))
        for name in ("cold", "warm")
        for severity in (None, "minor", "major")
    )
    weights = (
        FlagWeight("cold", 2.5, 0.4, 1.6, 3.4, 3),
        FlagWeight("warm", None, None, None, None, 0, NO_SCORES),
    )
    return FlagsResult(
        "errors", text("Errors"),
        (("pause", text("Pause")), ("noise", text("Noise"))),
        (("minor", text("Minor"), 1.0), ("major", text("Major"), 5.0)),
        (FlagCondition("cold", 40, 4, 3, (Out("discarded", 3),)), FlagCondition("warm", 40, 4, 3)),
        rates, (ShareContrast("pause", "cold", "warm", 0.2, 0.1, -0.1, 0.5),), weights,
    )  # fmt: skip


def raters() -> tuple[RaterResult, ...]:
    """Return three raters: one strict and drifting, one steady, one whom nobody can be compared with."""
    alone = RaterScale("quality", 1, 0, None, None, None, None, None, ONE_RATER)
    return (
        RaterResult("rater-a", "R1", 12, 41.5, (RaterScale("quality", 12, 12, -0.62, 0.5, 0.8, 0.9, 0.2),)),
        RaterResult("rater-b", "R2", 12, None, (RaterScale("quality", 12, 12, 0.3, 0.4, 0.9, 0.1, 0.2),)),
        RaterResult("rater-c", "R3", 1, 30.0, (alone,)),
    )


def results(*questions: QuestionResult, **more: Any) -> StudyResults:
    """Return the results of a study *voices* with these questions."""
    progress = Progress(0, 0, 0, 48, 36, 0, 4, 0, 2, 0)
    made = {"study": "voices", "title": "Voices", "state": "open", "protocol": "two-scales"}
    made |= {"protocol_version": "1.2.0", "protocol_hash": "ab12" * 16, "at": NOON, "progress": progress}
    made |= {
        "skips": (),
        "discards": (),
        "names": Scope(condition=("cold", "mild", "warm")),
        "making": NOT_SAID,
    }
    return StudyResults(questions=questions, **(made | more))


def everything() -> StudyResults:
    """Return results with something of every kind."""
    question = scale(
        condition("cold", 2.0, 1.5, 2.4, out=(Out("extra", 2), Out("retracted", 1))),
        condition("mild", 3.5, 3.0, 4.0),
        condition("warm", 4.0, 3.5, 4.5),
        pairs=(
            contrast("cold", "mild", -1.5, 0.6, "second"),
            contrast("cold", "warm", -2.0, 0.6, "second"),
            contrast("mild", "warm", -0.5, 0.7, "open"),
        ),
        agreement=AGREEMENT,
        more=MORE,
    )
    return results(
        question,
        choices=(choice(),),
        flags=(flags(),),
        battles=battles(),
        raters=raters(),
        making=Making({"earmark": "0.1.0", "numpy": "2.4.6"}, 0.95, 7, 2000),
    )
