"""Who chooses: the rater, whose verdict it is, or a model that picks something itself."""

from __future__ import annotations

import re
from typing import Final

from earmark.audits.lexicon import is_korean
from earmark.audits.side_names import TOKEN
from earmark.audits.statements import COMPARED


def is_of_the_model(text: str, hit: re.Match[str]) -> bool:
    """Tell whether it is a model that picks or goes: "MA picked up my joke", "A는 쉬운 책을 골랐다"."""
    if _OTHER_WORD.match(text[hit.end() :]):
        return True
    aside = COMPARED.sub(lambda one: " " * len(one.group()), text[: hit.start()])
    before = list(TOKEN.finditer(aside))
    if not before:
        return False
    between = text[before[-1].end() : hit.end()]
    if is_korean(hit.group().lstrip()):
        return _SUBJECT.match(between) is not None and not _RATER_KOREAN.search(between)
    return _RATER.search(between) is None or _ASKS.search(between) is not None


_OTHER_WORD: Final = re.compile(r"^(?:지|권|사항)|^ (?:respect|thanks|sympathy|admiration|attention)\b")
_SUBJECT: Final = re.compile(r"^(?:는|가|은|이)(?=\s)")
_RATER_KOREAN: Final = re.compile(r"내가|제가|저는|나는|(?:은|는|이|가) ?(?:더|제일|가장)")
_RATER: Final = re.compile(
    r"\b(?:i|i'd|i'll|i'm|we|my|me|preferred|preference|chosen|choice|vote|votes|should be|to be)\b"
)
_ASKS: Final = re.compile(
    r"\b(?:ask\w*|let|lets|letting|told|tells|wonder\w*|suggest\w*|said|says|help\w*|made)\b"
)
