"""What a rationale states, piece by piece: of which side, in which dimension, for or against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from earmark.audits.expressions import expression, found, named, names
from earmark.audits.own_words import QUOTED
from earmark.audits.side_names import TOKEN, sides_in
from earmark.audits.signs import signs_in

SIDES: Final = ("a", "b")
OTHER_OF: Final = {"a": "b", "b": "a"}

_SENTENCES: Final = re.compile(r"(?<=[.!?])(?:\s+|$)|\n+|(?<=;)\s+")
_CLAUSES: Final = re.compile(
    r"(?<!even),?\s+(?=(?:but|however|although|though|even though|while|whereas|yet|despite|in spite of"
    r"|(?<!did )(?<!does )(?<!done )so"
    r"|and|because|since|which(?![.!?])|then)\b)|,\s+|:\s+|\s[-\u2013\u2014]+\s"
    r"|(?<=지만)\s|(?<=는데)\s|(?<=은데)\s|(?<=고)(?<![라다자냐]고)\s(?!싶|있)|(?<=[라다자냐]고)\s(?!싶|있|하|했|한|할|해|합|말|생각|보|본|봤|봅|느)|(?<=으며)\s|(?<=으나)\s|(?<=[해아어라]서)\s|(?<=니까)\s|(?<=므로)\s|(?<=[이저]라)\s|(?<=으니)\s|\s(?=반면)"
)
_TOPIC: Final = re.compile(
    r"^[\s\-*•]*(?:(?:in|for|on|about|as for|regarding|concerning|in terms of|as to|when it comes to)"
    r"(?: the)? ((?:[^\s,:.⟨]+ ?){1,4}),|[\[(]([^)\]]{3,40})[\])] "
    r"|([가-힣 ]{2,20}?(?: ?면에서는?| ?측면에서는?| ?쪽은|에서는|에 있어서는?|으로는|[으]?로 보면|만 보면"
    r"|은|는))(?:,| ))"
)
"""What a line is about without a colon: "In terms of audio, …", "(utility) …", "유용성은 …"."""
_KOREAN_TOPIC: Final = re.compile(r"^[가-힣 ]{2,20}(?:은|는) ")
"""What holds for the clause alone that it opens: "음질은 A가 깨끗했으나 …"."""

_LABEL: Final = re.compile(r"^[\s\-*•\[(]*([^:.!?]{2,60}?)[\])]?\s*(?::(?!\d)|\s[-\u2013\u2014]\s)")
COMPARED: Final = re.compile(
    r"(?:unlike|compared (?:with|to)|in contrast (?:to|with)|than|as against|next to|over|above|instead of"
    r"|rather than|ahead of|before|behind|(?:preferable|superior|inferior) to|beats?|outperform(?:s|ed)"
    r"|(?:catch|keep) up with|measure up to|hold a candle to|g[ai]ves? way to|yields? to|>{1,3})"
    r" ?(?:with |in |from |of |for |that of |the one of )?⟨([ab])⟩"
    r"|⟨([ab])⟩(?:보다|(?:에|에게)? ?비(?:해|하면|하여|교하면)"
    r"|와 달리|[와과] 비교|(?:이랑|랑|하고) 비교|가 아니|이 아니| 대신"
    r"| 말고|만큼|만 못|(?:의 [가-힣]{1,4})?[을를] (?:못 )?(?:따라|이기지|넘)"
    r"|에(?:게)?(?:는)? (?:못 )?(?:미치|미친|미쳤|비할))"
)
"""A side that another is only held against."""

_CALLED: Final = re.compile(
    r"\b(?:naturalness|usefulness|utility|audio quality)\b|자연스러움|유용성|유용함|음질"
)
"""Names of dimensions, which neither praise nor blame."""

_LESS: Final = re.compile(r"\b(?:less|not as|not so)(?= [a-z])")
_VERDICT: Final = re.compile(
    r"^[\s\-*•\[(]*(?:overall[^:.]{0,20}|verdict|conclusion|final [a-z]+|my choice|결론"
    r"|전체[^:.]{0,8}|종합[^:.]{0,8}|최종[^:.]{0,8})[\])]?\s*(?::|\s[-\u2013\u2014]\s)"
)
_PRONOUN: Final = re.compile(
    r"^\W*(?:then |also |there |at \S+ )*(?:it|its|it's|this one|this model|he|she|그|이 모델)\b"
)
_STATES: Final = re.compile(
    r"\b(?:is|was|are|were|has|had|wins?|won|because|prefer|choose|pick|sounds?|gives?)\b|때문"
)
_ONLY_NAMES: Final = re.compile(rf"^(?!.*{QUOTED})[\W_]*$")


@dataclass(frozen=True)
class Statement:
    """One clause of a rationale.

    Attributes:
        text: In lower case, the sides as tokens and quotations as signs.
        sentence: Number of its sentence.
        label: Dimensions that the line it stands on is labelled with.
        subject: The side that it is about, its own or the one before; ``ab`` for both, None for none yet.
        yields: Whether it grants something: "although", "despite".
        is_anchored: Whether its sentence names the subject, or takes it up by a pronoun.
    """

    text: str
    sentence: int
    label: frozenset[str]
    subject: str | None
    yields: bool
    is_anchored: bool = True

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that it names itself."""
        return sides_in(self.text)

    @cached_property
    def argued(self) -> frozenset[str]:
        """The dimensions whose words it uses."""
        return named("dimensions", self.text)

    @cached_property
    def dimensions(self) -> frozenset[str]:
        """The dimensions that it speaks of, by its label or its words."""
        return self.label or self.argued

    @cached_property
    def balance(self) -> int:
        """How much it praises its subject, less what it blames: above 0 for it, below 0 against it."""
        told = _LESS.sub("not", _CALLED.sub(" ", TOKEN.sub(" ", self.text)))
        signs, negated = signs_in(told)
        total = sum(
            1 if sign.kind == "praise" else -1 for sign in signs if sign.word != "not" or len(signs) == 1
        )
        if not signs or total == 0:
            for name, worth in (("better", 1), ("worse", -1)):
                total += worth * found("compares", name, told)
            total = -total if negated and not signs else total
        return max(-2, min(2, total))

    def favours(self) -> Iterator[tuple[str, int]]:
        """Yield each side that it speaks for or against, with the balance for it."""
        if self.subject in SIDES and self.balance:
            yield self.subject, self.balance
            if COMPARED.search(self.text):
                yield OTHER_OF[self.subject], -self.balance


