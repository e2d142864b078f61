"""What a comparison gives as reasons: what it weighs, what decides, what falls below a bar, which errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from earmark.audits.denial import is_denied
from earmark.audits.expressions import expression, found, named, names
from earmark.audits.pair import Flag, Pair
from earmark.audits.premises import agreements
from earmark.audits.rationale import Rationale
from earmark.audits.side_names import sides_in
from earmark.audits.signs import signs_in
from earmark.audits.statements import OTHER_OF, SIDES, Statement

_BELOW_USE: Final = frozenset({"misinformation", "explicit-request"})
_OWN: Final = {
    "cut-off": re.compile(r"\b(?:i|we|the user)(?: \w+)? $|(?:내가|제가|사용자가) (?:\S+ )?$"),
    "misinformation": re.compile(
        r"\b(?:my|the user's)(?: \w+)? $"
        r"|\b(?:correct|fix|point|notic|spot|caught|catch)(?:s|es|ed)?(?: out)?\b[^.;⟨]{0,30}$"
    ),
}
"""What stands before an error of the user's own: "when I interrupted it", "my wrong year"."""

_SAYS: Final = re.compile(r"[a-z][a-z'-]+|[가-힣]+|\d+")
_FEW: Final = 2

_DIMENSIONS_OF: Final = {
    "misinformation": {"utility"}, "explicit-request": {"utility"}, "cut-off": {"dynamics"},
    "latency": {"dynamics"}, "corrections": {"dynamics", "utility"}, "misunderstood": {"utility"},
    "overacted": {"naturalness"},
    "llm-isms": {"naturalness"}, "human-claims": {"naturalness"}, "locale": {"utility"},
    "wrong-language": {"utility"},
}  # fmt: skip


def reasoned(pair: Pair, group: str, name: str, *, beside: int = 1) -> bool:
    """Tell whether the text says why the preferred side is better all the same."""
    said = pair.text.preference
    if not pair.is_argued or (said is not None and said.side != pair.overall):
        return False
    return pair.text.outweighs(group, name, beside=beside)


def decided_by(text: Rationale) -> frozenset[str]:
    """Return the dimensions that stand in the sentence of the plainest preference as its reason."""
    said = text.preference
    if said is None or said.side not in SIDES or said.weight <= 0:
        return frozenset()
    if text.statements[said.at].label:
        return frozenset()
    number = text.statements[said.at].sentence
    if not any(one.argued for one in text.parts[number]):
        before = (at for at in _two_before(number) if found("compares", "decides", text.sentences[at]))
        if (decisive := next(before, None)) is not None:
            return frozenset(name for one in text.parts[decisive] for name in one.argued)
    pieces = [one for one in text.parts[number] if not one.yields]
    told = " ".join(one.text for one in pieces)
    if not found("compares", "because", told) and not _OF_A_KIND.search(told):
        return frozenset()
    own = [one for one in pieces if one.sides != (OTHER_OF[said.side],)]
    return frozenset(name for one in own for name in one.argued)


def _two_before(number: int) -> range:
    return range(number - 1, max(-1, number - 3), -1)


_OF_A_KIND: Final = re.compile(r"[가-힣](?:은|한|운|인|던) ⟨[ab]⟩|^the (?:\w+er|more \w+) one\b")
"""A reason before the side: "목소리가 좋은 B를 골랐다", "the crisper one, B"."""


def below_use(pair: Pair, side: str) -> list[tuple[str, str]]:
    """Return what shows that a side is not useful enough, each as a group and a name of words."""
    reasons = []
    success = pair.success.get(side)
    if success is not None and success.choice == "fail":
        reasons.append(("dimensions", "utility"))
    flags = [flag for flag in pair.flags_of(side) if flag.cluster in _BELOW_USE and flag.level > 0]
    reasons += [("clusters", flag.cluster) for flag in flags]
    told = {one.cluster for one in told_errors(pair.text) if one.side == side}
    reasons += [("clusters", cluster) for cluster in sorted(told & {"misinformation"})]
    reasons += [("compares", "agrees")] * any(one.side in {side, "ab"} for one in agreements(pair.text))
    return reasons


def weighed(pair: Pair, flag: Flag) -> bool:
    """Tell whether the text says what a flag is and what it counts for."""
    if any(
        found("compares", "weighs", pair.text.sentences[at])
        for at in _sentences_of_instances(pair.text, flag)
    ):
        return True
    numbers = [
        *pair.text.sentences_with("clusters", flag.cluster, side=flag.side),
        *pair.text.sentences_with("prefers", "marks", side=flag.side),
    ]
    for number in numbers:
        near = " ".join(pair.text.sentences[max(0, number - 1) : number + 2])
        if (
            found("compares", "weighs", near)
            or found("prefers", "final", near)
            or found("compares", "because", near)
        ):
            return True
    return False


