"""What a figure is of, and what was left out of it and why, as one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from earmark.core.results import Out, QuestionResult, together
from earmark.web.languages import N_
from earmark.web.results.writing import Writer

OUT: Final = {
    "replaced": N_("%(n)s replaced by a later revision"),
    "extra": N_("%(n)s beyond the votes wanted"),
    "retracted": N_("%(n)s that their raters took back"),
    "set-aside": N_("%(n)s on recordings that were corrected and are rated again"),
    "discarded": N_("%(n)s discarded by their raters"),
    "one-condition": N_("%(n)s on two recordings of one condition"),
    "no-priority": N_("%(n)s on dimensions or in classes without a priority"),
    "screened": N_("%(n)s left out by screening"),
}
"""Why something does not count."""

Counted = Literal["scores", "answers", "votes", "looks", "recordings"]

SENTENCES: Final[dict[Counted, tuple[str, str]]] = {
    "scores": (
        N_("%(n)s scores count. Left out: %(reasons)s."),
        N_("%(n)s scores count; none were left out."),
    ),
    "answers": (
        N_("%(n)s answers count. Left out: %(reasons)s."),
        N_("%(n)s answers count; none were left out."),
    ),
    "votes": (
        N_("%(n)s votes count. Left out: %(reasons)s."),
        N_("%(n)s votes count; none were left out."),
    ),
    "looks": (
        N_("Errors were looked for %(n)s times. Left out: %(reasons)s."),
        N_("Errors were looked for %(n)s times; nothing was left out."),
    ),
    "recordings": (
        N_("%(n)s recordings count. Left out: %(reasons)s."),
        N_("%(n)s recordings count; none were left out."),
    ),
}

ONE: Final[dict[Counted, tuple[str, str]]] = {
    "scores": (
        N_("One score counts. Left out: %(reasons)s."),
        N_("One score counts; none were left out."),
    ),
    "answers": (
        N_("One answer counts. Left out: %(reasons)s."),
        N_("One answer counts; none were left out."),
    ),
    "votes": (
        N_("One vote counts. Left out: %(reasons)s."),
        N_("One vote counts; none were left out."),
    ),
    "looks": (
        N_("Errors were looked for once. Left out: %(reasons)s."),
        N_("Errors were looked for once; nothing was left out."),
    ),
    "recordings": (
        N_("One recording counts. Left out: %(reasons)s."),
        N_("One recording counts; none were left out."),
    ),
}


def intake(what: Counted, n: int, outs: Iterable[tuple[Out, ...]], writer: Writer) -> tuple[str, ...]:
    """Return how many count, and how many were left out for which reason; nothing where there is neither.

    Args:
        what: What is counted.
        n: How many count.
        outs: What was left out, of each condition or of all.
        writer: Of the results.
    """
    return sentence(what, n, [writer.say(OUT[one.reason], n=one.n) for one in together(outs)], writer)


def scores_intake(question: QuestionResult, writer: Writer) -> tuple[str, ...]:
    """Return the same of the scores on one question."""
    n = sum(result.score.n for result in question.conditions)
    return intake("scores", n, (result.out for result in question.conditions), writer)


def sentence(what: Counted, n: int, reasons: Sequence[str], writer: Writer) -> tuple[str, ...]:
    """Return how many count and what was left out; nothing where there is neither."""
    some, none = (ONE if n == 1 else SENTENCES)[what]
    if reasons:
        return (writer.say(some, n=n, reasons=", ".join(reasons)),)
    return (writer.say(none, n=n),) if n else ()
