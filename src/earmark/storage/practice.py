"""What people remember of the sentences that they practise: one row a person and card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, insert, select, update

from earmark.core.practice.memory import Memory
from earmark.storage.tables import practice

_MEMORY = ("state", "step", "stability", "difficulty", "due_at", "reviewed_at", "reviews")


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """The memory of a card, and when the card was first written."""

    memory: Memory
    begun_at: int


def memories_of(connection: Connection, person_id: str, deck: str) -> Mapping[str, MemoryRow]:
    """Return by card what a person remembers of a deck."""
    columns = [practice.c[name] for name in _MEMORY]
    query = select(practice.c.card, practice.c.begun_at, *columns).where(
        practice.c.person_id == person_id, practice.c.deck == deck
    )
    return {card: MemoryRow(Memory(*rest), begun) for card, begun, *rest in connection.execute(query)}


def keep_memory(connection: Connection, person_id: str, deck: str, *, card: str, memory: Memory) -> None:
    """Keep the memory of a card in the place of the one before."""
    key = {"person_id": person_id, "deck": deck, "card": card}
    is_it = [practice.c[name] == value for name, value in key.items()]
    changed = connection.execute(update(practice).where(*is_it).values(**asdict(memory)))
    if not changed.rowcount:
        row = {**key, "begun_at": memory.reviewed_at, **asdict(memory)}
        connection.execute(insert(practice).values(**row))
