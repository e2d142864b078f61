"""Results in words: the sentence that leads a question, and the names in its figures."""

from __future__ import annotations

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


HIGHEST = (
    N_("%(name)s has the highest mean, %(mean)s, and its interval lies above all others."),
    N_("%(name)s has the highest mean, %(mean)s, but its interval overlaps %(near)s's."),
    N_("%(name)s has the highest mean, %(mean)s, but its interval overlaps those of %(near)s."),
)
"""What is highest, by how many intervals overlap its own: none, one, more."""

UNSETTLED = N_(
    "%(name)s has the highest mean, %(mean)s. "
    "Not every condition has an interval yet, so the order may change."
)


def condition_names(question: QuestionResult, language: str) -> tuple[str, ...]:
    """Return the conditions' names as shown; recordings without a condition get a name too."""
    alone = len(question.conditions) == 1
    unnamed = translate(language, "All recordings") if alone else translate(language, "Without a condition")
    return tuple(unnamed if one.condition is None else one.condition for one in question.conditions)


def lead(question: QuestionResult, language: str) -> str:
    """Return the sentence that sums a question up, and says whether intervals overlap."""
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
    near = [other for other, score in others if _overlap(best, score)]
    settled = best.low is not None and all(score.high is not None for _, score in others)
    values = {"name": name, "mean": _with_interval(best, language), "near": ", ".join(near)}
    return translate(language, HIGHEST[min(len(near), 2)] if settled else UNSETTLED) % values


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


def _with_interval(score: MeanScore, language: str) -> str:
    text = "%(mean)s" if score.low is None else translate(language, "%(mean)s (%(low)s to %(high)s)")
    return text % _numbers(score)


def _overlap(best: MeanScore, other: MeanScore) -> bool:
    """Whether the interval of the highest mean meets another's; where they do not, the order is settled."""
    return best.low is not None and other.high is not None and other.high >= best.low


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
