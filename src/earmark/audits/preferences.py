"""Which side a text says is better over all: by a verb of choosing, a win, a loss, or its name alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from earmark.audits.choosers import is_of_the_model
from earmark.audits.expressions import expression, found, hits, named
from earmark.audits.own_words import QUOTED
from earmark.audits.side_names import TOKEN, sides_in
from earmark.audits.statements import COMPARED, OTHER_OF, SIDES, Statement, by_sentence, compared_in
from earmark.audits.verdicts import announced, echoed, is_whole, singled_out, wished

_CHOSEN: Final = 2.0
_NAMED_ALONE: Final = 2.0
_WON: Final = 1.0
_EVEN: Final = 1.0
_CLOSING: Final = 0.75
"""How plainly each way says it: a verb of choosing or the bare name, a comparative or a tie, a short end."""

_CONCLUDES: Final = 1.0
"""Added where the sentence says that it sums up."""

_OF_ONE_DIMENSION: Final = 2.0
_BY_ONE_DIMENSION: Final = 1.0
_GRANTED: Final = 1.5
_UNREAL: Final = 2.0
"""Taken off: "in audio B wins", "B has the better tips", "although B is better", "I thought B would win"."""

_OF_ONE_TURN: Final = 0.5
"""Taken off: "A is better at T1"."""

_NEAR: Final = 26
"""Characters before a verb in which a negation turns it."""

_FEW: Final = 6
"""Words beside the name of a side in a last sentence that is a verdict."""

_WORDS: Final = re.compile(r"[a-z][a-z'-]*|[가-힣]+|\d+")
_SINGLED: Final = 0.25
"""Taken off where what a side is singled out for belongs to a dimension: "the one with the steps was A"."""

_ENDINGS: Final = frozenset({"다", "요", "야", "임", "네", "지", "죠", "라고", "였음"})
"""What makes a name alone a sentence in Korean: "A다"."""

_ADVERB: Final = re.compile(
    r"(?!(?:un)?(?:live|friend|love|order|mother|time|cost|home|sil|ug|dead|cur)ly).+ly"
)
"""Any adverb, and no word such as "lively" that says something of a side."""

_NOT_AFTER: Final = re.compile(
    r"^\S{0,3}(?:지|지는|지도|진) ?(?:않|못)|^\S{0,4} ?(?:수|수가|이유가|이유는|까닭이"
    r"|생각이|생각은|마음이|마음은|필요가) ?(?:없|안 들|들지 않)"
)
_IN_NONE: Final = re.compile(
    r"^ (?:(?:in|on|at) )?(?:none|nothing|nowhere|no (?:dimension|respect|point|line)s?)\b"
)
"""What turns the verb before it: "and loses in none"."""

_NO_DOUBT: Final = re.compile(
    r"\b(?:no|without(?: a| any)?|not a) (?:doubt|question|denying|hesitation|regret)\b"
)
"""A negation that turns nothing: "no doubt that A is better"."""

_LIMITS: Final = re.compile(
    r"\b(?:at|in|on|for|by) (?:(?:its|the|their|terms of|overall|more|better) )?(?:natural\w*|engag\w*"
    r"|utility|useful\w*|audio\w*|sound\w*|dynamic\w*|turn-taking|pac\w+|tone|delivery|voice|clarity|detail\w*)"
    r"|⟨[ab]⟩['\u2019]s (?:\w+ )?(?:voice|tone|sound|style|manner|delivery|pace|warmth|humou?r|jokes?|content"
    r"|facts|wording|speed|energy)\b"
)
_IN_ONE_TURN: Final = re.compile(
    r"\b(?:at|in|on|during) (?:t\d|turn \d|the (?:start|beginning|opening))|t\d+에서(?:는)? "
)
_REASON: Final = re.compile(r" (?:for|because of|thanks to|with|due to) ")
_TAKES_UP: Final = re.compile(r"^.{0,24}\b(?:it|this one|that one|this model|that model|this|them)\b")
_EVEN_ALONE: Final = re.compile(
    r"^\W*(?:even|equal|the same|same|a tie|tie|a draw|draw|none|neither|없음|비김|무승부|동점|동률)\W*$"
)


_IT: Final = re.compile(r"^(?:it|its|it's|that|this)\b")
_EVEN_MORE: Final = re.compile(
    r"\beven (?=more|less|when|after|with|\w+er\b)"
    r"|(?:우열|승부|승자)[를을] (?:가리|고르|꼽|정하)(?:자면|라면)"
)


@dataclass(frozen=True, slots=True)
class Preference:
    """What a text says is better: ``side`` is a, b or tie; ``weight`` how plainly; ``at`` which statement."""

    side: str
    weight: float
    at: int


def preferences(pieces: tuple[Statement, ...]) -> Iterator[Preference]:
    """Yield all that statements say of which side is better over all, in order."""
    sentences = [" ".join(one.text for one in part) for part in by_sentence(pieces)]
    for at, piece in enumerate(pieces):
        whole = sentences[piece.sentence]
        beside = [_beside(pieces, at, step) for step in (-1, 1)]
        for side, weight in _verdicts(piece, whole, *beside):
            yield Preference(side, weight + _context(piece, whole), at)
    yield from _closing(pieces)
    yield from (Preference(side, _CLOSING, at) for side, at in (*announced(pieces), *echoed(pieces)))


def _beside(pieces: tuple[Statement, ...], at: int, step: int) -> Statement | None:
    """Return the clause before or behind another in its sentence, None at the end of it."""
    there = pieces[at + step] if 0 <= at + step < len(pieces) else None
    return there if there is not None and there.sentence == pieces[at].sentence else None


def _closing(pieces: tuple[Statement, ...]) -> Iterator[Preference]:
    """Yield the side that a short last or first sentence names alone: "For small talk MB."."""
    first, *rest = by_sentence(pieces) or ((),)
    if not rest:
        return
    for part, at in ((first, len(first) - 1), (rest[-1], len(pieces) - 1)):
        whole = " ".join(piece.text for piece in part)
        side = _sole(part[-1])
        if side and _names_alone(part, whole, side):
            yield Preference(OTHER_OF[side] if _turns(whole, len(whole)) else side, _CLOSING, at)


def _names_alone(part: tuple[Statement, ...], whole: str, side: str) -> bool:
    """Tell whether a short sentence names one side, and neither compares nor blames it."""
    is_short = len(_WORDS.findall(TOKEN.sub(" ", whole))) <= _FEW
    names_it = set(sides_in(whole)) == {side} == {part[-1].subject}
    is_verdict = not any(piece.label or piece.yields or piece.balance < 0 for piece in part)
    compares = found("compares", "better", whole) or named("names", whole)
    return is_short and names_it and is_verdict and not compares


def _verdicts(
    piece: Statement, whole: str, before: Statement | None, after: Statement | None
) -> Iterator[tuple[str, float]]:
    said = [("tie", _EVEN)] if _is_even(piece, whole) else [*_chosen(piece), *_won(piece)]
    if not said and not found("prefers", "marks", whole) and _is_bare(piece, before, after):
        side, turns = _sole(piece), _turns(piece.text, len(piece.text))
        if not turns or set(sides_in(whole)) == {side}:
            said = [(OTHER_OF[side] if turns else side, _NAMED_ALONE)]
    yield from said or _built(piece)


def _built(piece: Statement) -> Iterator[tuple[str, float]]:
    """Yield what the build of a clause says where its words say nothing."""
    if not piece.sides:
        return
    yield from ((side, _WON) for side in wished(piece))
    yield from ((side, _WON - _SINGLED * bool(piece.argued)) for side in singled_out(piece))


def _context(piece: Statement, whole: str) -> float:
    """Return what is added for a sentence that concludes, and taken off for one that grants or supposes."""
    concludes = found("prefers", "final", whole)
    told = _BEFORE_REASON.sub("", piece.text)
    scoped = not (is_whole(piece) or _is_in_all(piece)) and (
        bool(piece.label) or bool(named("names", told)) or _LIMITS.search(piece.text) is not None
    )
    return (
        _CONCLUDES * concludes
        - _OF_ONE_DIMENSION * (scoped and not found("prefers", "final", piece.text if piece.label else whole))
        - _GRANTED * piece.yields
        - _UNREAL * found("prefers", "unreal", piece.text)
        - _OF_ONE_TURN * (_IN_ONE_TURN.search(piece.text) is not None)
    )


def _is_in_all(piece: Statement) -> bool:
    """Tell whether a clause holds for several dimensions together: "자연스러움과 유용성 모두 A"."""
    return _TOGETHER.search(piece.text) is not None and len(named("names", piece.text)) > 1


_BEFORE_REASON: Final = re.compile(r"^.*(?:때문에|덕분에|이유로) (?=.*⟨[ab]⟩)")
"""A reason that stands before the choice and does not limit it: "더 유용했기 때문에 A를 택했다"."""
_TOGETHER: Final = re.compile(r"모두|둘 다|⟨ab⟩|\ball\b|\balike\b")


def _chosen(piece: Statement) -> Iterator[tuple[str, float]]:
    """Yield the side that a verb of choosing takes: the next behind it, else the last before it."""
    for hit in hits("prefers", "chooses", piece.text):
        if is_of_the_model(piece.text, hit) or found("prefers", "loses", piece.text):
            continue
        side = _taken(piece, hit, behind_first=True)
        if side is not None:
            yield _negated(side, piece.text, hit), _CHOSEN


def _won(piece: Statement) -> Iterator[tuple[str, float]]:
    """Yield the side that wins, or the other one of a side that loses."""
    lost = next(iter(hits("prefers", "loses", piece.text)), None)
    wins = [hit for hit in hits("prefers", "wins", piece.text) if not _lies_in(hit, lost)]
    for hit, loses in [*((hit, False) for hit in wins), *([(lost, True)] if lost else [])]:
        side = _taken(piece, hit, behind_first=False)
        if side is not None:
            told = _REASON.split(piece.text)[0]
            limited = bool(named("dimensions", told)) and not found("prefers", "final", piece.text)
            yield (
                _negated(OTHER_OF[side] if loses else side, piece.text, hit),
                _WON - _BY_ONE_DIMENSION * limited,
            )


def _lies_in(hit: re.Match[str], other: re.Match[str] | None) -> bool:
    return other is not None and other.start() <= hit.start() < other.end()


def _taken(piece: Statement, hit: re.Match[str], *, behind_first: bool) -> str | None:
    """Return the side that a word goes with, None where there is none; the one compared with stands aside."""
    aside = {match.start(name) for match in COMPARED.finditer(piece.text) for name in (1, 2) if match[name]}
    own = [one for one in TOKEN.finditer(piece.text) if one.start(1) not in aside and one[1] in SIDES]
    before = [one for one in own if one.start() < hit.start()]
    behind = [one for one in own if one.start() >= hit.start()]
    nearest = (behind[:1] or before[-1:]) if behind_first else (before[-1:] or behind[:1])
    if nearest:
        return nearest[0][1]
    if own or "⟨ab⟩" in piece.text or piece.subject not in SIDES:
        return None
    takes_up = _TAKES_UP.search(piece.text[hit.end() :]) and not _is_negated(piece.text, hit)
    return piece.subject if aside or not behind_first or takes_up else None


def _negated(side: str, text: str, hit: re.Match[str]) -> str:
    return OTHER_OF[side] if _is_negated(text, hit) else side


def _is_negated(text: str, hit: re.Match[str]) -> bool:
    behind = text[hit.end() :]
    return bool(_NOT_AFTER.search(behind) or _IN_NONE.match(behind)) or _turns(text, hit.start())


def _turns(text: str, place: int) -> bool:
    before = COMPARED.sub(" ", text[:place])
    negation = expression("prefers", "not")
    if negation.search(before[-_NEAR:]) is None:
        return False
    return negation.search(_NO_DOUBT.sub(" ", before)[-_NEAR:]) is not None


def _is_bare(piece: Statement, before: Statement | None, after: Statement | None) -> bool:
    """Tell whether a clause holds one side and nothing but the words that a verdict is made of.

    It is none where the sentence goes on ("A, when asked, …") or only sets it beside the other ("and A two").
    """
    side = _sole(piece)
    labelled = piece.label and not found("prefers", "overall", piece.text)
    if not side or labelled or piece.yields or QUOTED in piece.text:
        return False
    explains = found("prefers", "final", piece.text) or (after is not None and _explains(after))
    return (explains or after is None) and not _is_set_beside(before, side, piece) and _says_little(piece)


def _explains(after: Statement) -> bool:
    """Tell whether a clause gives the reason for the verdict before it, or adds nothing."""
    begins = found("prefers", "goes-on", after.text) or _IT.match(after.text) is not None
    return begins or _says_little(after)


def _says_little(piece: Statement) -> bool:
    """Tell whether all words of a clause are such as a verdict is made of; any adverb is ("narrowly")."""
    told = _WORDS.findall(TOKEN.sub(" ", COMPARED.sub(" ", piece.text)))
    bare = expression("prefers", "bare")
    return all(bare.match(word) or word in _ENDINGS or _ADVERB.fullmatch(word) for word in told)


def _is_set_beside(before: Statement | None, side: str, piece: Statement) -> bool:
    """Tell whether the clause before it speaks of the other side, and nothing makes a verdict of this one."""
    if before is None or before.yields or found("prefers", "turns", piece.text):
        return False
    return OTHER_OF[side] in before.sides


def _sole(piece: Statement) -> str:
    """Return the one side that a clause names and does not only compare with; empty for none or both."""
    own = {side for side in piece.sides if side not in compared_in(piece.text)}
    return own.pop() if len(own) == 1 and own <= set(SIDES) else ""


def _is_even(piece: Statement, whole: str) -> bool:
    """Tell whether a clause calls the two even over all."""
    if piece.label or piece.yields:
        return False
    if _EVEN_ALONE.match(piece.text):
        return True
    if not found("prefers", "tie", _EVEN_MORE.sub(" ", piece.text)) or (
        _sole(piece) and found("prefers", "chooses", piece.text)
    ):
        return False
    if piece.subject in SIDES and piece.dimensions and not found("prefers", "final", piece.text):
        return False
    return not named("names", whole) or found("prefers", "final", whole)
