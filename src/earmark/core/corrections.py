"""What a correction of a recording changes, and what becomes of what raters made of it before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from earmark.core.turns import Turn

Choice = Literal["keep", "again", "refuse"]
"""What happens to submissions on the recording as it was.

*keep*: they go on counting, marked as made on an earlier revision. *again*: they are kept and exported and do
not count, and the item is rated again. *refuse*: nothing is changed.
"""

OnChange = Choice | Mapping[str, Choice]
"""One choice for all recordings, or one by stimulus id; those that are not named are refused."""

Kind = Literal["sound", "channel", "turns", "words"]
"""What differs: the sound, the agent's channel, roles or times of turns, or nothing but words."""

SAME_TIME_S: Final = 0.0005
"""Times closer than this are the same: half of the millisecond that turn lists are written in."""


@dataclass(frozen=True, slots=True)
class Change:
    """A correction that waits for its owner's choice.

    Attributes:
        stimulus: Id of the recording; a choice is given by it.
        changed: What differs.
        submissions: How many submissions and discards were made of it as it is.
        in_hand: How many raters are in the middle of it.
    """

    path: str
    item: str
    condition: str | None
    stimulus: str
    changed: tuple[Kind, ...]
    submissions: int
    in_hand: int


def asks(changed: Sequence[Kind]) -> bool:
    """Tell whether a change puts earlier submissions in question. Words alone do not: it sounds as before."""
    return any(kind != "words" for kind in changed)


def choice_for(on_change: OnChange, stimulus_id: str) -> Choice:
    """Return what was chosen for one recording; ``refuse`` where nothing was."""
    return on_change if isinstance(on_change, str) else on_change.get(stimulus_id, "refuse")


def compare_turns(before: Sequence[Turn], after: Sequence[Turn]) -> Kind | None:
    """Return whether two turn lists differ in who speaks when, in their words alone, or not at all."""
    if len(before) != len(after) or not all(map(_sound_alike, before, after)):
        return "turns"
    return None if [turn.text for turn in before] == [turn.text for turn in after] else "words"


def _sound_alike(one: Turn, other: Turn) -> bool:
    return (
        one.role == other.role
        and abs(one.start_s - other.start_s) < SAME_TIME_S
        and abs(one.end_s - other.end_s) < SAME_TIME_S
    )
