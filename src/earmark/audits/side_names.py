"""Which side a text speaks of: every name of a side is put in one form, ``⟨a⟩`` or ``⟨b⟩``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from earmark.audits.own_words import without_quotes

A, B, BOTH, OTHER = "⟨a⟩", "⟨b⟩", "⟨ab⟩", "⟨other⟩"

TOKEN: Final = re.compile(r"⟨(a|b|ab)⟩")

_NOUNS: Final = (
    "model", "clip", "response", "system", "agent", "assistant", "conversation", "side", "option", "version",
    "talk", "reply", "sample", "bot", "one", "recording",
)  # fmt: skip
_NOUN: Final = rf"(?:{'|'.join(_NOUNS)})"
_VERBS: Final = (
    r"(?:is|was|has|had|gave|felt|took|told|kept|ran|cut|made|did|can|could|will|would|and|or|also|never|only|just"
    r"|simply|spoke|understood|said|went|got|let|lost|held|read|sang|knew|put|left|broke|came|won|fell|ran|met|stood|began|caught|actually|clearly"
    r"|at|in|on|over|still|even|because|but|since|for|by|with|again|overall|too|then|first|wins|does|do|not|to|sounds|gives"
    r"|than|the|it"
    r"|\w+ed|\w+(?:[^s\W]s)|\w+ly)"
)
_NOT_VERBS: Final = (
    r"(?:gas|bus|class|series|less|process|press|this|lens|news|tired|speed|need|family|red|bed|seed)"
)
_KOREAN: Final = r"(?=(?:는|가|의|도|를|와|보다|쪽|만|에|로|이|은|을|과|랑|한테|처럼|입|였)|\s|[.,:;/)]|$)"
_PLAIN: Final = r"(?<![A-Za-z0-9'⟨])"

_SPEAKS: Final = (
    r"(?=\s*(?:[.,;:]|$|(?:is|was|sounds|sounded|feels|felt|gives|gave|had|has|reads|tells|told|says|said|talks|spoke"
    r"|keeps|kept|makes|made|asks|asked|just|only|never|did|does|also|wins|won|let|lets|knows|knew) ))"
)
_NO_SIDE: Final = r"(?! (?:hand|turn|day|person|half|part|question|dimension))"
_ENDS: Final = r"(?=[.,;!?]|$| (?:because|since|for|in|overall|as|but|and|over)\b)"

_OF_TWO: Final = (
    rf"(?! (?!(?:{'|'.join(_NOUNS)}|voice|sound|tone|audio|end|time)s\b"
    r"|(?:i|wa|ha|doe|goe|give|get|sound|feel|make|say|tell|take|help|talk|come|keep|know|need|a|alway)s\b)[a-z]+s\b)"
)
"""Not before a noun in the plural of which there are two in one talk: "both exits", "both days"."""

_TAKES: Final = r"prefer|choose|chose|pick|picked|keep|take|took|favou?r|for|with|to|than|over"

_NAMES: Final = (
    (
        rf"(?i)\bboth(?: of them| {_NOUN}s)?\b{_OF_TWO}|\beither {_NOUN}\b",
        BOTH,
        ("both", "either"),
    ),
    (rf"(?i)\bneither(?: of (?:them|the two)| {_NOUN})?\b", f"{BOTH} not", ("neither",)),
    (r"(?i)\bone\b([^.;]{0,30}?)\b(than|from|over) the other\b", rf"{BOTH}\1\2 another", ("the other",)),
    (
        (
            rf"(?i)\b(?:the )?two {_NOUN}s\b|둘 ?다|양쪽|두 모델|두 쪽|둘 모두"
            r"|둘 사이|(?<![가-힣])둘(?=[이은의] )"
        ),
        BOTH,
        ("two", "둘", "양쪽", "두 "),
    ),
    (rf"(?i)(?<![a-z]){_NOUN}s? A (?:and|or|&) (?:{_NOUN} )?B\b", f"{A} and {B}", _NOUNS),
    (rf"(?i)(?<![a-z])(?:the )?{_NOUN}[ -]A(?![a-z0-9])", A, _NOUNS),
    (rf"(?i)(?<![a-z])(?:the )?{_NOUN}[ -]B(?![a-z0-9])", B, _NOUNS),
    (r"(?<![A-Za-z])MA(?![A-Za-z])", A, ("ma",)),
    (r"(?<![A-Za-z])(?:MB|mb)(?![A-Za-z])", B, ("mb",)),
    (
        rf"(?i)\b(?:the |(?:(?<=^)|(?<=[.!?:] )))first (?:{_NOUN})\b|\bfirst one\b|\bthe former\b",
        A,
        ("first", "former"),
    ),
    (
        rf"(?i)\b(?:the |(?:(?<=^)|(?<=[.!?:] )))second (?:{_NOUN})\b|\bsecond one\b|\bthe latter\b",
        B,
        ("second", "latter"),
    ),
    *(
        (rf"(?i)\b({_TAKES}) the {place}(?=[.,;!]|$)", rf"\1 {side}", (place,))
        for place, side in (("first", A), ("second", B))
    ),
    (
        rf"(?i)\bthe other(?: {_NOUN})?\b{_NO_SIDE}|다른 (?:쪽|모델)|상대 ?쪽|반대 ?쪽",
        OTHER,
        ("the other", "다른", "상대", "반대"),
    ),
    (rf"모델 ?A{_KOREAN}|첫 ?번째 ?(?:모델|대화|쪽)|첫 ?번째(?=[가는를의도])", A, ("모델", "번째")),
    (r"앞(?:의)? ?모델|전자(?=[는가의와를에로도랑]| 쪽|한테)", A, ("앞", "전자")),
    (rf"모델 ?B{_KOREAN}|두 ?번째 ?(?:모델|대화|쪽)|두 ?번째(?=[가는를의도])", B, ("모델", "번째")),
    (r"뒤(?:의)? ?모델|후자(?=[는가의와를에로도랑]| 쪽|한테)", B, ("뒤", "후자")),
    (rf"{_PLAIN}A(?= ?[가-힣])|(?<=[가-힣] )A(?= \d)", A, ("a",)),
    (rf"(?<!plan )(?<!Plan )(?<!vitamin )(?<!Vitamin ){_PLAIN}[Bb](?![A-Za-z0-9-])", B, ("b",)),
    (
        (
            rf"(?:(?<=^)|(?<=[.!?;:\n(] )|(?<=[.!?;:\n(])|(?<=\s[-\u2013\u2014] ))"
            rf"A(?= {_VERBS}\b)(?! {_NOT_VERBS}\b)"
        ),
        A,
        ("a",),
    ),
    (rf"{_PLAIN}A(?=(?:['\u2019]s\b|\s*[:,/).;=>\]-]|\s*$))", A, ("a",)),
    (rf"(?<=[a-z0-9,⟩:)] ){_PLAIN}A(?![A-Za-z0-9'])", A, ("a",)),
    (rf"(?<=than )a{_ENDS}|(?<=prefer )a{_ENDS}", A, ("than a", "prefer a")),
)
_PATTERNS: Final = tuple((re.compile(pattern), side, words) for pattern, side, words in _NAMES)
"""In this order: what one has found, a later one does not see. Each is tried where its words are."""

_UNNAMED: Final = tuple(
    (re.compile(rf"\bthe {place}{_SPEAKS}"), side) for place, side in (("first", A), ("second", B))
)
_LETTERED: Final = re.compile(r"(?<![A-Za-z])(?:M[AB]|mb|[Mm]odel A|B)(?![A-Za-z])")
"""Where sides are called by letters, "the first" alone may be the first of anything."""

_ARROWS: Final = (">", "→", "⇒", "➜")
_ARROW: Final = re.compile(r"(^|\n|\S)?[ \t]*(?:=+>+|-+>+|[→⇒➜])[ \t]*")


def _so(match: re.Match[str]) -> str:
    """Return what an arrow says: "both fine => B" concludes."""
    before = match[1] or ""
    return (
        f"{before}{'. ' if before.strip() and before not in '.!?;,:' else ' ' if before.strip() else ''}so "
    )


_RANKED: Final = tuple(
    re.compile(
        rf"(?:(?<![a-z0-9])(?:{english})(?:(?: (?:place|choice|pick|prize|rank))?\s?[:=-]"
        rf"| (?:place|choice|pick|prize|rank)(?: goes to| is)?)"
        rf"|(?<!\d)(?:{korean})(?:는|은|가|로)?\s?[:=-]?)\s?⟨([ab])⟩(?!['\u2019])(?:이고|이며|고|입니다|이다|다)?"
    )
    for english, korean in (
        (r"first|1st|winner|number (?:one|1)|no\. ?1|rank 1|gold", "1위|[1일]등"),
        (r"second|2nd|runner-up|number (?:two|2)|no\. ?2|rank 2|loser|silver", "2위|[2이]등"),
    )
)
_RANKED_IN_ORDER: Final = re.compile(
    r"⟨([ab])⟩,? (?:is |comes |came )?(?:first|1st|1위)[,;]? (?:and |then )?⟨([ab])⟩ (?:is |comes |came )?"
    r"(?:second|2nd|last|2위)"
)


_SCORE: Final = (
    r"⟨([ab])⟩(?:[는은가]|:| =)? ?(10|\d(?:\.\d)?)(?: ?/ ?(?:10|5)| out of (?:10|5|ten|five)| ?점| points?)?"
)
_SCORED: Final = re.compile(rf"{_SCORE}(?:이고|,)?(?: and| but)? {_SCORE}(?=이다|입니다|[.;)]|$)")


def _scored(match: re.Match[str]) -> str:
    """Return what two scores say: "A 8, B 6" is a win for A."""
    first, its, second, other = match.groups()
    if first == second or float(its) == float(other):
        return match[0]
    return f"⟨{first}⟩ {'wins' if float(its) > float(other) else 'loses'}"


def _places(text: str) -> str:
    """Return a text with places as verbs: "first place: A, second place: B" is "A wins, B loses"."""
    text = _SCORED.sub(_scored, text)
    text = _RANKED_IN_ORDER.sub(r"⟨\1⟩ wins, ⟨\2⟩ loses", text)
    for pattern, verb in zip(_RANKED, ("wins", "loses"), strict=True):
        text = pattern.sub(rf"⟨\1⟩ {verb}", text)
    return text


_TWICE: Final = re.compile(r"⟨([ab])⟩(?:, ⟨\1⟩,| ?\(⟨\1⟩\))")
"""One side named twice at once: "the latter, B, …", "the first one (A)"."""

_SPACES: Final = re.compile(r"[ \t]{2,}|(?<=[가-힣])(?=\()")


def with_sides(text: str) -> str:
    """Return a text without its quotations, in lower case, with each name of a side as ``⟨a⟩`` or ``⟨b⟩``.

    Both together are ``⟨ab⟩``. "A" alone is a side unless it is the article.
    """
    own = without_quotes(text)
    if any(sign in own for sign in _ARROWS):
        own = _ARROW.sub(_so, own)
    lowered = own.lower()
    is_lettered = _LETTERED.search(own) is not None
    for pattern, token, words in _PATTERNS:
        if any(word in lowered for word in words):
            own = pattern.sub(f" {token} " if token.startswith(BOTH) else token, own)
    own = own.lower()
    if not is_lettered:
        for pattern, token in _UNNAMED:
            own = pattern.sub(token, own)
    return _places(_TWICE.sub(r"⟨\1⟩", _SPACES.sub(" ", "".join(_resolved(own)))))


def sides_in(text: str) -> tuple[str, ...]:
    """Return the sides that a text in this form names, ``a``, ``b`` or ``ab``, in its order."""
    return tuple(TOKEN.findall(text))


def _resolved(text: str) -> Iterator[str]:
    """Yield a text in pieces, with "the other" as the side that was not spoken of last."""
    last = "b"
    for piece in re.split(r"(⟨\w+⟩)", text):
        if piece == OTHER:
            last = "b" if last == "a" else "a"
            yield f"⟨{last}⟩"
            continue
        if piece in {A, B}:
            last = piece[1]
        yield piece