def by_sentence(pieces: tuple[Statement, ...]) -> tuple[tuple[Statement, ...], ...]:
    """Return statements in groups, one a sentence, so that the number of a sentence is its place."""
    groups = groupby(pieces, key=lambda piece: piece.sentence)
    return tuple(tuple(group) for _, group in groups)


def statements(text: str) -> tuple[Statement, ...]:
    """Part a text in the form of `with_sides` into statements."""
    return tuple(_statements(text))


def _statements(text: str) -> Iterator[Statement]:
    subject: str | None = None
    label: frozenset[str] = frozenset()
    goes_on = False
    number = -1
    for line in filter(str.strip, _SENTENCES.split(text)):
        own, rest = _label(_VERDICT.sub("overall ", line))
        is_topic = bool(own) and _KOREAN_TOPIC.match(line) is not None
        label, goes_on = (own or label if goes_on else own), line.endswith(";")
        head = line[: len(line) - len(rest)] if line.endswith(rest) else ""
        anchored = bool(sides_in(head)) or _PRONOUN.match(rest) is not None
        subject = (sides_in(head) or (subject,))[0]
        pieces = [piece for piece in _CLAUSES.split(rest) if piece and not _ONLY_NAMES.match(piece)]
        number += bool(pieces)
        for place, piece in enumerate(pieces):
            if place and is_topic:
                label = frozenset()
            subject = _subject(piece, subject)
            anchored = anchored or bool(sides_in(piece))
            yields = found("compares", "yields", piece)
            yield Statement(piece.strip(), number, label, subject, yields, anchored)


def _label(line: str) -> tuple[frozenset[str], str]:
    """Return the dimensions that a line is labelled with, and what follows the label."""
    topic = _TOPIC.match(line)
    if topic and (label := named("names", next(filter(None, topic.groups())))):
        return label, line[topic.end() :]
    match = _LABEL.match(line)
    if match is None or len(match[1].split()) > _LONGEST_LABEL or _STATES.search(match[1]):
        return frozenset(), line
    label = named("names", match[1])
    compares = found("compares", "better", match[1]) or found("compares", "worse", match[1])
    of_side = sides_in(match[1]) and len(match[1].split()) <= _LONGEST_SIDE_LABEL and not compares
    return (label, line[match.end() :]) if label or of_side else (label, line)


_LONGEST_LABEL: Final = 7
_LONGEST_SIDE_LABEL: Final = 3
"""Words of a label such as "MA - Utility"; "I prefer Model A:" is none."""


def _subject(piece: str, before: str | None) -> str | None:
    """Return the side that a clause is about: the first that it names and does not only compare with."""
    compared = compared_in(piece)
    own = [side for side in sides_in(piece) if side not in compared]
    if own:
        return own[0]
    if compared and len(compared) == 1:
        (other,) = compared
        return OTHER_OF[other]
    return before


def compared_in(text: str) -> set[str]:
    """Return the sides that a text only holds another one against."""
    return {side for match in COMPARED.finditer(text) for side in match.groups() if side}


DIMENSIONS: Final = ("naturalness", "dynamics", "utility", "audio-quality")
"""Ids of the dimensions, as the word lists have them."""


def labelled(text: str) -> frozenset[str]:
    """Return the dimensions that a text calls by a name."""
    return frozenset(name for name in names("names") if expression("names", name).search(text))
