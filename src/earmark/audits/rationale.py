"""A rationale as it was read: which side it prefers, what it covers and weighs, and how much it shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from earmark.audits.expressions import expression, found, named
from earmark.audits.own_words import QUOTED
from earmark.audits.side_names import sides_in, with_sides
from earmark.audits.statements import SIDES, Statement, statements

_SIDE: Final = r"⟨([ab])⟩"
_BETWEEN: Final = r"[^⟨.]{0,45}?"
_TURNS: Final = re.compile(
    r"(?<![a-z])t\d{1,3}(?!\d)|\bturns? \d"
    r"|\b(?:first|second|third|fourth|fifth|sixth|last|final|opening|next)"
    r" (?:turn|reply|answer|response|exchange)\b"
    r"|\b\d{1,2}:\d{2}|\bat \d+(?:\.\d+)? ?s|\d+(?:\.\d+)? ?(?:seconds?|초)|\d+ ?번째"
    r"|(?:첫|두|세|네|마지막) ?(?:번째 )?(?:턴|응답|대답|답변)"
)
_WORDS: Final = re.compile(r"[a-z][a-z'-]+|[가-힣]+|\d+")
_NEAR: Final = 26
"""Characters before a preference in which a negation turns it."""

_OTHER: Final = {"a": "b", "b": "a"}
_SURE: Final = 3
_SCOPED: Final = re.compile(
    r"\b(?:better|stronger|ahead|wins?|won|preferred|prefer\w*)\b[^.⟨]{0,25}\b(?:at|in|on|for)"
    r" (?:its |the |terms of |overall )?(?:natural\w*|engag\w*|utility|useful\w*|audio\w*|sound|dynamic\w*"
    r"|turn-taking"
    r"|pac\w+|tone|delivery"
    r"|voice|clarity|detail\w*)"
)


@dataclass(frozen=True, slots=True)
class Preference:
    """What a text says is better: ``side`` is a, b or tie; ``weight`` how plainly; ``at`` which statement."""

    side: str
    weight: float
    at: int


@dataclass(frozen=True)
class Rationale:
    """One text about two sides."""

    text: str

    @cached_property
    def told(self) -> str:
        """The text in lower case, its sides as tokens and its quotations as signs."""
        return with_sides(self.text)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Its clauses in order."""
        return statements(self.told)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its sentences, put together from the clauses, with their labels left out."""
        gathered: dict[int, list[str]] = {}
        for statement in self.statements:
            gathered.setdefault(statement.sentence, []).append(statement.text)
        return tuple(" ".join(pieces) for pieces in gathered.values())

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the rater's own, without the names of sides."""
        return tuple(_WORDS.findall(re.sub(r"⟨\w*⟩", " ", self.told)))

    @cached_property
    def sides(self) -> frozenset[str]:
        """Which sides it speaks of; ``a`` and ``b`` both where it says "both" or "neither"."""
        spoken = set(sides_in(self.told))
        return frozenset(SIDES) if "ab" in spoken else frozenset(spoken)

    @cached_property
    def covered(self) -> frozenset[str]:
        """The dimensions that it argues or names."""
        return named("dimensions", self.told) | self.called

    @cached_property
    def called(self) -> frozenset[str]:
        """The dimensions that it calls by a name."""
        return named("names", self.told)

    @cached_property
    def labels(self) -> frozenset[str]:
        """The dimensions that lines are labelled with."""
        return frozenset(name for statement in self.statements for name in statement.label)

    @cached_property
    def evidence(self) -> int:
        """How many quotations, times and turns it names."""
        return self.told.count(QUOTED) + len(_TURNS.findall(self.told))

    @cached_property
    def naming_words(self) -> frozenset[str]:
        """The words that name something of this pair: those that any rationale may hold are left out."""
        generic = expression("generic", "any")
        return frozenset(word for word in self.words if len(word) > 1 and not generic.match(word))

    @cached_property
    def preferences(self) -> tuple[Preference, ...]:
        """All that it says of which side is better over all, in order."""
        return (*_preferences(self.statements), *_closing(self.statements))

    @cached_property
    def preference(self) -> Preference | None:
        """The plainest of them, the last of several; None where it says none."""
        return max(self.preferences, key=lambda one: (one.weight, one.at), default=None)

    @cached_property
    def standing(self) -> Counter[str]:
        """How much it speaks for each side, over all statements."""
        total: Counter[str] = Counter(dict.fromkeys(SIDES, 0))
        for statement in self.statements:
            for side, balance in statement.favours():
                total[side] += balance
        return total

    @cached_property
    def lean(self) -> str | None:
        """The side that it speaks for by far, where it says no preference; None for none."""
        difference = self.standing["a"] - self.standing["b"]
        if abs(difference) < _SURE:
            return None
        return "a" if difference > 0 else "b"

    def weighs(self, group: str, name: str, *, side: str | None = None) -> bool:
        """Tell whether it names something and, in that sentence or one beside it, says what it counts for."""
        for number in self.sentences_with(group, name, side=side):
            near = " ".join(self.sentences[max(0, number - 1) : number + 2])
            here = self.sentences[number]
            if found("compares", "weighs", here) or found("compares", "weighs", near):
                return True
        return False

    def outweighs(self, group: str, name: str, *, beside: int = 1) -> bool:
        """Tell whether it names something where it sets one thing against a heavier one.

        So many sentences ``beside`` are looked at too.
        """
        return any(
            found(
                "compares",
                "outweighs",
                " ".join(self.sentences[max(0, number - beside) : number + beside + 1]),
            )
            for number in self.sentences_with(group, name)
        )

    def sentences_with(self, group: str, name: str, *, side: str | None = None) -> list[int]:
        """Return the numbers of the sentences that name something, of one side if one is given."""
        hits = []
        for number, sentence in enumerate(self.sentences):
            if found(group, name, sentence) and (side is None or self._speaks_of(number, side)):
                hits.append(number)
        return hits

    def _speaks_of(self, number: int, side: str) -> bool:
        spoken = set(sides_in(self.sentences[number]))
        numbers = sorted({statement.sentence for statement in self.statements})
        subjects = {s.subject for s in self.statements if s.sentence == numbers[number]}
        return side in spoken | subjects or "ab" in spoken | subjects


