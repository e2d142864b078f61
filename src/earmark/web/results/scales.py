"""What a question with numbers found, in words and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from earmark.core.results import ConditionResult, ContrastResult, QuestionResult
from earmark.exports.chart_data import Axis, Estimate, Shares, Words
from earmark.protocols.questions.scale import Point, Scale
from earmark.web.languages import N_
from earmark.web.results import pictures
from earmark.web.results.intake import scores_intake
from earmark.web.results.parts import Cell, Column, Figure, Part, Section, Table
from earmark.web.results.writing import SERIES, Writer, cell, count, number, p_cell

FINDINGS: Final = {
    "first": N_("%(first)s higher"),
    "second": N_("%(second)s higher"),
    "alike": N_("alike"),
    "open": N_("open"),
}
"""What may be said of two conditions."""

FEW_PAIRS: Final = 15
"""Pairs that a picture and an open table show; of more, those with the highest mean are drawn."""

LEADS: Final = {
    "first": N_(
        "%(best)s is rated highest, %(mean)s on average: %(gap)s above %(next)s, the next (%(interval)s), "
        "enough to say so."
    ),
    "alike": N_(
        "%(best)s and %(next)s are alike at the top: they differ by %(gap)s (%(interval)s), less than the "
        "%(margin)s that would matter."
    ),
    "open": N_(
        "%(best)s is rated highest, %(mean)s on average, but only %(gap)s above %(next)s, the next "
        "(%(interval)s): not enough to say so."
    ),
    "unknown": N_(
        "%(best)s is rated highest, %(mean)s on average, %(gap)s above %(next)s, the next; whether that is "
        "more than chance is not measurable yet."
    ),
}
"""The sentence of three and more conditions, by what may be said of the first two."""

LEADS_OF_TWO: Final = {
    "first": N_("%(best)s is rated %(gap)s above %(next)s (%(interval)s), enough to say so."),
    "alike": N_(
        "%(best)s and %(next)s are alike: they differ by %(gap)s (%(interval)s), less than the %(margin)s "
        "that would matter."
    ),
    "open": N_("%(best)s is rated %(gap)s above %(next)s (%(interval)s), not enough to say so."),
    "unknown": N_(
        "%(best)s is rated %(gap)s above %(next)s; whether that is more than chance is not measurable yet."
    ),
}
"""The same with two conditions."""


def scale_section(scale: Scale, question: QuestionResult, writer: Writer) -> Section:
    """Return what one question found."""
    parts = [_means(scale, question, writer)]
    if question.contrasts.pairs:
        parts.append(_differences(question, writer))
    return Section(question.id, writer.of(scale.title), tuple(parts), prompt=writer.of(scale.prompt))


def lead(question: QuestionResult, writer: Writer) -> str:
    """Return the sentence that sums a question up."""
    rated = [result for result in question.conditions if result.score.mean is not None]
    if not rated:
        return writer.say("No scores yet.")
    if len(rated) == 1:
        return _only(rated[0], writer) + one_item(rated[0].score.items, writer)
    best, following = sorted(rated, key=lambda result: -(result.score.mean or 0))[:2]
    contrast, turned = _between(question.contrasts.pairs, best, following)
    finding = _finding(contrast, turned=turned)
    gap = (best.score.mean or 0) - (following.score.mean or 0)
    low, high = _ends(contrast, turned=turned)
    texts = LEADS_OF_TWO if len(rated) == 2 else LEADS  # noqa: PLR2004 - a sentence of two
    sentence = writer.say(
        texts[finding],
        best=writer.name(best.condition),
        next=writer.name(following.condition),
        mean=number(best.score.mean or 0),
        gap=number(gap),
        interval="" if low is None or high is None else writer.span(low, high),
        margin=number(question.contrasts.margin),
    )
    return sentence + one_item(min(best.score.items, following.score.items), writer)


def one_item(items: int, writer: Writer) -> str:
    """Return what else must be said where a condition has one item only; else nothing."""
    if items != 1:
        return ""
    return " " + writer.say(
        "That holds for this one item only: how much items differ, a single one cannot show, and no interval "
        "here covers it."
    )


def _only(result: ConditionResult, writer: Writer) -> str:
    score, interval = result.score, result.interval
    values: dict[str, object] = {"mean": number(score.mean or 0), "n": score.n, "raters": score.raters}
    if interval.low is None or interval.high is None:
        reason = writer.say(interval.reason or "not measurable: no scores yet")
        return writer.say("On average %(mean)s, n = %(n)s. Interval %(reason)s.", reason=reason, **values)
    return writer.say(
        "On average %(mean)s (%(interval)s), from %(n)s scores by %(raters)s raters.",
        interval=writer.span(interval.low, interval.high),
        **values,
    )


def _between(
    pairs: Sequence[ContrastResult], best: ConditionResult, following: ConditionResult
) -> tuple[ContrastResult | None, bool]:
    """Return the contrast of two conditions, and whether it has them the other way round."""
    for pair in pairs:
        if (pair.first, pair.second) == (best.condition, following.condition):
            return pair, False
        if (pair.second, pair.first) == (best.condition, following.condition):
            return pair, True
    return None, False


def _finding(contrast: ContrastResult | None, *, turned: bool) -> str:
    if contrast is None or contrast.low is None:
        return "unknown"
    if contrast.finding in {"first", "second"}:
        return "first" if (contrast.finding == "second") == turned else "open"
    return contrast.finding


def _ends(contrast: ContrastResult | None, *, turned: bool) -> tuple[float | None, float | None]:
    if contrast is None or contrast.low is None or contrast.high is None:
        return None, None
    return (-contrast.high, -contrast.low) if turned else (contrast.low, contrast.high)


def _means(scale: Scale, question: QuestionResult, writer: Writer) -> Part:
    has_scores = any(result.score.n for result in question.conditions)
    return Part(
        question.id,
        "",
        lead(question, writer),
        figures=_mean_figures(scale, question, writer) if has_scores else (),
        table=_mean_table(scale, question, writer) if question.conditions else None,
        method=_mean_method(question, writer) if has_scores else "",
        notes=scores_intake(question, writer),
    )


def _mean_figures(scale: Scale, question: QuestionResult, writer: Writer) -> tuple[Figure, ...]:
    title = writer.of(scale.title)
    shown = _in_order(question)
    drawn = pictures.forest(
        tuple(_estimate(result, writer) for result in shown),
        _axis(scale, question, writer),
        conditions=writer.names(),
        words=_words(
            writer, writer.say("%(question)s: mean and 95 %% interval by condition", question=title)
        ),
    )
    answers = tuple(str(point) for point in question.points)
    counted = pictures.shares(
        tuple(Shares(writer.name(result.condition), result.histogram) for result in shown),
        answers,
        title=writer.say("Score"),
        conditions=writer.names(),
        words=_words(
            writer, writer.say("%(question)s: share of each score by condition", question=title), share=True
        ),
    )
    return (
        Figure(drawn, writer.say("Dot: mean. Line: 95 %% interval. The axis is the whole scale.")),
        Figure(
            counted,
            writer.say("How often each score was given, as a share of the condition's scores."),
            small=True,
        ),
    )


def _in_order(question: QuestionResult) -> list[ConditionResult]:
    """Return the conditions as a picture shows them: many with the highest first, few by their names."""
    if len(question.conditions) <= SERIES:
        return list(question.conditions)
    return sorted(question.conditions, key=lambda result: -(result.score.mean or float("-inf")))


def _words(writer: Writer, description: str, *, share: bool = False) -> Words:
    return Words(
        description=description,
        value=writer.say("Share") if share else writer.say("Mean"),
        low=writer.say("Interval from"),
        high=writer.say("Interval to"),
        count=writer.say("Scores"),
    )


def _axis(scale: Scale, question: QuestionResult, writer: Writer) -> Axis:
    ends = {"lowest": _named(scale.points[0], writer), "highest": _named(scale.points[-1], writer)}
    ticks = tuple(float(point) for point in question.points)
    return Axis(writer.say("Mean, from %(lowest)s to %(highest)s", **ends), ticks[0], ticks[-1], ticks)


def _named(point: Point, writer: Writer) -> str:
    return f"{point.value} {writer.of(point.label)}"


def _estimate(result: ConditionResult, writer: Writer) -> Estimate:
    name = writer.name(result.condition)
    score, interval = result.score, result.interval
    return Estimate(name, score.mean, interval.low, interval.high, score.n, series=name)


def _mean_table(scale: Scale, question: QuestionResult, writer: Writer) -> Table:
    say = writer.say
    points = zip(question.points, scale.points, strict=True)
    columns = (
        Column("condition", say("Condition"), "text"),
        Column("mean", say("Mean")),
        Column("", say("95 %% interval"), "interval"),
        Column("n", say("Scores")),
        Column("raters", say("Raters")),
        Column("items", say("Items")),
        *(Column(f"n_{value}", str(value), hint=_named(point, writer)) for value, point in points),
        Column("standard_error", "", "kept"),
        Column("method", "", "kept"),
        Column("reason", "", "kept"),
        Column("out", "", "kept"),
    )
    return Table(columns, tuple(_mean_row(result, writer) for result in question.conditions))


def _mean_row(result: ConditionResult, writer: Writer) -> tuple[Cell, ...]:
    score, interval = result.score, result.interval
    return (
        writer.condition(result.condition),
        cell(score.mean),
        writer.interval(interval.low, interval.high, interval.reason),
        count(score.n),
        count(score.raters),
        count(score.items),
        *(count(n) for n in result.histogram),
        Cell(score.standard_error),
        Cell(interval.method),
        Cell(interval.reason),
        Cell(sum(one.n for one in result.out)),
    )


def _mean_method(question: QuestionResult, writer: Writer) -> str:
    methods = {result.interval.method for result in question.conditions}
    text = writer.say(
        "In 19 of 20 studies made like this one, the interval holds the mean that all raters and items of "
        "the kind would give. Scores of one rater, and of one item, are alike; the interval counts that in "
        "(two-way clustered errors), so it is wider than s/√n would make it."
    )
    if "score" in methods:
        text += " " + writer.say("Near an end of the scale it is of the score type, which stays inside.")
    if "raters" in methods:
        text += " " + writer.say("With one item it holds for that item only.")
    return text


def _differences(question: QuestionResult, writer: Writer) -> Part:
    contrasts = question.contrasts
    settled = sum(pair.finding != "open" for pair in contrasts.pairs)
    texts = {
        "n": len(contrasts.pairs),
        "settled": settled,
        "margin": number(contrasts.margin),
        "level": f"{100 * contrasts.level:.0f}",
    }
    return Part(
        f"{question.id}.differences",
        writer.say("Differences between conditions"),
        writer.say("%(settled)s of %(n)s pairs are settled.", **texts),
        figures=_difference_figure(question, writer),
        table=_difference_table(contrasts.pairs, writer),
        method=writer.say(
            "The same raters heard both, so a difference is surer than two means side by side. The "
            "intervals hold for all pairs at once (max-t): a pair is settled where its interval leaves out "
            "0, and alike where it stays within ±%(margin)s. An interval for one pair alone is narrower, "
            "but of many such some leave out 0 by chance. p is adjusted after Holm for the number of pairs; "
            "it can be below 0.05 where the interval still holds 0, and then the interval decides.",
            **texts,
        ),
        notes=(*scores_intake(question, writer), *_cautions(question, writer)),
        folded=len(contrasts.pairs) > FEW_PAIRS,
    )


def _cautions(question: QuestionResult, writer: Writer) -> Iterator[str]:
    if question.contrasts.compared != "all-pairs":
        yield writer.say("Each condition is compared with the one of the highest mean.")
    if any(result.score.items == 1 for result in question.conditions):
        yield one_item(1, writer).strip()


def _difference_figure(question: QuestionResult, writer: Writer) -> tuple[Figure, ...]:
    pairs = _drawn(question)
    rows = []
    for pair in pairs:
        turned = pair.difference < 0
        low, high = _ends(pair, turned=turned)
        rows.append(
            Estimate(
                _versus(pair, writer, turned=turned),
                abs(pair.difference),
                low,
                high,
                settled=pair.finding != "open",
            )
        )
    axis = Axis(writer.say("How much higher the first is rated, in points"), mark=0.0)
    description = writer.say(
        "%(question)s: differences between conditions", question=writer.of(question.title)
    )
    spec = pictures.forest(tuple(rows), axis, conditions=writer.names(), words=_words(writer, description))
    caption = writer.say(
        "Full dot: settled. Hollow dot: open. Dashed line: no difference. Lines: intervals that hold for "
        "all pairs at once."
    )
    return (Figure(spec, caption),)


def _drawn(question: QuestionResult) -> list[ContrastResult]:
    """Return the pairs that a picture has room for, the largest difference first."""
    pairs = list(question.contrasts.pairs)
    if len(pairs) > FEW_PAIRS:
        best = max(question.conditions, key=lambda result: result.score.mean or float("-inf")).condition
        pairs = [pair for pair in pairs if best in {pair.first, pair.second}]
    return sorted(pairs, key=lambda pair: -abs(pair.difference))


def _versus(pair: ContrastResult, writer: Writer, *, turned: bool) -> str:
    first, second = writer.name(pair.first), writer.name(pair.second)
    over, under = (second, first) if turned else (first, second)
    return f"{over} \N{MINUS SIGN} {under}"


def _difference_table(pairs: Sequence[ContrastResult], writer: Writer) -> Table:
    say = writer.say
    columns = (
        Column("first", say("First"), "text"),
        Column("second", say("Second"), "text"),
        Column("difference", say("First less second")),
        Column("", say("Interval, all pairs"), "interval"),
        Column("single", say("Interval, this pair"), "interval"),
        Column(
            "adjusted_p",
            "p",
            hint=say("p value of no difference, adjusted after Holm for the number of pairs"),
        ),
        Column("finding", say("What may be said"), "text"),
        Column("standard_error", "", "kept"),
        Column("equivalent_p", "", "kept"),
        Column("reason", "", "kept"),
    )
    return Table(columns, tuple(_difference_row(pair, writer) for pair in pairs))


def _difference_row(pair: ContrastResult, writer: Writer) -> tuple[Cell, ...]:
    names = {"first": writer.name(pair.first), "second": writer.name(pair.second)}
    return (
        writer.condition(pair.first),
        writer.condition(pair.second),
        cell(pair.difference, sign=True),
        writer.interval(pair.low, pair.high, pair.reason, sign=True),
        writer.interval(pair.single_low, pair.single_high, pair.reason, sign=True),
        p_cell(pair.adjusted_p),
        Cell(pair.finding, writer.say(FINDINGS[pair.finding], **names)),
        Cell(pair.standard_error),
        Cell(pair.equivalent_p),
        Cell(pair.reason),
    )
