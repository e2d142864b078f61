"""A flag without the detail that its cluster needs: a word, a turn, a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Instance, Pair

ID = "flag-detail-missing"

NEEDS: Final = {"gender": ("word",), "corrections": ("turn",), "wrong-language": ("count",)}


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find what the protocol's taxonomy asks of a cluster and no instance of it has."""
    del settings
    for flag in pair.flags or ():
        for need in NEEDS.get(flag.cluster, ()):
            if not any(_has(one, need) for one in flag.instances):
                yield Found(need, of=(flag.side, flag.cluster), where=f"flags.{flag.side}.{flag.cluster}")
                return


def _has(instance: Instance, need: str) -> bool:
    """Tell whether an instance has a part; a time tells the turn."""
    return getattr(instance, need) not in (None, "") or (need == "turn" and instance.time is not None)
