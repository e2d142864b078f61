"""A checklist: entries ticked, or tried and marked pass or fail with a note."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import Field

from earmark.protocols.base import Answer, Fault, Identifier, Part
from earmark.protocols.questions.base import BaseQuestion, Meaning, Score, text_of
from earmark.protocols.texts import Text


class Entry(Part):
    """One line of a checklist."""

    id: Identifier
    title: Text
    required: bool = False


class Checklist(BaseQuestion):
    """Entries with states. ``entries_from`` takes further entries from that field of the item's scenario."""

    kind: Literal["checklist"]
    entries: tuple[Entry, ...] = ()
    entries_from: Identifier | None = None
    states: tuple[Identifier, ...] = Field(default=("done",), min_length=1)

    def fields(self) -> frozenset[str]:
        """Return the names of the fields an answer may have."""
        return frozenset({"entries"})

    def is_blank(self, answer: Answer) -> bool:
        """Tell whether nothing is ticked."""
        return not answer.get("entries")

    def check(self, answer: Answer, where: str, answers: Mapping[str, Answer]) -> Iterator[Fault]:
        """Yield faults of each entry and of required entries that are missing."""
        del answers  # a checklist stands by itself
        entries = answer["entries"]
        if not isinstance(entries, dict):
            yield Fault(f"{where}.entries", "not-an-object", "'entries' must map an entry to its state.")
            return
        known = {entry.id for entry in self.entries}
        for name, given in entries.items():
            if self.entries_from is None and name not in known:
                yield Fault(f"{where}.entries.{name}", "unknown-name", f"'{name}' is not on this list.")
            if not isinstance(given, dict) or given.get("state") not in self.states:
                message = f"The state must be one of {', '.join(self.states)}."
                yield Fault(f"{where}.entries.{name}.state", "unknown-option", message)
        for entry in self.entries:
            if entry.required and entry.id not in entries:
                message = f"'{entry.title.in_language('en')}' must be ticked."
                yield Fault(f"{where}.entries.{entry.id}", "answer-missing", message)

    def scores(self, answer: Answer) -> Iterator[Score]:
        """Yield one row an entry with its state as the choice."""
        entries = answer.get("entries")
        for name, given in (entries if isinstance(entries, dict) else {}).items():
            yield Score(f"{self.id}.{name}", None, str(given["state"]), text_of(given, "note"))

    def meanings(self) -> Iterator[Meaning]:
        """Yield the entries that the protocol names, then the states."""
        for entry in self.entries:
            yield Meaning(f"{self.id}.{entry.id}", entry.title)
        for state in self.states:
            yield Meaning(state)
