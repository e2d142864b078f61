"""What an owner did with items, in the words of a page: acts, events, why an item stayed as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request

from earmark.core.steering import Left
from earmark.services.steering import Done
from earmark.web.languages import N_

STATES: Final = {
    "open": N_("open"),
    "in-work": N_("in work"),
    "waiting": N_("waiting for you"),
    "done": N_("done"),
    "withdrawn": N_("withdrawn"),
    "preparing": N_("its turns are being cut"),
}

HOLDS: Final = {
    "leased": N_("in hand"),
    "expired": N_("time ran out"),
    "submitted": N_("submitted"),
    "skipped": N_("skipped"),
    "discarded": N_("discarded"),
    "released": N_("taken back"),
}

EVENTS: Final = {
    "item-withdrawn": N_("withdrawn"),
    "item-opened-again": N_("handed out again"),
    "item-priority": N_("priority changed"),
    "item-votes": N_("number of submissions wanted changed"),
    "item-reassigned": N_("given to somebody else"),
    "leased": N_("handed out"),
    "submitted": N_("submitted"),
    "skipped": N_("skipped"),
    "discarded": N_("discarded"),
    "task-waits-for-owner": N_("waits for you, because of discards"),
    "mark-taken-back": N_("skip or discard taken back"),
    "task-goes-on": N_("handed out again, since a discard was taken back"),
    "draft-set-aside": N_("an unfinished correction was set aside"),
}

REASONS: Final = {
    "gone": N_("no longer there"),
    "preparing": N_("its turns are still being cut"),
    "as-it-is": N_("already so"),
    "counted": N_("so many submissions are in or in hand already"),
    "not-open": N_("not handed out at present"),
    "no-vote": N_("all submissions wanted are in or in hand"),
    "had-it": N_("that rater has had it already"),
    "not-in-hand": N_("nobody holds it"),
    "no-seat": N_("that rater is no member any more"),
}

_TOLD: Final = frozenset({"done", "left", "none"})
"""Fields of an address that say what has just been done."""


def left_code(left: Iterable[Left]) -> str:
    """Write down in an address why items stayed as they were: ``counted.2_gone.1``."""
    return "_".join(f"{reason}.{n}" for reason, n in Counter(one.reason for one in left).items())


def left_from(code: str) -> list[tuple[str, int]]:
    """Read what `left_code` wrote: reason in words and how often; what else stands there is left out."""
    pairs = (part.rpartition(".") for part in code.split("_") if part)
    return [(REASONS[name], int(n)) for name, _, n in pairs if name in REASONS and n.isdecimal()]


def told_of(request: Request, done: Done | None) -> dict[str, object]:
    """Return what a page says of the act that led to it, and its own address without that."""
    query = urlencode([pair for pair in request.query_params.multi_items() if pair[0] not in _TOLD])
    return {
        "done": done,
        "left": left_from(request.query_params.get("left", "")),
        "none_chosen": "none" in request.query_params,
        "kinds_done": EVENTS,
        "back": f"{request.url.path}?{query}" if query else request.url.path,
    }
