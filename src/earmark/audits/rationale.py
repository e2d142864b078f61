"""A rationale as it was read: which side it prefers, what it covers and weighs, and how much it shows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final

from earmark.audits.expressions import expression, found, named
from earmark.audits.own_words import QUOTED, quotes_in
from earmark.audits.preferences import Preference, preferences
from earmark.audits.side_names import sides_in, with_sides
from earmark.audits.statements import SIDES, Statement, by_sentence, statements
from earmark.audits.verdicts import is_whole

_TURNS: Final = re.compile(
    r"(?<![a-z])t\d{1,3}(?!\d)|\bturns? \d"
    r"|\b(?:first|second|third|fourth|fifth|sixth|last|final|opening|next)"
    r" (?:turn|reply|answer|response|exchange)\b"
    r"|\b\d{1,2}:\d{2}|\bat \d+(?:\.\d+)? ?s|\d+(?:\.\d+)? ?(?:seconds?|secs?\b|초)|\d+ ?번째"
    r"|\d+ ?분(?:쯤|경|께|대)?(?:에|에서|부터)(?![가-힣])|\b(?:minute|second) \d"
    r"|(?:첫|두|세|네|마지막) ?(?:번째 )?(?:턴|응답|대답|답변)"
)
_WORDS: Final = re.compile(r"[a-z][a-z'-]+|[가-힣]+|\d+")

_SURE: Final = 3


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
    def parts(self) -> tuple[tuple[Statement, ...], ...]:
        """Its clauses sentence by sentence; the number of a sentence is that of its statements."""
        return by_sentence(self.statements)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its sentences, put together from the clauses, with their labels left out."""
        return tuple(" ".join(one.text for one in part) for part in self.parts)

    @cached_property
    def _quotes(self) -> tuple[tuple[str, ...], ...]:
        told = iter(quotes_in(self.text))
        return tuple(tuple(islice(told, one.text.count(QUOTED))) for one in self.statements)

    def quotes_at(self, at: int) -> tuple[str, ...]:
        """Return the words that a statement quotes."""
        return self._quotes[at]

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
        return tuple(preferences(self.statements))

    @cached_property
    def preference(self) -> Preference | None:
        """The plainest of them, the last of several; None where it says none, or both sides in one breath."""
        plainest = max(self.preferences, key=lambda one: (one.weight, one.at), default=None)
        if plainest is None:
            return None
        number = self.statements[plainest.at].sentence
        beside = {
            one.side
            for one in self.preferences
            if one.weight == plainest.weight and self.statements[one.at].sentence == number
        }
        return None if set(SIDES) <= beside else plainest

    @cached_property
    def names_both(self) -> bool:
        """Whether it names both sides as the better one, as plainly or each as a whole."""
        most = max((one.weight for one in self.preferences), default=0.0)
        plainest = {one.side for one in self.preferences if one.weight == most}
        whole = {one.side for one in self.preferences if is_whole(self.statements[one.at])}
        return set(SIDES) <= plainest or set(SIDES) <= whole

    @cached_property
    def standing(self) -> Counter[str]:
        """How much it speaks for each side, over all statements."""
        total: Counter[str] = Counter(dict.fromkeys(SIDES, 0))
        for statement in self.statements:
            for side, balance in statement.favours():
                total[side] += balance
        return total

    def leans_in(self, dimension: str) -> str | None:
        """Return the side that it speaks for in one dimension; None for neither."""
        balance = sum(
            worth if side == "a" else -worth
            for one in self.statements
            if dimension in one.dimensions
            for side, worth in one.favours()
        )
        return "a" if balance > 0 else "b" if balance < 0 else None

    @cached_property
    def lean(self) -> str | None:
        """The side that it speaks for by far, where it says no preference; None for none."""
        difference = self.standing["a"] - self.standing["b"]
        if abs(difference) < _SURE:
            return None
        return "a" if difference > 0 else "b"

    def outweighs(self, group: str, name: str, *, beside: int = 1, by: str = "outweighs") -> bool:
        """Tell whether it names something where it sets one thing against a heavier one.

        So many sentences ``beside`` are looked at too. ``by`` names the words that do so: with "justifies" a
        mere contrast is none.
        """
        return any(
            found(
                "compares",
                by,
                " ".join(self.sentences[max(0, number - beside) : number + beside + 1]),
            )
            for number in self.sentences_with(group, name)
        )

    def sentences_with(self, group: str, name: str, *, side: str | None = None) -> list[int]:
        """Return the numbers of the sentences that name something, of one side if one is given."""
        hits = []
        for number, sentence in enumerate(self.sentences):
            if group == "dimensions" and self._is_labelled_else(number, name):
                continue
            if found(group, name, sentence) and (side is None or self._speaks_of(number, side)):
                hits.append(number)
        return hits

    def label_of(self, number: int) -> frozenset[str]:
        """Return the dimensions that the line of a sentence is labelled with."""
        return frozenset(name for one in self.parts[number] for name in one.label)

    def _is_labelled_else(self, number: int, dimension: str) -> bool:
        label = self.label_of(number)
        return bool(label) and dimension not in label

    def _speaks_of(self, number: int, side: str) -> bool:
        spoken = set(sides_in(self.sentences[number]))
        subjects = {one.subject for one in self.parts[number]}
        return side in spoken | subjects or "ab" in spoken | subjects


@lru_cache(maxsize=256)
def read_rationale(text: str) -> Rationale:
    """Read a rationale; one that was read lately is not read again."""
    return Rationale(text.strip())
