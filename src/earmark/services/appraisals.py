"""What the audits say of submissions that stand, for reviewers: a risk, its reasons, a predicted grade."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection

from earmark.audits.draft import Draft, Finding
from earmark.audits.pair_review import review_pair
from earmark.audits.review import drafts_of
from earmark.audits.review import review as review_text
from earmark.audits.risk import pair_risk, predicted_grade, predicted_pair_grade, risk_of
from earmark.services.hints import answered_targets
from earmark.services.pair_hints import LastLook, pair_answered
from earmark.services.studies import Study
from earmark.storage import queue, review, submissions
from earmark.storage.analyses import analysis_stamp
from earmark.storage.review import StandingRow

PAGE: Final = 25
MOST: Final = 2000
"""So many are ordered by risk, which takes a few milliseconds each when they are first looked at."""

_BLOCK: Final = 200
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
    """Some of a study's submissions, the riskiest first.

    ``more`` tells whether others follow, ``is_cut`` whether there are more than the `MOST` that are ordered.
    """

    rows: tuple[Appraisal, ...]
    number: int
    more: bool
    is_cut: bool


def appraisals_of(study: Study, *, page: int, language: str, size: int = PAGE) -> Appraisals:
    """Appraise a page of the submissions that stand, the riskiest of all on the first.

    Nothing is stored: it is what today's audits say. Words of transcripts are read, whatever raters see. The
    latest `MOST` submissions are ordered so, and the others follow, the latest first. A risk is kept in
    memory until the submission, the sound's analysis or the protocol is another.

    Args:
        study: The study.
        page: From 1.
        language: Of the messages.
        size: Submissions a page.
    """
    start = (page - 1) * size
    with study.home.database.read() as connection:
        keys = review.standing_keys(connection, study.id, limit=MOST + 1)
        if start >= MOST:
            rows = review.standing(connection, study.id, limit=size + 1, offset=start)
        else:
            ranked = _ranked(connection, study, keys[:MOST])[start : start + size]
            there = review.standing_among(connection, study.id, ranked)
            rows = tuple(there[one] for one in ranked if one in there)
        found = [_appraise(connection, study, row, language) for row in rows[:size]]
    more = len(rows) > size or start + size < len(keys)
    return Appraisals(tuple(sorted(found, key=lambda one: -one.risk)), page, more, len(keys) > MOST)


def _ranked(connection: Connection, study: Study, keys: Sequence[tuple[str, int]]) -> list[str]:
    """Return the assignments of submissions, the riskiest first, of equals the latest."""
    stamp = (study.protocol_hash, analysis_stamp(connection, study.id))
    risks = study.home.kept_risks.get(study.id, stamp, dict)
    new = [key for key in keys if key not in risks]
    for at in range(0, len(new), _BLOCK):
        block = dict(new[at : at + _BLOCK])
        for one, row in review.standing_among(connection, study.id, list(block)).items():
            risks[one, block[one]] = _appraise(connection, study, row, "en").risk
    return [assignment for assignment, _ in sorted(keys, key=lambda key: -risks.get(key, 0.0))]


def _appraise(connection: Connection, study: Study, row: StandingRow, language: str) -> Appraisal:
    if study.protocol.item.sides:
        risk, findings = _of_pair(connection, study, row, language)
        return Appraisal(row, risk, predicted_pair_grade(risk), findings)
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
        finding
        for draft in drafts
        for finding in review_text(study.protocol, draft, language=language).findings
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
