"""The user's part in both talks of a pair, and the delays of each, as scripts get them."""

from __future__ import annotations

from earmark.core.fact_checks import claim_as_json
from earmark.core.sides import SIDES
from earmark.services.evidence.delays import Delays
from earmark.services.fairness import Talks
from earmark.web.evidence_words import KINDS, OPEN, UNTOLD, in_all_languages, reason_in_all_languages


def talks_json(talks: Talks) -> dict[str, object]:
    """Return what the page of a pair shows: turns by their ids, texts in all languages, null for unknown."""
    facts = [
        {"fact": fact.text, "turns": {side: _turn(talks, side, place) for side, place in fact.turns.items()}}
        for fact in talks.fairness.facts
    ]
    return {
        "words": talks.has_words,
        "sides": {side: _side(talks, side) for side in SIDES},
        "facts": facts if talks.has_words else [{**fact, "turns": {}} for fact in facts],
        "wording": _wording(talks) if talks.has_words else None,
        "fact_check": _checked(talks) if talks.checked else None,
    }


def _side(talks: Talks, side: str) -> dict[str, object]:
    part, shown = talks.fairness.parts[side], talks.sound[side]
    passed_over = [talks.turns[side][one.reply].id for one in part.reactions if one.passes_over]
    are_known = bool(talks.turns[side])
    return {
        "turns": part.amount.turns if are_known else None,
        "seconds": part.amount.seconds if are_known else None,
        "asked": len(part.reactions) if talks.has_words else None,
        "passed_over": passed_over,
        "sound": {
            "state": shown.state,
            "faults": [in_all_languages(KINDS[kind]) for kind in part.sound],
        },
        "delays": _delays(talks.delays[side], is_blind=shown.is_blind) if side in talks.delays else None,
    }


def _delays(delays: Delays, *, is_blind: bool) -> dict[str, object]:
    reason = delays.reason
    if reason is not None and is_blind and reason not in OPEN:
        reason = UNTOLD
    return {
        "n": delays.n,
        "p50_s": delays.p50_s,
        "p95_s": delays.p95_s,
        "longest_s": delays.longest_s,
        "reason": None if reason is None else reason_in_all_languages(reason),
    }


def _checked(talks: Talks) -> dict[str, object]:
    """Return the claims that raters may read, each at its turn. Why a plug-in failed is for staff alone."""
    assert talks.checked is not None  # noqa: S101 - the caller has looked
    return {
        "by": talks.checked.by,
        "sides": {
            side: {
                "state": found.state,
                "claims": [
                    {**claim_as_json(claim), "turn": talks.turns[side][claim.turn].id}
                    for claim in found.claims
                    if claim.turn < len(talks.turns[side])
                ],
            }
            for side, found in talks.checked.sides.items()
        },
    }


def _wording(talks: Talks) -> dict[str, object]:
    wording = talks.fairness.wording
    runs = [
        [{"a": _turn(talks, "a", one.a), "b": _turn(talks, "b", one.b)} for one in run]
        for run in wording.runs
    ]
    return {"compared": wording.compared, "alike": len(wording.alike), "runs": runs}


def _turn(talks: Talks, side: str, place: int | None) -> str | None:
    return None if place is None else talks.user_turn(side, place).id
