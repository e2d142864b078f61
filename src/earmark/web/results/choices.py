"""What questions with named answers found: choices, outcomes such as Pass and Fail, checklists."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from earmark.core.results import ChoiceCondition, ChoiceResult, OutcomeContrast, ShareContrast
from earmark.exports.chart_data import Axis, Estimate, Words
from earmark.web.results import pictures
from earmark.web.results.intake import intake
from earmark.web.results.parts import Cell, Column, Figure, Part, Section, Table
from earmark.web.results.scales import one_item
from earmark.web.results.writing import Writer, cell, count, number, share, share_cell

FEW: Final = 20
"""Contrasts whose table is open."""


def choice_section(choice: ChoiceResult, writer: Writer) -> Section | None:
    """Return what one choice found; None where nobody answered."""
    if not any(one.n for one in choice.conditions):
        return None
    return Section(choice.id, writer.of(choice.title), tuple(_parts(choice, writer)))


def _parts(choice: ChoiceResult, writer: Writer) -> Iterator[Part]:
    yield Part(
        choice.id,
        "",
        _lead(choice, writer),
        figures=_figures(choice, writer),
        table=_table(choice, writer),
        method=writer.say(
            "Shares of all answers. Intervals are Wilson's, for as many independent answers as give the "
            "same error when raters and items come back; they stay between 0 and 100 %%."
        ),
        notes=(*_intake(choice, writer), *_cautions(choice, writer)),
    )
    if choice.outcomes:
        yield _outcomes(choice, writer)
    if choice.contrasts:
        yield _differences(choice, writer)


def _intake(choice: ChoiceResult, writer: Writer) -> tuple[str, ...]:
    n = sum(one.n for one in choice.conditions)
    return intake("answers", n, (one.out for one in choice.conditions), writer)


def _cautions(choice: ChoiceResult, writer: Writer) -> tuple[str, ...]:
    alone = any(one.items == 1 for one in choice.conditions)
    return (one_item(1, writer).strip(),) if alone else ()


def _lead(choice: ChoiceResult, writer: Writer) -> str:
    """Name the widest difference that is settled, else say what is answered most."""
    settled = [one for one in choice.contrasts if _is_settled(one)]
    if settled:
        widest = max(settled, key=lambda one: abs(one.difference or 0))
        return _sentence(choice, widest, writer)
    answers = choice.answers
    totals = [sum(one.shares[place].rate.count for one in choice.conditions) for place in range(len(answers))]
    most = max(range(len(answers)), key=totals.__getitem__)
    n = sum(one.n for one in choice.conditions)
    values = {
        "answer": answer_name(choice, answers[most][0], writer),
        "share": share(totals[most] / n),
        "n": n,
    }
    better = _settled_outcomes(choice)
    if better:
        first, second = _better(better)
        return writer.say(
            "%(answer)s is answered most: %(share)s of %(n)s answers. All answers together, %(first)s has "
            "better outcomes than %(second)s, enough to say so.",
            **values,
            first=writer.name(first),
            second=writer.name(second),
        )
    if len(choice.conditions) < 2:  # noqa: PLR2004 - nothing to compare
        return writer.say("%(answer)s is answered most: %(share)s of %(n)s answers.", **values)
    return writer.say(
        "%(answer)s is answered most: %(share)s of %(n)s answers. No condition differs from another by "
        "enough to say so.",
        **values,
    )


def _is_settled(one: ShareContrast) -> bool:
    return one.low is not None and one.high is not None and (one.low > 0 or one.high < 0)


def _sentence(choice: ChoiceResult, one: ShareContrast, writer: Writer) -> str:
    turned = (one.difference or 0) < 0
    low, high = (-(one.high or 0), -(one.low or 0)) if turned else (one.low or 0, one.high or 0)
    first, second = (one.second, one.first) if turned else (one.first, one.second)
    return writer.say(
        "%(answer)s: %(points)s points more often for %(first)s than for %(second)s (%(interval)s), enough "
        "to say so.",
        answer=answer_name(choice, one.answer, writer),
        points=number(100 * abs(one.difference or 0), 0),
        first=writer.name(first),
        second=writer.name(second),
        interval=writer.span(100 * low, 100 * high, digits=0),
    )


def answer_name(choice: ChoiceResult, answer: str, writer: Writer) -> str:
    """Return an answer as the protocol words it."""
    text = dict(choice.answers).get(answer)
    return answer if text is None else writer.of(text)


def _figures(choice: ChoiceResult, writer: Writer) -> tuple[Figure, ...]:
    rows = [
        Estimate(
            writer.name(condition.condition),
            one.rate.share,
            one.rate.low,
            one.rate.high,
            one.rate.n,
            series=writer.name(condition.condition),
            group=answer_name(choice, one.answer, writer),
        )
        for place in range(len(choice.answers))
        for condition in choice.conditions
        for one in condition.shares[place : place + 1]
    ]
    title = writer.of(choice.title)
    words = Words(
        description=writer.say("%(question)s: share of each answer by condition", question=title),
        value=writer.say("Share"),
        low=writer.say("Interval from"),
        high=writer.say("Interval to"),
        count=writer.say("Answers"),
    )
    axis = Axis(writer.say("Share of answers"), 0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0), number=".0%")
    spec = pictures.forest(tuple(rows), axis, conditions=writer.names(), words=words)
    return (Figure(spec, writer.say("Dot: share. Line: 95 %% interval.")),)


def _table(choice: ChoiceResult, writer: Writer) -> Table:
    say = writer.say
    columns: list[Column] = [
        Column("condition", say("Condition"), "text"),
        Column("n", say("Answers")),
        Column("raters", say("Raters")),
        Column("items", say("Items")),
    ]
    for answer, _ in choice.answers:
        name = answer_name(choice, answer, writer)
        columns += [Column(f"share_{answer}", name), Column(answer, say("95 %% interval"), "interval")]
        columns += [Column(f"n_{answer}", "", "kept")]
    columns += [Column("out", "", "kept")]
    return Table(tuple(columns), tuple(_row(one, writer) for one in choice.conditions))


def _row(one: ChoiceCondition, writer: Writer) -> tuple[Cell, ...]:
    cells = [writer.condition(one.condition), count(one.n), count(one.raters), count(one.items)]
    for answer in one.shares:
        rate = answer.rate
        interval = writer.interval(rate.low, rate.high, rate.reason, share=True)
        cells += [share_cell(rate.share), interval, Cell(rate.count)]
    return (*cells, Cell(sum(out.n for out in one.out)))


def _differences(choice: ChoiceResult, writer: Writer) -> Part:
    names = {answer: answer_name(choice, answer, writer) for answer, _ in choice.answers}
    method = writer.say(
        "Differences of shares in points of per cent; the intervals hold for all pairs of one answer at "
        "once (Bonferroni). A difference is settled where its interval leaves out 0."
    )
    part = share_differences(choice.id, choice.contrasts, names, method, writer)
    return replace(part, notes=_intake(choice, writer))


def share_differences(
    identity: str, contrasts: tuple[ShareContrast, ...], names: dict[str, str], method: str, writer: Writer
) -> Part:
    """Return the differences between conditions in how often something was answered or flagged."""
    settled = sum(_is_settled(one) for one in contrasts)
    return Part(
        f"{identity}.differences",
        writer.say("Differences between conditions"),
        writer.say("%(settled)s of %(n)s differences are settled.", settled=settled, n=len(contrasts)),
        table=_contrast_table(contrasts, names, writer),
        method=method,
        folded=len(contrasts) > FEW,
    )


def _contrast_table(contrasts: tuple[ShareContrast, ...], names: dict[str, str], writer: Writer) -> Table:
    """Return differences of shares as a table, in points of per cent."""
    say = writer.say
    columns = (
        Column("answer", say("Answer"), "text"),
        Column("first", say("First"), "text"),
        Column("second", say("Second"), "text"),
        Column("difference", say("First less second, points")),
        Column("", say("Interval, all pairs"), "interval"),
        Column("standard_error", "", "kept"),
        Column("reason", "", "kept"),
    )
    rows = []
    for one in contrasts:
        points = None if one.difference is None else 100 * one.difference
        low, high = (None if end is None else 100 * end for end in (one.low, one.high))
        interval = writer.interval(low, high, one.reason, sign=True, digits=0)
        rows.append(
            (
                Cell(one.answer, names.get(one.answer, one.answer)),
                writer.condition(one.first),
                writer.condition(one.second),
                cell(points, 0, sign=True),
                interval,
                Cell(one.standard_error),
                Cell(one.reason),
            )
        )
    return Table(columns, tuple(rows))


def _outcomes(choice: ChoiceResult, writer: Writer) -> Part:
    return Part(
        f"{choice.id}.outcomes",
        writer.say("Better outcomes"),
        _outcome_lead(_settled_outcomes(choice), len(choice.outcomes), writer),
        table=_outcome_table(choice.outcomes, writer),
        method=writer.say(
            "All answers at once, from the worst to the best: how much larger the odds of a better outcome "
            "are (cumulative logit mixed model with raters and items). Odds of 2 mean that 1 against 1 "
            "becomes 2 against 1. The intervals hold for all pairs at once (Bonferroni)."
        ),
        notes=_intake(choice, writer),
    )


def _settled_outcomes(choice: ChoiceResult) -> list[OutcomeContrast]:
    """Return which pairs have outcomes that differ by enough to say so, the widest first."""
    settled = [one for one in choice.outcomes if one.low is not None and (one.low > 0 or (one.high or 0) < 0)]
    return sorted(settled, key=lambda one: -abs(one.log_odds or 0))


def _better(settled: list[OutcomeContrast]) -> tuple[str | None, str | None]:
    """Return who has the better outcomes in the widest pair, and than whom."""
    widest = settled[0]
    return (widest.second, widest.first) if (widest.log_odds or 0) < 0 else (widest.first, widest.second)


def _outcome_lead(settled: list[OutcomeContrast], n: int, writer: Writer) -> str:
    if not settled:
        return writer.say("No condition has better outcomes than another by enough to say so.")
    first, second = _better(settled)
    low, high = sorted(abs(end or 0) for end in (settled[0].low, settled[0].high))
    ends = {"low": _odds(low), "high": _odds(high)}
    return writer.say(
        "%(first)s has better outcomes than %(second)s: odds %(odds)s times as large (%(interval)s), enough "
        "to say so. %(settled)s of %(n)s pairs are settled.",
        first=writer.name(first),
        second=writer.name(second),
        odds=_odds(abs(settled[0].log_odds or 0)),
        interval=writer.say("%(low)s to %(high)s", **ends),
        settled=len(settled),
        n=n,
    )


def _odds(log_odds: float) -> str:
    """Return odds as read: with a decimal below 10, else with two digits that count: no more is known."""
    odds = math.exp(log_odds)
    return number(odds, 1) if odds < 10 else f"{float(f'{odds:.1e}'):.0f}"  # noqa: PLR2004 - see above


def _outcome_table(outcomes: tuple[OutcomeContrast, ...], writer: Writer) -> Table:
    say = writer.say
    columns = (
        Column("first", say("First"), "text"),
        Column("second", say("Second"), "text"),
        Column("log_odds", say("Log odds of a better outcome")),
        Column("", say("Interval, all pairs"), "interval"),
        Column("standard_error", "", "kept"),
        Column("reason", "", "kept"),
    )
    rows = tuple(
        (
            writer.condition(one.first),
            writer.condition(one.second),
            cell(one.log_odds, sign=True),
            writer.interval(one.low, one.high, one.reason, sign=True),
            Cell(one.standard_error),
            Cell(one.reason),
        )
        for one in outcomes
    )
    return Table(columns, rows)
