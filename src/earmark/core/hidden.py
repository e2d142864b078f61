"""Answers that a later choice hides: given first, then taken out by a discard of their turn or dimension.

They are no answers of the submission, so they stand apart from its body, and come back when its rater opens
it again and takes the discard back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from earmark.core.exits import Departure, departure_of

_BY_TARGET: Final = ("turns", "sides")
"""Parts of the answers that are given by target; only such can be discarded."""

Answers = dict[str, object]


def without_hidden(body: Mapping[str, object]) -> tuple[dict[str, object], Answers | None]:
    """Part a submission from the answers that its discards hide; None where there are no such answers.

    A part or target that is no object stays where it is: it is refused elsewhere.
    """
    answers, discards = body.get("answers"), _discards(body.get("discards"))
    if not isinstance(answers, dict) or not discards:
        return dict(body), None
    shown: Answers = dict(answers)
    hidden: Answers = {}
    for part in _BY_TARGET:
        given = answers.get(part)
        if isinstance(given, dict):
            shown[part], taken = _parted(given, discards)
            hidden |= {part: taken} if taken else {}
    return {**body, "answers": shown}, hidden or None


def with_hidden(body: Mapping[str, object], hidden: Mapping[str, object] | None) -> dict[str, object]:
    """Put hidden answers back among the others, as whoever corrects the submission needs them."""
    answers = _object(body.get("answers"))
    for part, by_target in (hidden or {}).items():
        given = _object(answers.get(part))
        back = {
            target: _object(given.get(target)) | _object(was) for target, was in _object(by_target).items()
        }
        answers = {**answers, part: given | back}
    return {**body, "answers": answers} if hidden else dict(body)


def _parted(
    given: Mapping[str, object], discards: Iterable[Departure]
) -> tuple[dict[str, object], dict[str, object]]:
    """Part the answers by target into those that hold and those that a discard covers."""
    shown: dict[str, object] = {}
    hidden: dict[str, object] = {}
    for target, answers in given.items():
        covered = [one for one in _object(answers) if _covers(discards, target, one)]
        if covered:
            hidden[target] = {one: _object(answers)[one] for one in covered}
        if not covered or len(covered) < len(_object(answers)):
            shown[target] = _left(answers, covered)
    return shown, hidden


def _left(answers: object, covered: list[str]) -> object:
    return (
        {one: given for one, given in _object(answers).items() if one not in covered} if covered else answers
    )


def _covers(discards: Iterable[Departure], target: str, question: str) -> bool:
    return any(discard.covers(target, question) for discard in discards)


def _discards(given: object) -> tuple[Departure, ...]:
    entries = given if isinstance(given, list) else []
    return tuple(departure_of(entry) for entry in entries if isinstance(entry, dict))


def _object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}
