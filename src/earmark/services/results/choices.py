"""What choices and checklists found: how often each answer was given, and how conditions differ in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from earmark.core.results import ChoiceCondition, ChoiceResult, Out, OutcomeContrast, Share, ShareContrast
from earmark.protocols.questions import Ask
from earmark.protocols.questions.checklist import Checklist
from earmark.protocols.questions.choice import Choice
from earmark.protocols.schema import Protocol
from earmark.protocols.texts import Text
from earmark.services.results.agreement import agreement_on
from earmark.services.results.intake import answers_left_out
from earmark.services.results.view import Mask, Rows, View
from earmark.stats.outcomes import OUTCOMES, outcomes
from earmark.stats.proportion import mean_difference, proportion
from earmark.stats.ratings import ratings
from earmark.stats.reasons import TOO_MANY

MOST_OUTCOMES: Final = 50_000
"""Answers up to which the ordinal model is fitted."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A choice, or one entry of a checklist.

    Attributes:
        id: Of the answers; of an entry ``question.entry``.
        question: Id of the question.
        ask: What it is about.
        title: Its title.
        answers: Ids of its answers, with their names.
        shown: Answers that are shown even if nobody gave them.
    """

    id: str
    question: str
    ask: Ask
    title: Text
    answers: Mapping[str, Text | None]
    shown: frozenset[str]


def choice_results(protocol: Protocol, view: View, *, level: float) -> tuple[ChoiceResult, ...]:
    """Return what the choices that compare nothing, and the entries of checklists, found."""
    return tuple(_result(asked, view, level=level) for asked in _asked(protocol, view))


def _asked(protocol: Protocol, view: View) -> Iterator[_Asked]:
    for question in protocol.questions:
        if isinstance(question, Choice) and not question.compares:
            every = (question.options, *question.variants.values())
            answers = {option.id: option.label for options in every for option in options}
            shown = frozenset(option.id for option in question.offered)
            yield _Asked(question.id, question.id, question.ask, question.title, answers, shown)
        elif isinstance(question, Checklist):
            states = dict.fromkeys(question.states)
            titles = {f"{question.id}.{entry.id}": entry.title for entry in question.entries}
            given = sorted(name for name in view.answers.questions if name.startswith(f"{question.id}."))
            for name in dict.fromkeys((*titles, *given)):
                title = titles.get(name, question.title)
                yield _Asked(name, question.id, question.ask, title, states, frozenset(states))


def _result(asked: _Asked, view: View, *, level: float) -> ChoiceResult:
    rows, names = view.rows(asked.id), view.conditions
    outs = answers_left_out(view, asked.id, ask=asked.ask, of=asked.question)
    texts = np.array([*view.answers.choices, ""], dtype=object)[rows.choice]
    chosen = {answer: texts == answer for answer in asked.answers}
    chosen = {answer: hits for answer, hits in chosen.items() if answer in asked.shown or hits.any()}
    conditions = tuple(
        _condition(rows, place, name, chosen, out=outs.get(name, ()), level=level)
        for place, name in enumerate(names)
    )
    return ChoiceResult(
        id=asked.id,
        title=asked.title,
        answers=tuple((answer, asked.answers[answer]) for answer in chosen),
        conditions=conditions,
        contrasts=tuple(_contrasts(rows, names, chosen, level=level)),
        outcomes=_outcomes(rows, names, texts, level=level) if set(asked.answers) == set(OUTCOMES) else (),
        agreement=agreement_on(ratings(rows.place, rows.rater, texts), "nominal", level=level),
    )


def _condition(
    rows: Rows,
    place: int,
    name: str | None,
    chosen: Mapping[str, Mask],
    *,
    out: tuple[Out, ...],
    level: float,
) -> ChoiceCondition:
    of = rows.condition == place
    rater, item = rows.rater[of], rows.item[of]
    return ChoiceCondition(
        condition=name,
        n=int(of.sum()),
        raters=np.unique(rater).size,
        items=np.unique(item).size,
        shares=tuple(
            Share(answer, proportion(hits[of], (rater, item), level=level)) for answer, hits in chosen.items()
        ),
        out=out,
    )


def _contrasts(
    rows: Rows, names: tuple[str | None, ...], chosen: Mapping[str, Mask], *, level: float
) -> Iterator[ShareContrast]:
    """Yield the differences of every two conditions with answers; level is that of all pairs together."""
    pairs = list(combinations(np.unique(rows.condition).tolist(), 2))
    for answer, hits in chosen.items():
        for first, second in pairs:
            yield share_contrast(rows, hits, answer, (first, second), names=names, level=level, of=len(pairs))


def share_contrast(
    rows: Rows,
    hits: Mask,
    answer: str,
    pair: tuple[int, int],
    *,
    names: tuple[str | None, ...],
    level: float,
    of: int,
) -> ShareContrast:
    """Return by how much more often one condition gets an answer; one of so many pairs (Bonferroni)."""
    found = mean_difference(
        hits,
        rows.condition == pair[0],
        rows.condition == pair[1],
        ways=(rows.rater, rows.item),
        level=1 - (1 - level) / of,
    )
    return ShareContrast(
        answer=answer,
        first=names[pair[0]],
        second=names[pair[1]],
        difference=found.difference,
        standard_error=found.standard_error,
        low=None if found.low is None else max(found.low, -1.0),  # shares differ by no more than all
        high=None if found.high is None else min(found.high, 1.0),
        reason=found.reason,
    )


def _outcomes(
    rows: Rows,
    names: tuple[str | None, ...],
    texts: np.ndarray[tuple[int], np.dtype[np.object_]],
    *,
    level: float,
) -> tuple[OutcomeContrast, ...]:
    """Return how much better the outcomes of each condition are than those of each other."""
    pairs = list(combinations(np.unique(rows.condition).tolist(), 2))
    if not pairs:
        return ()
    if texts.size > MOST_OUTCOMES:
        return tuple(OutcomeContrast(names[a], names[b], None, None, None, None, TOO_MANY) for a, b in pairs)
    found = outcomes(
        texts, rows.condition, item=rows.item, rater=rows.rater, level=1 - (1 - level) / len(pairs)
    )
    return tuple(
        OutcomeContrast(
            names[one.condition],
            names[one.other],
            one.log_odds,
            one.standard_error,
            one.low,
            one.high,
            one.reason,
        )
        for one in found.contrasts
    )
