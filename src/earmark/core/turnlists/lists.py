"""What a reader makes of a file, and why it may not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from earmark.core.times_written import read_time
from earmark.core.turns import TurnNote, WrittenTurn
from earmark.core.wording import Said, said


@dataclass(frozen=True, slots=True)
class ReadList:
    """One turn list of a file; a file may hold several.

    Attributes:
        turns: Its turns as written, not checked.
        audio: Names of the sounds it says it is of, with or without ending; empty: it goes by its own name.
        language: Language tag, empty where the file names none.
        repairs: What the reader had to mend.
        warnings: What the reader left out.
        faults: Lines that cannot be read; with one of them the list may not be used.
    """

    turns: tuple[WrittenTurn, ...]
    audio: tuple[str, ...] = ()
    language: str = ""
    repairs: tuple[TurnNote, ...] = ()
    warnings: tuple[TurnNote, ...] = ()
    faults: tuple[TurnNote, ...] = ()


class UnusableListError(Exception):
    """The file is meant as a turn list and cannot be read; it carries the fault."""

    def __init__(self, why: Said, line: int | None = None) -> None:
        super().__init__(why.code)
        self.fault = TurnNote(why.with_words(subject=said("the.list")), line)


class NoTurnListError(Exception):
    """The file is something else, such as a JSON of settings."""


def in_order(turns: Sequence[WrittenTurn]) -> tuple[WrittenTurn, ...]:
    """Sort turns that a file keeps speaker by speaker; those without a start stay in front."""

    def start(one: WrittenTurn) -> float:
        time = read_time(one.fields.get("start"))
        return -1.0 if time is None else time.seconds

    return tuple(sorted(turns, key=start))
