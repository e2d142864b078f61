"""What an owner does with items, and which items a list shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Act = Literal["withdraw", "open", "first", "later", "more", "fewer", "reassign"]
"""Take out, hand out again, handle before or after others, want a vote more or fewer, give to somebody."""

ACTS: Final[tuple[Act, ...]] = ("withdraw", "open", "first", "later", "more", "fewer", "reassign")

Reason = Literal[
    "gone", "preparing", "as-it-is", "counted", "not-open", "no-vote", "had-it", "not-in-hand", "no-seat"
]
"""Why an act left an item as it was."""

ItemState = Literal["open", "in-work", "waiting", "done", "withdrawn", "preparing"]
"""``open`` is handed out and lacks votes, ``in-work`` those of them that a rater holds."""

ITEM_STATES: Final[tuple[ItemState, ...]] = ("open", "in-work", "waiting", "done", "withdrawn", "preparing")

ItemOrder = Literal["name", "progress", "discards", "priority", "recent"]
ITEM_ORDERS: Final[tuple[ItemOrder, ...]] = ("name", "progress", "discards", "priority", "recent")

PRIORITIES: Final = (-100, 100)
VOTES: Final = (1, 1000)


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """Which items of a study a list shows, and in which order. What is empty does not narrow it.

    Attributes:
        condition: Name of a condition.
        rater: Id of a person who has had the item, in whatever state that is.
        text: Part of the item's or a file's name, whatever its case.
        order: By name, or most first: share of votes in, whole-item discards, priority, last submission.
        reverse: The other way round.
    """

    state: ItemState | None = None
    condition: str = ""
    rater: str = ""
    text: str = ""
    order: ItemOrder = "name"
    reverse: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """An item that an act left as it was."""

    task: str
    item: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an act did.

    Attributes:
        act: What was asked for.
        batch: Names the act in the log; with it the act can be undone. Empty where nothing changed.
        done: Tasks that are other now.
        left: Those that stayed as they were, with the reason.
        told: People whose work was under way: what they send is kept, and they are told.
    """

    act: Act
    batch: str = ""
    done: tuple[str, ...] = ()
    left: tuple[Left, ...] = ()
    told: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {
            "act": self.act,
            "batch": self.batch or None,
            "done": list(self.done),
            "left": [{"task": one.task, "item": one.item, "reason": one.reason} for one in self.left],
            "told": list(self.told),
        }
