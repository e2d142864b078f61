"""The preferred side falls below a bar that the other one clears, and no reason is given."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.artifacts import below_sound
from earmark.audits.draft import Found, Settings
from earmark.audits.pair import OTHER, Pair
from earmark.audits.reasons import below_use, reasoned

ID = "preferred-below-bar"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a preference for a side that is not useful, or not fit to hear, beside one that is."""
    del settings
    side = pair.preferred
    if side is None:
        return
    for bar, below in (("utility", below_use), ("audio-quality", below_sound)):
        reasons = below(pair, side)
        is_alone = bool(reasons) and not below(pair, OTHER[side])
        if is_alone and not any(reasoned(pair, group, name) for group, name in reasons):
            yield Found(bar, of=(side,), where="overall")
