"""Overall is a tie although a main dimension is given to one side."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.audits.statements import DIMENSIONS, SIDES

ID = "tie-with-differences"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a tie beside dimensions that tell the two apart."""
    del settings
    differing = [name for name in DIMENSIONS if pair.choices.get(name) in SIDES]
    if pair.overall == "tie" and differing:
        yield Found(of=tuple(differing), where="overall")
