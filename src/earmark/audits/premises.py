"""Where a text tells that a model went along with something untrue, and whether it praises that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from earmark.audits.expressions import found
from earmark.audits.rationale import Rationale
from earmark.audits.side_names import sides_in
from earmark.audits.statements import SIDES

_ASSENTS: Final = re.compile(
    r"\W*(?:yes|exactly|absolutely|right|of course|indeed|맞아|맞습|그럼요|그렇죠|네, 맞)", re.IGNORECASE
)
"""How the words begin with which a model says yes."""

_PUTS_RIGHT: Final = re.compile(
    r"\W*(?:사실|실은|실제로|그건 아니|아니|actually|in fact|no,|well, no|not quite|not really)",
    re.IGNORECASE,
)
"""How the words begin with which the other model put it right."""

_PLANTED: Final = re.compile(r"\b(?:on purpose|a trap|falsehood|a trick)\b|일부러|함정|떠보")
"""What a rater says of an untruth that they told themselves, anywhere in the text."""

_BLAMED: Final = re.compile(
    r"\b(?:but|however|although|though|mislead\w*|below|fail\w*|problem|fault|bad|should have"
    r"|instead of correcting|no use"
    r"|despite"
    r"|not useful|useless|outweigh\w*|wrongly|error|harm\w*|dangerous\w*|loses?"
    r"|lost|worse|weak\w*|accura\w*)\b"
    r"|지만|는데|그러나|하지만|문제|잘못이|오해|감점|못하"
)


@dataclass(frozen=True, slots=True)
class Agreement:
    """That a model went along with something untrue: its side, ``ab`` for both, and the statement."""

    side: str
    at: int


@lru_cache(maxsize=64)
def agreements(text: Rationale) -> tuple[Agreement, ...]:
    """Return where a text tells that a model agreed to what is untrue."""
    return tuple(
        Agreement(piece.subject or "", at)
        for at, piece in enumerate(text.statements)
        if (found("compares", "agrees", piece.text) or any(map(_ASSENTS.match, text.quotes_at(at))))
        and _is_untrue(text, piece.sentence)
    )


def _is_untrue(text: Rationale, number: int) -> bool:
    near = " ".join(text.sentences[max(0, number - 1) : number + 2])
    if found("compares", "untrue", near) or _PLANTED.search(text.told):
        return True
    return any(_PUTS_RIGHT.match(quote) for at in range(len(text.statements)) for quote in text.quotes_at(at))


def is_praised(text: Rationale, one: Agreement) -> bool:
    """Tell whether an agreement pleases the rater, there or in what follows on the same side."""
    told = " ".join(_onward(text, one))
    return found("compares", "pleases", told) and not _BLAMED.search(told)


def _onward(text: Rationale, one: Agreement) -> Iterator[str]:
    """Yield the rest of its sentence, and of the next two what goes on without a name or names its side."""
    start = text.statements[one.at]
    yield from (piece.text for piece in text.statements[one.at :] if piece.sentence == start.sentence)
    own = set(SIDES) if one.side == "ab" else {one.side}
    for ahead, part in enumerate(text.parts[start.sentence + 1 : start.sentence + 3]):
        sides = {side for piece in part for side in sides_in(piece.text)}
        is_other = part[0].label and part[0].label != start.label
        if not is_other and (sides & own or (ahead == 0 and not sides)):
            yield from (piece.text for piece in part)
