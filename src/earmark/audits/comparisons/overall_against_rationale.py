"""The text prefers one side, or calls it even, and Overall says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "overall-against-rationale"

_PLAIN: Final = 0.5
"""From this weight on a preference is not one of a single dimension, or granted in passing."""


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a vote against its own argument.

    What the text says plainly counts first. Where it says no preference, that it speaks for one side by far
    does, and is not sure.
    """
    del settings
    said = pair.text.preference
    if not pair.is_argued or pair.overall not in {"a", "b", "tie"}:
        return
    is_plain = said is not None and said.weight >= _PLAIN
    side = said.side if said is not None and is_plain else pair.text.lean
    if side == "tie" and side != pair.overall:
        yield Found("tie", where="overall")
    elif side is not None and side != pair.overall:
        yield Found("side", of=(side,), where="overall", is_sure=is_plain)
