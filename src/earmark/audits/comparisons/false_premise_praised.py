"""Going along with a false premise is praised as natural or kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.expressions import found
from earmark.audits.pair import Pair

ID = "false-premise-praised"

_BLAMED: Final = re.compile(
    r"\b(?:but|however|although|though|mislead\w*|below|fail\w*|problem|fault|bad|should have"
    r"|instead of correcting"
    r"|despite"
    r"|not useful|useless|outweigh\w*|wrongly|error|harm\w*|dangerous\w*|loses?"
    r"|lost|worse|weak\w*|accura\w*)\b"
    r"|지만|는데|그러나|하지만|문제|잘못이|오해|감점|못하"
)


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find where a model agrees to what is untrue and is praised for it, there or in the next sentence."""
    del settings
    text = pair.text
    for number, sentence in enumerate(text.sentences):
        near = " ".join(text.sentences[number : number + 2])
        if not (found("compares", "agrees", sentence) and found("compares", "untrue", near)):
            continue
        if found("compares", "pleases", near) and not _BLAMED.search(near):
            yield Found(where="rationale")
            return
