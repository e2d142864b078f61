"""What a rater changed in a correction, in the words of the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from earmark.core.revisions import DISCARD, Change, changes_between
from earmark.protocols.schema import Protocol
from earmark.services.oversight import SentRow
from earmark.web.languages import N_

_FIELDS: Final = {
    "score": "",
    "choice": "",
    "justification": N_("words"),
    "reason": N_("words"),
    "text": N_("words"),
    "draft": N_("draft"),
    "criteria": N_("criteria"),
    "evidence": N_("evidence"),
    DISCARD: N_("discard"),
}
"""What a field of an answer is called; a score and a choice need no name beside their question."""

_NOTHING: Final = "-"


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """One change: where, which field of it, what stood there and what does now."""

    where: str
    field: str
    before: str
    after: str


def changes_of(
    protocol: Protocol, sent: Sequence[SentRow], numbers: Mapping[str, int], language: str
) -> dict[tuple[str, int], tuple[ChangeWords, ...]]:
    """Return what each correction among the submissions of a task changed, by rater and revision.

    Args:
        protocol: Whose words are used.
        sent: All revisions of all raters of the task.
        numbers: Which agent turn of its list a turn is, from 1, by the ids of turns.
        language: Of the words.
    """
    by_revision = {(one.rater_id, one.revision): one.body for one in sent}
    titles = {one.id: one.title.in_language(language) for one in protocol.questions}
    return {
        (rater, revision): tuple(
            _words(change, titles, numbers)
            for change in changes_between(by_revision[rater, revision - 1], body)
        )
        for (rater, revision), body in by_revision.items()
        if (rater, revision - 1) in by_revision
    }


def _words(change: Change, titles: Mapping[str, str], numbers: Mapping[str, int]) -> ChangeWords:
    turn = f"A{numbers[change.target]}" if change.target in numbers else ""
    side = change.target.upper() if change.target in {"a", "b"} else ""
    question = titles.get(change.question, change.question) if change.question else ""
    return ChangeWords(
        where=" · ".join(part for part in (turn or side, question) if part),
        field=_FIELDS.get(change.field, change.field),
        before=_text(change.before),
        after=_text(change.after),
    )


def _text(value: object) -> str:
    if value is None:
        return _NOTHING
    if isinstance(value, list):
        return ", ".join(map(_part, value)) or _NOTHING
    return str(value)


def _part(value: object) -> str:
    """Return one of several values; a stretch of sound by its times."""
    if isinstance(value, dict) and "start_s" in value:
        return f"{value['start_s']} to {value.get('end_s')} s {value.get('note', '')}".strip()
    return str(value)
