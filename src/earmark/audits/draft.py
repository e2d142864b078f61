"""What an audit looks at, and what it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from typing import Final, Literal

from earmark.audits.reading import Reading, read
from earmark.protocols.questions.scale import Scale
from earmark.protocols.rules import Phrase

Severity = Literal["hint", "warning", "error"]
Settings = Mapping[str, str | int | float | bool]

_NO_WORDS: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Draft:
    """One justification beside its score, as far as both are there.

    Attributes:
        question: The scale that it justifies a score on.
        score: The score, None while there is none.
        text: The words, trimmed.
        criteria: Ids of the criteria that the rater has picked.
        marks: Pieces of evidence that are kept beside the words, such as marks on the waveform.
        earlier: What the same rater has written before in the same study, and elsewhere in this task.
    """

    question: Scale
    score: int | None = None
    text: str = ""
    criteria: tuple[str, ...] = ()
    marks: int = 0
    earlier: tuple[str, ...] = field(default=(), repr=False)

    @cached_property
    def reading(self) -> Reading:
        """The text as it was read."""
        return read(self.text)

    @property
    def has_evidence(self) -> bool:
        """Whether words are quoted, a moment is named or something is marked."""
        return self.reading.has_evidence or self.marks > 0

    @property
    def steps_below_top(self) -> int | None:
        """How many points the score is below the highest of the scale; None without a score."""
        values = [point.value for point in self.question.points]
        return len(values) - 1 - values.index(self.score) if self.score in values else None

    @property
    def steps_above_bottom(self) -> int | None:
        """How many points the score is above the lowest of the scale; None without a score."""
        values = [point.value for point in self.question.points]
        return values.index(self.score) if self.score in values else None

    def is_ready_made(self, phrases: Iterable[Phrase] | None = None) -> bool:
        """Tell whether the text is one of the protocol's own phrases, in any language that they have."""
        rule = self.question.justification
        own = rule.phrases if rule and phrases is None else (phrases or ())
        spoken = plain(self.text)
        return any(spoken in _variants(text) for phrase in own for text in phrase.text.variants())


@dataclass(frozen=True, slots=True)
class Found:
    """What an audit found.

    Attributes:
        variant: Which of its messages says it.
        part: The piece of the text, or the name of the field, that it is about.
        where: The field of the answers; empty for that of the text.
        of: Ids of what it is about, such as a side and a cluster, which are shown by their titles.
        is_sure: Whether it is plain; what is only likely blocks nothing, whatever the protocol says.
    """

    variant: str = ""
    part: str = ""
    where: str = ""
    of: tuple[str, ...] = ()
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that an audit has to say.

    Attributes:
        id: The audit, and after a dot the variant of its message, if it has several.
        severity: ``hint``, ``warning`` or ``error``, as the protocol says.
        message: What is so, in the language asked for.
        where: Field of the answers, such as ``prosody.justification``.
        suggestion: What to do.
        about: What in that field it is about, in any language: ids such as a side and an error, the variant
            of the message, a moment or a piece of the text. Findings of one audit on one field differ in it.
    """

    id: str
    severity: Severity
    message: str
    where: str
    suggestion: str
    about: str = ""

    def as_json(self) -> dict[str, str]:
        """Return it as plain JSON values, without ``about`` where it is about the whole field."""
        given = asdict(self)
        return given if self.about else {name: given[name] for name in given if name != "about"}


Audit = Callable[[Draft, Settings], Iterator[Found]]
"""One audit: it yields what it finds in a draft, under the settings that the protocol gives it."""


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return a text without case, punctuation and white space around its words, for comparing.

    The same earlier texts come again with every hint, so their plain forms are kept.
    """
    return _NO_WORDS.sub(" ", text.lower()).strip()


def _variants(text: str) -> set[str]:
    """Return a phrase as it may be written: whole, without its term in brackets, or the term alone."""
    before, _, term = text.partition("(")
    return {plain(text), plain(before), plain(term)} - {""}
