"""A flag without the detail that its cluster needs: a word, a turn, a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "flag-detail-missing"

NEEDS: Final = {"gender": ("word",), "corrections": ("turn",), "wrong-language": ("count",)}


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find what the protocol's taxonomy asks of a cluster and no instance of it has."""
    del settings
    for flag in pair.flags or ():
        for need in NEEDS.get(flag.cluster, ()):
            if not any(getattr(one, need) not in (None, "") for one in flag.instances):
                yield Found(need, of=(flag.side, flag.cluster), where=f"flags.{flag.side}.{flag.cluster}")
                return
