"""How far raters agree, on all questions side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from earmark.core.results import AgreementResult, StudyResults
from earmark.exports.chart_data import Axis, Estimate, Words
from earmark.web.languages import N_
from earmark.web.results import pictures
from earmark.web.results.parts import Cell, Column, Figure, Part, Section, Table
from earmark.web.results.writing import Writer, cell, count, number, share, share_cell

TENTATIVE: Final = 0.667
"""The alpha below which Krippendorff would draw no conclusions."""

VAGUE: Final = -0.5
"""An interval that reaches below it says nothing of how raters differ."""

LEADS: Final = {
    "agree": N_("On %(question)s raters agree well: alpha %(alpha)s."),
    "disagree": N_(
        "On %(question)s raters differ: alpha %(alpha)s. A single score says little there; means of many "
        "still hold."
    ),
    "lopsided": N_(
        "On %(question)s %(share)s of all scores are the same (%(commonest)s), so alpha, %(alpha)s, has "
        "little to learn from; raters give the same answer in %(percent)s of pairs."
    ),
    "not measurable": N_("On %(question)s agreement is %(reason)s."),
}
"""The sentence of a question, by what lies behind its alpha."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its agreement."""

    title: str
    found: AgreementResult


def agreement_section(results: StudyResults, writer: Writer) -> Section | None:
    """Return the agreement on every question, or None where nothing was asked."""
    asked = tuple(_asked(results, writer))
    if not any(one.found.n for one in asked):
        return None
    part = Part(
        "agreement",
        "",
        " ".join(_sentence(one, writer) for one in asked),
        figures=_figures(asked, writer),
        table=_table(asked, writer),
        method=writer.say(
            "Krippendorff's alpha is 1 where all raters agree and 0 where they agree as often as chance "
            "would have it; near misses on a scale count for less than far ones. Below 0.667 he would draw "
            "no conclusions from single scores. The interval allows for other raters and other items."
        ),
        notes=tuple(_alone(asked, writer)),
    )
    return Section("agreement", writer.say("How far raters agree"), (part,), is_answer=False)


def _alone(asked: tuple[Asked, ...], writer: Writer) -> Iterator[str]:
    for one in asked:
        if one.found.n and one.found.unpaired:
            yield writer.say(
                "%(question)s: %(n)s answers count. Left out: %(alone)s on what one rater rated alone, which "
                "tell nothing of agreement.",
                question=one.title,
                n=one.found.n,
                alone=one.found.unpaired,
            )


def _asked(results: StudyResults, writer: Writer) -> Iterator[Asked]:
    found = [(question.title, question.agreement) for question in results.questions]
    found += [(choice.title, choice.agreement) for choice in results.choices]
    for title, agreement in found:
        if agreement is not None:
            yield Asked(writer.of(title), agreement)


def _sentence(one: Asked, writer: Writer) -> str:
    found = one.found
    alpha = "" if found.alpha is None else number(found.alpha)
    if found.low is not None and found.high is not None:
        alpha += f" ({writer.span(found.low, found.high)})"
    sentence = writer.say(
        LEADS[found.finding],
        question=one.title,
        alpha=alpha,
        share=share(found.share or 0),
        commonest=found.commonest,
        percent=share(found.percent or 0),
        reason=writer.say(found.reason) if found.reason else "",
    )
    if found.low is None or found.low >= VAGUE:
        return sentence
    return f"{sentence} " + writer.say(
        "The interval reaches down to %(low)s because there is little to learn from: %(raters)s raters on "
        "%(units)s clips or turns; scores other than %(commonest)s: %(others)s. Read it as not known, not as "
        "raters who contradict each other.",
        low=number(found.low),
        raters=found.raters,
        units=found.units,
        others=found.others,
        commonest=found.commonest,
    )


def _figures(asked: tuple[Asked, ...], writer: Writer) -> tuple[Figure, ...]:
    rows = [Estimate(one.title, one.found.alpha, one.found.low, one.found.high, one.found.n) for one in asked]
    lows = [row.low if row.low is not None else row.value for row in rows]
    lowest = min((low for low in lows if low is not None), default=0.0)
    if all(row.value is None for row in rows):
        return ()
    start = min(0.0, float(int(lowest * 5) - 1) / 5) if lowest < 0 else 0.0
    axis = Axis(
        writer.say("Krippendorff's alpha, from 0 chance to 1 full agreement"), start, 1.0, mark=TENTATIVE
    )
    words = Words(
        description=writer.say("Agreement of raters by question"),
        value="alpha",
        low=writer.say("Interval from"),
        high=writer.say("Interval to"),
        count=writer.say("Scores"),
    )
    caption = writer.say("Dot: alpha. Line: 95 %% interval. Dashed line: 0.667.")
    return (Figure(pictures.forest(tuple(rows), axis, conditions=(), words=words), caption),)


def _table(asked: tuple[Asked, ...], writer: Writer) -> Table:
    say = writer.say
    columns = (
        Column("question", say("Question"), "text"),
        Column("alpha", "alpha"),
        Column("", say("95 %% interval"), "interval"),
        Column("percent", say("Same answer"), hint=say("Share of pairs of raters that give the same answer")),
        Column(
            "by_chance",
            say("By chance"),
            hint=say("Share of pairs that would give the same answer by chance"),
        ),
        Column("n", say("Scores")),
        Column("raters", say("Raters")),
        Column("units", say("Rated twice or more"), hint=say("Clips or turns that two raters or more rated")),
        Column("icc", "ICC(2,1)", hint=say("Intraclass correlation of single scores, absolute agreement")),
        Column("distance", "", "kept"),
        Column("unpaired", "", "kept"),
        Column("reason", "", "kept"),
    )
    return Table(columns, tuple(_row(one, writer) for one in asked))


def _row(one: Asked, writer: Writer) -> tuple[Cell, ...]:
    found = one.found
    icc = next((form.value for form in found.icc if form.form == "2,1"), None)
    return (
        Cell(one.title, one.title),
        cell(found.alpha),
        writer.interval(found.low, found.high, found.reason),
        share_cell(found.percent),
        share_cell(found.by_chance),
        count(found.n),
        count(found.raters),
        count(found.units),
        cell(icc),
        Cell(found.distance),
        Cell(found.unpaired),
        Cell(found.reason),
    )
