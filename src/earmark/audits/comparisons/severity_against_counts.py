"""A severity that is at odds with its own instances."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Flag, Pair

ID = "severity-against-counts"

_BY_WEIGHT: Final = frozenset({"misinformation", "explicit-request", "locale", "gender", "overacted"})
_EXACT: Final = frozenset({"cut-off", "wrong-language"})
_LONG_S: Final = 5.0
"""Seconds of a wait after which a user may think that the talk has ended."""

_MANY: Final = 4
_SEVERAL: Final = 2
_NUMBERS: Final = {
    "once": 1, "twice": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "한 번": 1, "두 번": 2, "세 번": 3, "네 번": 4, "다섯 번": 5, "여섯 번": 6,
}  # fmt: skip
_TIMES: Final = re.compile(
    r"\b(once|twice)\b|\b(two|three|four|five|six|seven|eight|\d+) (?:times|turns)\b"
    r"|(한 번|두 번|세 번|네 번|다섯 번|여섯 번)|(\d+) ?(?:번|턴)"
)


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find flags marked far milder or graver than the number of their turns proposes.

    One turn proposes the mildest, two or three the one between, four and more the gravest; for cut-offs the
    steps are the protocol's own. Of clusters that go by weight, one instance may be the gravest.
    """
    del settings
    for flag in pair.flags or ():
        if flag.level < 0:
            continue
        proposed = _proposed(flag)
        allowed = 0 if flag.cluster in _EXACT else 1
        if proposed is None or (flag.level > proposed and _is_by_weight(flag)):
            continue
        if abs(flag.level - proposed) > allowed:
            variant = "milder" if flag.level < proposed else "graver"
            yield Found(variant, of=(flag.side, flag.cluster), where=f"flags.{flag.side}.{flag.cluster}")


def _proposed(flag: Flag) -> int | None:
    """Return the level that the number of turns proposes, 0 to 2; None where nothing can be counted."""
    count = _count(flag)
    if flag.cluster == "wrong-language":
        return 2 if count >= _SEVERAL or (flag.level == 0 and _places(flag) >= _MANY) else None
    return 0 if count < _SEVERAL else 1 if count < _MANY else 2


def _count(flag: Flag) -> int:
    counts = [one.count for one in flag.instances if one.count is not None]
    if flag.cluster == "wrong-language":
        return max(counts, default=0)
    if any(one.throughout for one in flag.instances):
        return _MANY
    said = [_number(groups) for groups in _TIMES.findall(flag.notes)]
    return max([_places(flag), *counts, *said])


def _is_by_weight(flag: Flag) -> bool:
    """Tell whether one instance may be the gravest: of some clusters any, of waits a long one."""
    waits = (one.time[1] - one.time[0] for one in flag.instances if one.time)
    is_long = flag.cluster == "latency" and any(wait >= _LONG_S for wait in waits)
    return flag.cluster in _BY_WEIGHT or is_long


def _places(flag: Flag) -> int:
    return len({one.turn or one.time or one.note for one in flag.instances} - {""})


def _number(groups: tuple[str, ...]) -> int:
    word = next(filter(None, groups))
    return int(word) if word.isdigit() else _NUMBERS[word]
