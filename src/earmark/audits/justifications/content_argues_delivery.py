"""A reason for a score of what was said that argues about how it sounded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Draft, Found, Settings
from earmark.audits.signs import match

ID = "content-argues-delivery"

_QUESTION: Final = "content"


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find a clause that judges voice, pace, pronunciation or sound and says nothing of what was said.

    ``question`` in the settings names the scale of what was said. "Tone" is not looked for in English: the
    tone of the words belongs here.
    """
    if draft.question.id != settings.get("question", _QUESTION):
        return
    clauses = draft.reading.clauses
    only = not any(clause.count("content_words") for clause in clauses)
    for clause in clauses:
        spoken = clause.count("strong_delivery")
        judges = clause.signs or clause.negated or clause.count("shortfall") or only
        if spoken and judges and spoken >= clause.count("content_words"):
            yield Found(part=clause.text)
            return
    yield from _heard(draft)


def _heard(draft: Draft) -> Iterator[Found]:
    """Find a sentence without a word for the content that tells of a laugh, a breath, a tone together.

    Each alone may be about the words; two of them, one of which only a voice has, are about the voice.
    """
    reading = draft.reading
    for number in sorted({clause.sentence for clause in reading.clauses}):
        clauses = [clause for clause in reading.clauses if clause.sentence == number]
        words = {word for clause in clauses for word in clause.words if match("heard", word)}
        if (
            len(words) > 1
            and any(match("bodily", word) for word in words)
            and not any(clause.count("content_words") for clause in clauses)
        ):
            yield Found(part=", ".join(clause.text for clause in clauses))
            return
