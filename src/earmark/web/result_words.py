"""Results in words: the sentence that leads a question, and the names in its figures."""

from __future__ import annotations

from collections.abc import Iterable

from earmark.core.results import QuestionResult
from earmark.exports.chart_words import ChartWords
from earmark.protocols.questions.scale import Point, Scale
from earmark.stats.mean import MeanScore
from earmark.web.languages import N_, translate

REASONS = (
    N_("not measurable: no scores yet"),
    N_("not measurable: one score only"),
    N_("not measurable: one rater only"),
    N_("not measurable: all scores are equal"),
)
"""Why there may be no interval: the reasons of `earmark.stats.mean`, marked for translation."""


def condition_names(question: QuestionResult, language: str) -> tuple[str, ...]:
    """Return the conditions' names as shown; recordings without a condition get a name too."""
    alone = len(question.conditions) == 1
    unnamed = translate(language, "All recordings") if alone else translate(language, "Without a condition")
    return tuple(unnamed if one.condition is None else one.condition for one in question.conditions)


def lead(question: QuestionResult, language: str) -> str:
    """Return the sentence that sums a question up, and whether there is enough to say so."""
    named = [
        (name, one.score)
        for name, one in zip(condition_names(question, language), question.conditions, strict=True)
        if one.score.mean is not None
    ]
    if not named:
        return translate(language, "No scores yet.")
    if len(named) == 1:
        return _only(named[0][1], language)
    name, best = max(named, key=lambda pair: pair[1].mean or 0.0)
    others = [(other, score) for other, score in named if score is not best]
    return f"{_highest(name, best, language)} {_standing(best, others, language)}"


def _only(score: MeanScore, language: str) -> str:
    values = _numbers(score)
    if score.low is None:
        why = score.reason or REASONS[0]
        values["reason"] = translate(language, why)
        return translate(language, "On average %(mean)s, n = %(n)s. Interval %(reason)s.") % values
    text = translate(
        language, "On average %(mean)s (%(low)s to %(high)s), from %(n)s scores by %(raters)s raters."
    )
    return text % values


def _highest(name: str, best: MeanScore, language: str) -> str:
    values = {"name": name} | _numbers(best)
    if best.low is None:
        return translate(language, "%(name)s is rated highest: %(mean)s.") % values
    return translate(language, "%(name)s is rated highest: %(mean)s (%(low)s to %(high)s).") % values


def _standing(best: MeanScore, others: Iterable[tuple[str, MeanScore]], language: str) -> str:
    """Say whether the order is settled; intervals that do not touch are more than enough for that."""
    near = []
    for name, score in others:
        if best.low is None or score.high is None:
            return translate(language, "Not every condition has an interval yet, so the order may change.")
        if score.high >= best.low:
            near.append(name)
    if not near:
        return translate(language, "Its interval lies above all others: enough to say so.")
    text = translate(language, "Its interval overlaps with that of %(names)s: not enough to say so.")
    return text % {"names": ", ".join(near)}


def _numbers(score: MeanScore) -> dict[str, object]:
    ends = {name: f"{end:.2f}" for name, end in (("low", score.low), ("high", score.high)) if end is not None}
    return {"mean": f"{score.mean or 0:.2f}", "n": score.n, "raters": score.raters, **ends}


def chart_words(scale: Scale, question: QuestionResult, language: str) -> ChartWords:
    """Return the words in the two figures of a question."""
    title = {"question": scale.title.in_language(language)}
    axis = {"lowest": _named(scale.points[0], language), "highest": _named(scale.points[-1], language)}
    return ChartWords(
        mean=translate(language, "Mean, from %(lowest)s to %(highest)s") % axis,
        low=translate(language, "Interval from"),
        high=translate(language, "Interval to"),
        scores=translate(language, "Scores"),
        share=translate(language, "Share"),
        point=translate(language, "Score"),
        conditions=condition_names(question, language),
        interval_figure=translate(language, "%(question)s: mean and 95 %% interval by condition") % title,
        histogram_figure=translate(language, "%(question)s: share of each score by condition") % title,
    )


def _named(point: Point, language: str) -> str:
    return f"{point.value} {point.label.in_language(language)}"
