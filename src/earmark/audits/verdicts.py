"""Verdicts by the build of a sentence: what the rater would do, and what a sentence singles out.

The words of a choice are many, the ways to build one few: "I would … A", "it is A that …" and "더 …한 건
A였다" name a side whatever stands between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from earmark.audits.expressions import expression, found
from earmark.audits.side_names import TOKEN
from earmark.audits.statements import COMPARED, OTHER_OF, SIDES, Statement

_WISH: Final = re.compile(
    r"\b(?:i|we|you|one|whoever [^,;⟨]{3,30}|anyone [^,;⟨]{3,30})"
    r"(?:'d| must| would| will|'ll| could| want to| wish to| should| am going to|'m going to)"
    r"(?P<not> not| never|n't)?(?: (?:just|still|rather|sooner|always|gladly|happily|simply|choose to|like to"
    r"|be happy to|be glad to|want to|much|even|probably|certainly|prefer to|have to))* (?P<verb>[a-z]+)"
)
_LINKED: Final = re.compile(
    r"⟨([ab])⟩(?:'s)? (?:[^⟨,;]* )?(?:where|whom?|whose|that|which|the one|what)\b[^⟨,;]*$"
)
_SINGLED: Final = re.compile(
    r"\b(?:it is|it's|it was) (?:only |still |clearly |really |rather |simply )?⟨([ab])⟩(?:'s \w+)?"
    r" (?:that|who|whose|whom|which|where|i)\b"
    r"|(?:[은는ㄴ던한린운된간난진온본준쓴든킨친긴인낸]"
    r" (?:건|것은|게|쪽은|편은|모델은|대화는|상대는|사람은|목소리는))"
    r" (?:바로 |역시 |결국 |오직 |단연 )?⟨([ab])⟩"
    r"(?=였|이었|다|이다|입니다|뿐|쪽|이에요|예요|임|[\s.,)(]|$)"
)
_WOULD_BE: Final = re.compile(
    r"\b(?:it|that|this|the one)(?: would|'d| will|'ll| must)(?: have to| still| probably| surely)? be"
    r" ⟨([ab])⟩(?=[.,;]|$)"
)
_ONLY_WITH: Final = re.compile(
    r"\bonly (?:with|from|through|by) ⟨([ab])⟩ (?:could|can|did|do|would|was|am) (?:i|we|the)\b"
    r"|⟨([ab])⟩ ?말고는? [^.,⟨]{0,16}?(?:없|않|못)"
)
_KOREAN_WISH: Final = re.compile(
    r"⟨([ab])⟩ ?(?:쪽)?(?:에게|한테|께|와|과|랑|하고|을|를|로|으로|에)(?:는|만|도)?"
    r" [^.,⟨]{0,24}?(?:겠|고 싶|ㄹ래|을래|련다|하련|할 것이|을 것이"
    r"| (?:쓸|고를|택할|뽑을|찾을|부를|걸|할|만날|들을|맡길|갈|이야기할|얘기할) (?:것|거|듯) ?[같하])"
    r"(?![^.,]{0,3}다고|[^.,]{0,4}라고)"
)
_WHOLE: Final = re.compile(
    r"\b(?:better|stronger|superior|winning|best|preferred)"
    r" (?:model|one|choice|conversation|talk|system|side|clip)\b"
    r"|(?:더 나은|나은|더 좋은|우수한|뛰어난) (?:모델|쪽|대화|선택)"
)
_ECHOES: Final = re.compile(r"\bthe ([a-z]{4,})(?: one)?\b(?! of\b)")
_NAMES_NONE: Final = frozenset(
    ["other", "better", "best", "same", "model", "side", "talk", "user", "first", "second"]
)
_CHOOSES: Final = re.compile(
    r"\b(?:i|i'd|i'll)(?: would| will)?"
    r" (?:go with|choose|chose|prefer|pick|picked|take|keep|vote for|voted for)\b"
    r"|\b(?:gets|has|wins|earns) my (?:vote|voice|point|choice)\b"
)


def wished(piece: Statement) -> Iterator[str]:
    """Yield the side that the rater would take to, or the other one of a side that they would leave."""
    for hit in _WISH.finditer(piece.text):
        side = _before(piece.text, hit.start())
        if side is None and not expression("prefers", "thinks").fullmatch(hit["verb"]):
            side = _behind(piece.text, hit.end())
        if side is not None:
            turned = bool(hit["not"]) != (expression("prefers", "leaves").fullmatch(hit["verb"]) is not None)
            yield OTHER_OF[side] if turned else side
    for pattern in (_WOULD_BE, _ONLY_WITH, _KOREAN_WISH):
        yield from (hit[hit.lastindex or 1] for hit in pattern.finditer(piece.text))


def singled_out(piece: Statement) -> Iterator[str]:
    """Yield the side that a sentence singles out for something good, or the other one for something bad."""
    for hit in _SINGLED.finditer(piece.text):
        side = hit[1] or hit[2]
        yield OTHER_OF[side] if piece.balance < 0 else side


def _behind(text: str, start: int) -> str | None:
    aside = {hit.start(name) for hit in COMPARED.finditer(text) for name in (1, 2) if hit[name]}
    tokens = (hit for hit in TOKEN.finditer(text, start) if hit.start(1) not in aside)
    first = next(tokens, None)
    return first[1] if first is not None and first[1] in SIDES else None


def _before(text: str, end: int) -> str | None:
    linked = _LINKED.search(text[:end])
    return linked[1] if linked else None


def is_whole(piece: Statement) -> bool:
    """Tell whether a clause calls a side the better one as a whole: "the better model", "더 나은 대화"."""
    return _WHOLE.search(piece.text) is not None


def echoed(pieces: tuple[Statement, ...]) -> Iterator[tuple[str, int]]:
    """Yield the side that a choice without a name takes up by a word said of it alone, and where.

    "B spoke as my cousin would. … I go with the cousin."
    """
    for at, piece in enumerate(pieces):
        if piece.sides or piece.label or "the " not in piece.text or not _CHOOSES.search(piece.text):
            continue
        for word in _ECHOES.findall(piece.text):
            said = re.compile(rf"\b{word}\b")
            of = {one.subject for one in pieces[:at] if said.search(one.text)}
            if word not in _NAMES_NONE and len(of) == 1 and of <= set(SIDES):
                yield str(of.pop()), at
                break


def announced(pieces: tuple[Statement, ...]) -> Iterator[tuple[str, int]]:
    """Yield the side that is spoken for up to a decision that names none, "That settles it", and where."""
    for at, piece in enumerate(pieces):
        if not piece.sides and found("prefers", "decided", piece.text):
            told = pieces[: at + 1]
            balance = sum(worth if side == "a" else -worth for one in told for side, worth in one.favours())
            if balance:
                yield "a" if balance > 0 else "b", at
