"""How far a long work is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long work is, in things and in seconds of sound.

    Attributes:
        done: Things done, of `of`.
        seconds: Seconds of sound in what is done; 0 where the work is not about sound.
        current: Name of what is being done; empty at the end.
        cut: Share of the current conversation, 0..1, in which turns have been looked for; None where they are
            not, or in a moment.
        things: What is counted: recordings, or pairs of them whose sides are brought to one level.
    """

    done: int
    of: int
    seconds: float = 0.0
    current: str = ""
    cut: float | None = None
    things: Literal["recordings", "pairs"] = "recordings"


Tell = Callable[[Progress], None]
"""Is told at the start and after each thing."""

IsStopped = Callable[[], bool]
"""Tells whether the work should end at the next good moment."""


def tell_nobody(progress: Progress) -> None:
    """Leave the progress untold."""
    del progress


def never() -> bool:
    """Go on to the end."""
    return False