@lru_cache(maxsize=256)
def read_rationale(text: str) -> Rationale:
    """Read a rationale; one that was read lately is not read again."""
    return Rationale(text.strip())


def _preferences(pieces: tuple[Statement, ...]) -> Iterator[Preference]:
    for at, statement in enumerate(pieces):
        sides = _preferred(statement)
        is_general = statement.subject in {None, "ab"} or not statement.dimensions
        if not sides and is_general and _ties(statement, pieces):
            sides = [("tie", 0.0)]
        yield from (Preference(side, _weight(statement, pieces) + extra, at) for side, extra in sides)


def _closing(pieces: tuple[Statement, ...]) -> Iterator[Preference]:
    """Yield the side that a short last sentence names alone: "MB.", "For small talk MB.", "B it is."."""
    if len({piece.sentence for piece in pieces}) <= 1:
        return
    last = [piece for piece in pieces if piece.sentence == pieces[-1].sentence]
    whole = " ".join(piece.text for piece in last)
    sides = set(sides_in(whole))
    is_short = len(_WORDS.findall(re.sub(r"⟨\w*⟩", " ", whole))) <= _CLOSING
    is_verdict = not any(piece.label or piece.yields or piece.balance < 0 for piece in last)
    is_subject = {pieces[-1].subject} == sides
    if is_subject and sides <= set(SIDES) and is_short and is_verdict:
        (side,) = sides
        yield Preference(_turned(side, whole, whole.index(f"⟨{side}⟩")), 1.0, len(pieces) - 1)


_CLOSING: Final = 6
"""Words beside the name of a side in a last sentence that is a verdict."""


def _preferred(statement: Statement) -> list[tuple[str, float]]:
    text = statement.text
    hits: list[tuple[str, float]] = []
    hits += [(_turned(one[2], text, one.start()), 1.0) for one in _before().finditer(text)]
    hits += [(_turned(one[1], text, one.start(2)), 0.0) for one in _after().finditer(text)]
    wins = expression("prefers", "after").search(text)
    if wins and not hits and statement.subject in SIDES and not statement.sides:
        hits.append((_turned(str(statement.subject), text, wins.start()), -0.5))
    if verdict := _overall().search(text):
        hits.append((next(filter(None, verdict.groups())), 1.0))
    return hits


def _turned(side: str, text: str, place: int) -> str:
    before = text[max(0, place - _NEAR) : place]
    return _OTHER[side] if expression("prefers", "not").search(before) else side


def _weight(statement: Statement, pieces: tuple[Statement, ...]) -> float:
    whole = " ".join(piece.text for piece in pieces if piece.sentence == statement.sentence)
    weight = 1.0 + found("prefers", "final", whole)
    if statement.label or _SCOPED.search(statement.text):
        weight -= 1.5
    if statement.yields:
        weight -= 1.0
    return weight


def _ties(statement: Statement, pieces: tuple[Statement, ...]) -> bool:
    if statement.label or statement.yields or not found("prefers", "tie", statement.text):
        return False
    whole = " ".join(piece.text for piece in pieces if piece.sentence == statement.sentence)
    return not named("names", whole) or found("prefers", "final", whole)


@lru_cache(maxsize=1)
def _before() -> re.Pattern[str]:
    return re.compile(rf"({expression('prefers', 'before').pattern}){_BETWEEN}{_SIDE}(?!보다)")


@lru_cache(maxsize=1)
def _after() -> re.Pattern[str]:
    return re.compile(rf"{_SIDE}(?!보다)[^⟨.]{{0,40}}?({expression('prefers', 'after').pattern})")


@lru_cache(maxsize=1)
def _overall() -> re.Pattern[str]:
    return re.compile(
        rf"^overall(?: preference| choice| winner)?(?: is| goes to)?[ :,]+{_SIDE}(?!의)"
        rf"|전체(?:적으로는?|로는?|는|도)?,? ?{_SIDE}(?=입니다|이다|다\b|[.,]|$)"
        rf"|더 나은 (?:대화|쪽|모델)[는은] ?{_SIDE}"
        rf"|\b(?:so|thus|hence|therefore|then|choice|pick|vote|winner|verdict)[:,]?"
        rf" (?:it is |it's )?{_SIDE}[.!\s]*$"
        rf"|^\s*{_SIDE}[.\s]*(?:overall|wins)[.\s]*$"
    )
