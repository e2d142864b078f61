"""Run the audits that a protocol names on a comparison, and say what they found in a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Final

from earmark.audits.comparisons import (
    argues_for_both,
    bare_one_liner,
    both_good_with_artifact,
    dimensions_not_covered,
    dimensions_not_labelled,
    error_not_flagged,
    false_premise_praised,
    fits_any_task,
    flag_decides_alone,
    flag_detail_missing,
    intent_not_stated,
    key_fact_unequal,
    major_not_weighed,
    near_identical_text,
    near_identical_user_wording,
    no_evidence,
    other_side_missing,
    overall_against_marks,
    overall_against_rationale,
    own_recording_poor,
    preferred_below_bar,
    priority_not_followed,
    refusal_of_attempt,
    severity_against_counts,
    slight_audio_not_told,
    talk_about_test,
    task_success_unexplained,
    tie_with_differences,
    unequal_turns,
    user_ignores_model,
    wrong_language_unmarked,
)
from earmark.audits.draft import Finding, Found
from earmark.audits.messages import sentences
from earmark.audits.pair import Pair, PairAudit
from earmark.audits.statements import SIDES
from earmark.protocols.questions.flags import Flags
from earmark.protocols.schema import AuditRule, Protocol
from earmark.protocols.texts import Text

_MODULES: Final[tuple[ModuleType, ...]] = (
    overall_against_rationale,
    overall_against_marks,
    preferred_below_bar,
    tie_with_differences,
    argues_for_both,
    priority_not_followed,
    intent_not_stated,
    both_good_with_artifact,
    slight_audio_not_told,
    major_not_weighed,
    flag_decides_alone,
    wrong_language_unmarked,
    error_not_flagged,
    severity_against_counts,
    flag_detail_missing,
    refusal_of_attempt,
    task_success_unexplained,
    false_premise_praised,
    bare_one_liner,
    fits_any_task,
    near_identical_text,
    other_side_missing,
    no_evidence,
    dimensions_not_covered,
    dimensions_not_labelled,
    near_identical_user_wording,
    key_fact_unequal,
    unequal_turns,
    talk_about_test,
    user_ignores_model,
    own_recording_poor,
)

PAIR_AUDITS: Final[Mapping[str, PairAudit]] = {module.ID: module.audit for module in _MODULES}
"""The audits of comparisons, in the order in which their findings are shown."""


def review_pair(
    protocol: Protocol, pair: Pair, *, language: str = "en", rules: Iterable[AuditRule] | None = None
) -> tuple[Finding, ...]:
    """Run the protocol's audits, or these of them, on one comparison; messages come in ``language``."""
    by_id = {rule.id: rule for rule in (protocol.audits if rules is None else rules)}
    return tuple(
        _said(protocol, found, rule=by_id[identifier], language=language)
        for identifier, audit in PAIR_AUDITS.items()
        if identifier in by_id
        for found in audit(pair, by_id[identifier].settings)
    )


def _said(protocol: Protocol, found: Found, *, rule: AuditRule, language: str) -> Finding:
    key = f"pair.{rule.id}" if rule.id in _SHARED else rule.id
    key = f"{key}.{found.variant}" if found.variant else key
    names = [name for one in found.of for name in _titles(protocol, one, language)]
    part = " · ".join([*names, *([found.part] if found.part else [])])
    said = sentences(key, language, part=part)
    severity = rule.severity if found.is_sure or rule.severity != "error" else "warning"
    where = found.where or "rationale"
    return Finding(rule.id, severity, said.message, where, said.suggestion, _about(found, where))


def _about(found: Found, where: str) -> str:
    """Return what a finding is about, but for the side that its field names."""
    named = [one for one in found.of if one not in SIDES or one not in where.split(".")]
    part = found.part if len(found.part) <= _LONGEST_PART else f"{found.part[:_LONGEST_PART]}…"
    return " · ".join(one for one in (*named, found.variant, part) if one)


_LONGEST_PART: Final = 100


_SHARED: Final = frozenset({near_identical_text.ID})
"""Kinds that justifications have too, in other words."""


def _titles(protocol: Protocol, identifier: str, language: str) -> Iterator[str]:
    """Yield the title of a side, question or cluster, without the English term in brackets."""
    yield from (
        text.in_language(language).split(" (")[0] for name, text in _named(protocol) if name == identifier
    )


def _named(protocol: Protocol) -> Iterator[tuple[str, Text]]:
    yield from zip("ab", protocol.item.sides or (), strict=False)
    for question in protocol.questions:
        yield question.id, question.title
        if isinstance(question, Flags):
            yield from ((cluster.id, cluster.title) for cluster in question.clusters)
