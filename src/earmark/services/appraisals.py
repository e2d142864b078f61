"""What the audits say of submissions that stand, for reviewers: a risk, its reasons, a predicted grade."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection

from earmark.audits.draft import Draft, Finding
from earmark.audits.pair_review import review_pair
from earmark.audits.review import drafts_of, review
from earmark.audits.risk import pair_risk, predicted_grade, risk_of
from earmark.services.hints import answered_targets
from earmark.services.pair_hints import LastLook, pair_answered
from earmark.services.studies import Study
from earmark.storage import queue, submissions
from earmark.storage.review import StandingRow, standing

PAGE: Final = 25
_MOST_EARLIER: Final = 500


@dataclass(frozen=True, slots=True)
class Appraisal:
    """One submission: the risk that a review finds it unfit, 0 to 1, the grade that it predicts, and why."""

    submission: StandingRow
    risk: float
    grade: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Appraisals:
    """Some of a study's submissions, the riskiest first; `more` tells whether earlier ones follow."""

    rows: tuple[Appraisal, ...]
    number: int
    more: bool


def appraisals_of(study: Study, *, page: int, language: str) -> Appraisals:
    """Appraise a page of the submissions that stand: the latest ones, and among them the riskiest first.

    Nothing is stored: it is what today's audits say. Words of transcripts are read, whatever raters see.

    Args:
        study: The study.
        page: From 1, the latest first.
        language: Of the messages.
    """
    with study.home.database.read() as connection:
        rows = standing(connection, study.id, limit=PAGE + 1, offset=(page - 1) * PAGE)
        found = [_appraise(connection, study, row, language) for row in rows[:PAGE]]
    ordered = sorted(found, key=lambda one: -one.risk)
    return Appraisals(tuple(ordered), page, len(rows) > PAGE)


def _appraise(connection: Connection, study: Study, row: StandingRow, language: str) -> Appraisal:
    if study.protocol.item.sides:
        risk, findings = _of_pair(connection, study, row, language)
    else:
        risk, findings = _of_texts(connection, study, row, language)
    return Appraisal(row, risk, predicted_grade(risk), findings)


def _of_pair(
    connection: Connection, study: Study, row: StandingRow, language: str
) -> tuple[float, tuple[Finding, ...]]:
    look = LastLook(row.body.get("answers", {}), language, at_end=True, talks=row.body.get("talks"))
    pair = pair_answered(connection, study.protocol, _assignment(connection, row), look, words=True)
    findings = review_pair(study.protocol, pair, language=language)
    return pair_risk(pair, findings), findings


def _of_texts(
    connection: Connection, study: Study, row: StandingRow, language: str
) -> tuple[float, tuple[Finding, ...]]:
    assignment = _assignment(connection, row)
    before = submissions.earlier_texts(connection, assignment, most=_MOST_EARLIER)
    drafts = _drafts(study, row.body, before)
    findings = tuple(
        finding for draft in drafts for finding in review(study.protocol, draft, language=language).findings
    )
    return risk_of(drafts, findings), findings


def _drafts(study: Study, body: Mapping[str, Any], before: list[str]) -> list[Draft]:
    drafts: list[Draft] = []
    for _, _, answers in answered_targets(body):
        for draft in drafts_of(study.protocol, answers, earlier=[*before, *(one.text for one in drafts)]):
            drafts.append(draft)  # noqa: PERF402 - each is held against those before it
    return drafts


def _assignment(connection: Connection, row: StandingRow) -> queue.AssignmentRow:
    found = queue.get_assignment(connection, row.assignment)
    assert found is not None  # noqa: S101 - a submission belongs to one
    return found
