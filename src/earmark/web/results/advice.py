"""What more votes would buy, and whether to go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.core.results import Buy, MoreVotes, PairAdvice, QuestionResult, StudyResults
from earmark.exports.chart_data import Axis, Step, Words
from earmark.web.languages import N_
from earmark.web.results import pictures
from earmark.web.results.intake import scores_intake
from earmark.web.results.parts import Cell, Column, Figure, Part, Section, Table
from earmark.web.results.writing import Writer, cell, count, number

MODEST: Final = 10
"""Raters or items more that a sentence names."""

FAR: Final = 500
"""Raters or items more beyond which a number says no more than: far too many."""

LEADS: Final = {
    "stop": N_("Every pair of conditions is settled: more votes would change no order."),
    "continue": N_("Go on as planned: it is too early to stop."),
    "none": N_("There is nothing to compare yet."),
}
"""Whether to go on; what to collect is said by `_collect`."""

DECISIONS: Final = {
    "first": N_("%(first)s higher"),
    "second": N_("%(second)s higher"),
    "alike": N_("alike"),
    "continue": N_("open"),
}
"""What may be said of a pair at any time."""

LEVERS: Final = {"raters": N_("raters"), "items": N_("items")}
"""What helps more."""


def advice_section(results: StudyResults, writer: Writer) -> Section | None:
    """Return what more votes would buy on every question; None where nothing says."""
    parts = tuple(part for question in results.questions for part in _parts(question, writer))
    return Section("more", writer.say("What more votes would buy"), parts, is_answer=False) if parts else None


def _parts(question: QuestionResult, writer: Writer) -> Iterator[Part]:
    more = question.more
    if more is None or more.advice == "none":
        return
    title = writer.of(question.title)
    yield Part(
        f"{question.id}.more",
        title,
        _lead(more, writer),
        figures=_figures(title, more, writer),
        table=_buys(more, writer) if more.buys else None,
        folded=True,
        method=writer.say(
            "From this study's own scatter: how much items, raters and chance differ here (variance "
            "parts). Each further rater is taken to rate every item, each further item to be rated by every "
            "rater."
        ),
        notes=scores_intake(question, writer),
    )
    if more.pairs:
        yield Part(
            f"{question.id}.open",
            writer.say("Stopping early"),
            _open_lead(more, writer),
            table=_pairs(more, writer),
            method=writer.say(
                "These intervals hold however often one looks (each rater's own difference, by betting), so "
                "one may stop as soon as a pair is settled. They are wider than those above, which hold for "
                "one look."
            ),
            notes=scores_intake(question, writer),
            folded=True,
        )


def _lead(more: MoreVotes, writer: Writer) -> str:
    text = _collect(more, writer) if more.advice == "collect" else writer.say(LEADS[more.advice])
    if more.buys:
        now = number(more.buys[0].difference_half_width)
        text += " " + writer.say(
            "Over all pairs, a difference is known to about ±%(now)s now; one on which raters agree is known "
            "better.",
            now=now,
        )
        better = _first_better(more.buys)
        text += f" {_better(better, writer)}" if better else ""
    if more.reason:
        text += (
            f" {writer.say('Where the scatter comes from is %(reason)s.', reason=writer.say(more.reason))}"
        )
    return text


def _collect(more: MoreVotes, writer: Writer) -> str:
    """Say in raters and items what would settle the pairs that are open."""
    plans = []
    if more.more_raters and more.more_raters <= FAR:
        plans.append(writer.say("about %(n)s more raters", n=more.more_raters))
    if more.more_items and more.more_items <= FAR:
        plans.append(writer.say("about %(n)s more items a condition", n=more.more_items))
    if more.more_of_both and max(more.more_of_both) <= FAR:
        raters, items = more.more_of_both
        plans.append(
            writer.say("%(raters)s more raters and %(items)s more items", raters=raters, items=items)
        )
    if not plans:
        return writer.say("What is open is so close that only a far larger study would settle it.")
    listed = writer.say(", or ").join(plans)
    return writer.say("What it takes to settle the pairs that can be: %(plans)s.", plans=listed)


def _better(better: Buy, writer: Writer) -> str:
    values = {"raters": better.more_raters, "items": better.more_items}
    then = number(better.difference_half_width)
    if better.more_raters:
        return writer.say("With %(raters)s more raters it would be ±%(then)s.", then=then, **values)
    return writer.say("With %(items)s more items a condition it would be ±%(then)s.", then=then, **values)


def _first_better(buys: tuple[Buy, ...]) -> Buy | None:
    """Return what narrows a difference most among modest plans that add one kind only."""
    single = [buy for buy in buys if 0 < buy.more_raters + buy.more_items <= MODEST]
    single = [buy for buy in single if not (buy.more_raters and buy.more_items)]
    return min(single, key=lambda buy: buy.difference_half_width, default=None)


def _figures(title: str, more: MoreVotes, writer: Writer) -> tuple[Figure, ...]:
    raters, items = writer.say("more raters"), writer.say("more items a condition")
    by_raters = [buy for buy in more.buys if not buy.more_items]
    by_items = [buy for buy in more.buys if not buy.more_raters]
    steps = [Step(raters, buy.more_raters, buy.difference_half_width) for buy in by_raters]
    steps += [Step(items, buy.more_items, buy.difference_half_width) for buy in by_items]
    if len(steps) < 3:  # noqa: PLR2004 - today's width alone is no line
        return ()
    across = Axis(writer.say("How many more"), number="d")
    up = Axis(writer.say("A difference is known to ±"))
    words = Words(description=writer.say("%(question)s: what more votes would buy", question=title))
    caption = writer.say("How far off a difference of two conditions may be, as the study grows.")
    return (Figure(pictures.curve(tuple(steps), across, up, words=words), caption),)


def _buys(more: MoreVotes, writer: Writer) -> Table:
    say = writer.say
    columns = (
        Column("more_raters", say("More raters")),
        Column("more_items", say("More items a condition")),
        Column("mean_half_width", say("A mean is known to ±")),
        Column("difference_half_width", say("A difference is known to ±")),
    )
    rows = tuple(
        (
            count(buy.more_raters),
            count(buy.more_items),
            cell(buy.mean_half_width),
            cell(buy.difference_half_width),
        )
        for buy in more.buys
    )
    return Table(columns, rows)


def _open_lead(more: MoreVotes, writer: Writer) -> str:
    settled = sum(pair.decision != "continue" for pair in more.pairs)
    return writer.say(
        "To stop before the planned votes are in, %(settled)s of %(n)s pairs are sure enough.",
        settled=settled,
        n=len(more.pairs),
    )


def _pairs(more: MoreVotes, writer: Writer) -> Table:
    say = writer.say
    columns = (
        Column("first", say("First"), "text"),
        Column("second", say("Second"), "text"),
        Column("difference", say("First less second")),
        Column("", say("Interval at any time"), "interval"),
        Column("raters", say("Raters of both")),
        Column("decision", say("What may be said"), "text"),
        Column(
            "more_raters", say("More raters"), hint=say("To show this difference in the end, 4 times in 5")
        ),
        Column("more_items", say("More items"), hint=say("A condition; instead of more raters")),
        Column("more", say("Raters until one may stop early")),
        Column("lever", say("What helps more"), "text"),
        Column("reason", "", "kept"),
    )
    return Table(columns, tuple(_pair(pair, writer) for pair in more.pairs))


def _pair(pair: PairAdvice, writer: Writer) -> tuple[Cell, ...]:
    names = {"first": writer.name(pair.first), "second": writer.name(pair.second)}
    return (
        writer.condition(pair.first),
        writer.condition(pair.second),
        cell(pair.difference, sign=True),
        writer.interval(pair.low, pair.high, pair.reason, sign=True),
        count(pair.raters),
        Cell(pair.decision, writer.say(DECISIONS[pair.decision], **names)),
        count(pair.more_raters),
        count(pair.more_items),
        count(pair.more),
        Cell(pair.lever, writer.say(LEVERS[pair.lever]) if pair.lever else ""),
        Cell(pair.reason),
    )