def is_told(pair: Pair, flag: Flag) -> bool:
    """Tell whether the text names the error of a flag on its side."""
    return bool(pair.text.sentences_with("clusters", flag.cluster, side=flag.side))


def covered_by_flag(cluster: str) -> frozenset[str]:
    """Return the dimensions that an error of a cluster bears on."""
    return frozenset(_DIMENSIONS_OF.get(cluster, ()))


@dataclass(frozen=True, slots=True)
class ToldError:
    """An error that the text tells of: its side, its cluster, and the number of the statement."""

    side: str
    cluster: str
    at: int


@lru_cache(maxsize=64)
def told_errors(text: Rationale) -> tuple[ToldError, ...]:
    """Return every error that the text tells of, and does not deny."""
    return tuple(_told_errors(text))


def _told_errors(text: Rationale) -> Iterator[ToldError]:
    told = [named("clusters", sentence) for sentence in text.sentences]
    for at, piece in enumerate(text.statements):
        if piece.subject not in SIDES or not piece.is_anchored or _OF_ANY.search(piece.text):
            continue
        for cluster in told[piece.sentence]:
            if found("clusters", cluster, piece.text) and _is_error(text, piece, cluster):
                yield ToldError(_teller(piece, cluster), cluster, at)


_OF_ANY: Final = re.compile(r"\b(?:a|any|no|every) (?:model|system|assistant|bot|agent) (?:that|which|who)\b")
"""What is said of any model is told of neither."""


def _is_error(text: Rationale, piece: Statement, cluster: str) -> bool:
    return not is_denied(piece.text, expression("clusters", cluster)) and not _is_fair(text, piece, cluster)


def _is_fair(text: Rationale, piece: Statement, cluster: str) -> bool:
    """Tell whether what sounds like an error was right there: a wait let stand, a refusal in its place."""
    if cluster in names("clears") and found("clears", cluster, piece.text):
        return True
    hit = expression("clusters", cluster).search(piece.text)
    if hit is not None and cluster in _OWN and _OWN[cluster].search(piece.text[: hit.start()]):
        return True
    refuses = cluster == "explicit-request" and hit is not None and found("compares", "refusal", hit.group())
    return refuses and not found("compares", "asked", text.sentences[piece.sentence])


def is_flagged(pair: Pair, side: str, cluster: str) -> bool:
    """Tell whether a side is flagged in a cluster, or in one that the same words may mean."""
    kin = next((group for group in _KIN if cluster in group), {cluster})
    return any(pair.flags_of(side, one) for one in kin)


_KIN: Final = (
    frozenset({"misinformation", "locale", "human-claims"}),
    frozenset({"explicit-request", "corrections", "misunderstood"}),
)


def about(text: Rationale, side: str) -> list[str]:
    """Return the clauses that are about one side."""
    return [piece.text for piece in text.statements if piece.subject == side]


def says_something(reason: str) -> bool:
    """Tell whether a reason names anything beside a verdict."""
    told = reason.lower()
    if _POINTS.search(told):
        return True
    verdicts = {sign.word for sign in signs_in(told)[0] if not sign.named}
    generic = expression("generic", "any")
    words = [word for word in _SAYS.findall(told) if word not in verdicts and not generic.match(word)]
    named_ones = [sign for sign in signs_in(told)[0] if sign.named]
    long = len(told.split()) >= (_FAIR_REASON if words else _LONG_REASON)
    return len(words) >= _FEW or (bool(words) and bool(named_ones)) or long


_POINTS: Final = re.compile('["\u2018\u2019\u201c\u201d\u300c]|(?<![a-z])t\\d|\\d:\\d\\d')
_LONG_REASON: Final = 8
_FAIR_REASON: Final = 2


def _teller(piece: Statement, cluster: str) -> str:
    """Return the side that an error is told of: the one named last before its words, else the subject."""
    hit = expression("clusters", cluster).search(piece.text)
    before = sides_in(piece.text[: hit.start()]) if hit else ()
    side = next((one for one in reversed(before) if one in SIDES), piece.subject)
    return str(side)


def _sentences_of_instances(text: Rationale, flag: Flag) -> Iterator[int]:
    """Yield the numbers of the sentences that name a turn of a flag on its side and praise nothing of it."""
    turns = {one.turn.lower() for one in flag.instances if one.turn}
    for number, part in enumerate(text.parts):
        named_turns = set(_TURN.findall(text.sentences[number])) & turns
        spoken = {*sides_in(text.sentences[number]), *(one.subject for one in part)}
        praised = any(one.balance > 0 for one in part if one.subject == flag.side)
        if named_turns and flag.side in spoken and not praised:
            yield number


_TURN: Final = re.compile(r"(?<![a-z])t\d+")
