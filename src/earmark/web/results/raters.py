"""What each rater is like beside the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from earmark.core.results import QuestionResult, RaterResult, RaterScale, StudyResults
from earmark.exports.chart_data import Axis, Spot, Words
from earmark.web.results import pictures
from earmark.web.results.intake import scores_intake
from earmark.web.results.parts import Cell, Column, Figure, Part, Section, Table
from earmark.web.results.writing import Writer, cell, count, number

FEW: Final = 12
"""Raters whose table is open."""

CLEAR: Final = 2.0
"""Standard errors from which a drift is worth a look."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One scale question with what its raters are like."""

    question: QuestionResult
    title: str
    rows: tuple[tuple[RaterResult, RaterScale], ...]

    @property
    def known(self) -> tuple[tuple[RaterResult, RaterScale, float], ...]:
        """Those whose bias is measurable."""
        return tuple((rater, scale, scale.bias) for rater, scale in self.rows if scale.bias is not None)


def rater_section(results: StudyResults, writer: Writer) -> Section | None:
    """Return bias and consistency of the raters on every scale question; None where nobody rated."""
    if not results.raters:
        return None
    parts = tuple(_part(asked, writer) for asked in _asked(results, writer))
    return (
        Section("raters", writer.say("Raters: bias and consistency"), parts, is_answer=False)
        if parts
        else None
    )


def _asked(results: StudyResults, writer: Writer) -> Iterator[Asked]:
    for question in results.questions:
        rows = tuple(
            (rater, scale)
            for rater in results.raters
            for scale in rater.scales
            if scale.question == question.id
        )
        if rows:
            yield Asked(question, writer.of(question.title), rows)


def _part(asked: Asked, writer: Writer) -> Part:
    return Part(
        f"{asked.question.id}.raters",
        asked.title,
        _lead(asked, writer),
        figures=_figures(asked, writer),
        table=_table(asked, writer),
        method=writer.say(
            "Bias: how many points a rater scores above the others on the same sounds. Inconsistency: how "
            "far the rater's scores scatter around that (the subject model of ITU-T P.910 Annex E, "
            "regularised). Neither leaves anybody out: intervals count them in. Raters go by number here "
            "and by an opaque id in the export."
        ),
        notes=(*scores_intake(asked.question, writer), *_alone(asked, writer)),
        folded=len(asked.rows) > FEW,
    )


def _alone(asked: Asked, writer: Writer) -> Iterator[str]:
    """Yield how many scores stand beside no other rater's."""
    if n := sum(scale.n - scale.compared for _, scale in asked.rows):
        yield writer.say("Scores on what nobody else rated, which tell nothing here: %(n)s.", n=n)


def _lead(asked: Asked, writer: Writer) -> str:
    known = asked.known
    if not known:
        reason = next((scale.reason for _, scale in asked.rows if scale.reason), None)
        return writer.say(
            "How raters lean is %(reason)s.", reason=writer.say(reason or "not measurable: no scores yet")
        )
    rater, _, bias = max(known, key=lambda one: abs(one[2]))
    values = {"rater": rater.label, "bias": number(abs(bias)), "n": len(known)}
    if bias >= 0:
        text = writer.say(
            "%(rater)s leans furthest of %(n)s raters: %(bias)s points above the others.", **values
        )
    else:
        text = writer.say(
            "%(rater)s leans furthest of %(n)s raters: %(bias)s points below the others.", **values
        )
    drifting = [one.label for one, scale, _ in known if _drifts(scale)]
    if drifting:
        text += " " + writer.say("Scores drift with time: %(raters)s.", raters=writer.listed(drifting))
    return text


def _drifts(scale: RaterScale) -> bool:
    """Whether a rater's later scores differ from the earlier ones by more than chance would explain."""
    if scale.drift is None or not scale.drift_error:
        return False
    return abs(scale.drift) > CLEAR * scale.drift_error


def _figures(asked: Asked, writer: Writer) -> tuple[Figure, ...]:
    spots = [
        Spot(rater.label, bias, scale.inconsistency, scale.n)
        for rater, scale, bias in asked.known
        if scale.inconsistency is not None
    ]
    if not spots:
        return ()
    reach = max(0.5, *(abs(spot.x) for spot in spots)) * 1.1
    across = Axis(writer.say("Bias in points: left stricter, right milder"), -reach, reach, mark=0.0)
    up = Axis(writer.say("Inconsistency"))
    words = Words(
        description=writer.say("%(question)s: bias and inconsistency of raters", question=asked.title),
        count=writer.say("Scores"),
    )
    caption = writer.say(
        "One dot a rater. Far to a side: stricter or milder than the others. High: scores scatter."
    )
    return (Figure(pictures.scatter(tuple(spots), across, up, words=words), caption),)


def _table(asked: Asked, writer: Writer) -> Table:
    say = writer.say
    columns = (
        Column("rater", say("Rater"), "text"),
        Column("n", say("Scores")),
        Column("bias", say("Bias")),
        Column("inconsistency", say("Inconsistency")),
        Column("agreement", say("With the others"), hint=say("Correlation with the mean of the others")),
        Column("drift", say("Drift"), hint=say("Second half of the work less the first, in points")),
        Column("median_seconds", say("Seconds an item"), hint=say("Median time at work on one submission")),
        Column("id", "", "kept"),
        Column("compared", "", "kept"),
        Column("drift_error", "", "kept"),
        Column("submissions", "", "kept"),
        Column("reason", "", "kept"),
    )
    return Table(columns, tuple(_row(rater, scale) for rater, scale in asked.rows))


def _row(rater: RaterResult, scale: RaterScale) -> tuple[Cell, ...]:
    return (
        Cell(rater.label, rater.label),
        count(scale.n),
        cell(scale.bias, sign=True),
        cell(scale.inconsistency),
        cell(scale.agreement),
        cell(scale.drift, sign=True),
        cell(rater.median_seconds, 0),
        Cell(rater.rater),
        Cell(scale.compared),
        Cell(scale.drift_error),
        Cell(rater.submissions),
        Cell(scale.reason),
    )
