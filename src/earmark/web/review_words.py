"""The two talks of a submission in the words of its reviewers' page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from earmark.core.fact_checks import Claim
from earmark.core.sides import SIDES
from earmark.services.evidence.delays import Delays
from earmark.services.fairness import Talks
from earmark.services.submission_talks import SubmissionTalks
from earmark.web.evidence_words import kind_title
from earmark.web.languages import N_, translate

VERDICTS: Final = {"right": N_("correct"), "wrong": N_("incorrect"), "unsure": N_("unsure")}
STATES: Final = {
    "waiting": N_("not checked yet"),
    "failed": N_("the plug-in failed"),
    "slow": N_("the plug-in was too slow"),
    "done": N_("no claims were found"),
}
"""Why a talk has no claims."""

SOUND: Final = {"waiting": N_("not analysed yet"), "unreadable": N_("could not be analysed")}


@dataclass(frozen=True, slots=True)
class Place:
    """A turn of a recording: its name, where it begins, and its words."""

    label: str
    start_s: float
    text: str


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """A claim at its turn; ``is_withheld`` tells that raters do not get it."""

    place: Place
    verdict: str
    claim: Claim
    is_withheld: bool


@dataclass(frozen=True, slots=True)
class SideWords:
    """One side of the page."""

    stimulus: str
    condition: str | None
    turns: int | None
    seconds: float | None
    asked: int
    passed_over: tuple[Place, ...]
    sound: str
    delays: str
    claims: tuple[ClaimWords, ...]
    no_claims: str
    failure: str


def sides_of(found: SubmissionTalks, language: str) -> dict[str, SideWords]:
    """Return both sides in a language."""
    return {side: _side(found, side, language) for side in SIDES}


def user_place(talks: Talks, side: str, place: int | None) -> Place | None:
    """Return a turn of the user by its place among theirs; None for none."""
    if place is None:
        return None
    turn = talks.user_turn(side, place)
    return Place(side.upper(), turn.start_s, turn.text)


def _side(found: SubmissionTalks, side: str, language: str) -> SideWords:
    talks, recording = found.talks, found.recordings[side]
    part, shown = talks.fairness.parts[side], talks.sound[side]
    passed = (talks.turns[side][one.reply] for one in part.reactions if one.passes_over)
    checked = talks.checked.sides[side] if talks.checked else None
    heard = ", ".join(kind_title(kind, language) for kind in part.sound) or translate(
        language, N_("nothing amiss")
    )
    return SideWords(
        recording.id,
        recording.condition,
        part.amount.turns if talks.turns[side] else None,
        part.amount.seconds if talks.turns[side] else None,
        len(part.reactions),
        tuple(Place(side.upper(), turn.start_s, turn.text) for turn in passed),
        heard if shown.state == "there" else translate(language, SOUND[shown.state]),
        _delays(talks.delays.get(side), language) if shown.state == "there" else "",
        tuple(_claims(talks, side, language)),
        translate(language, STATES[checked.state]) if checked else "",
        checked.failure if checked else "",
    )


def _delays(delays: Delays | None, language: str) -> str:
    if delays is None:
        return ""
    if delays.reason is not None:
        return translate(language, N_("not measurable: %(reason)s")) % {
            "reason": translate(language, delays.reason)
        }
    values = {"p50": delays.p50_s, "p95": delays.p95_s, "longest": delays.longest_s}
    shown = {name: "-" if value is None else f"{value:.2f} s" for name, value in values.items()}
    said = translate(language, N_("P50 %(p50)s, P95 %(p95)s, longest %(longest)s (answers: %(n)s)"))
    return said % {**shown, "n": delays.n}


def _claims(talks: Talks, side: str, language: str) -> Iterator[ClaimWords]:
    checked = talks.checked.sides[side] if talks.checked else None
    turns = talks.turns[side]
    for claim in sorted((*checked.claims, *checked.withheld), key=lambda one: one.turn) if checked else ():
        if claim.turn < len(turns):
            turn = turns[claim.turn]
            agents = sum(one.role == "agent" for one in turns[: claim.turn + 1])
            label = f"T{agents}" if turn.role == "agent" else translate(language, N_("User"))
            yield ClaimWords(
                Place(label, turn.start_s, turn.text),
                translate(language, VERDICTS[claim.verdict]),
                claim,
                claim in (checked.withheld if checked else ()),
            )
