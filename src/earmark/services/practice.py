"""Practising the sentences of a study's phrasebook: what comes next, what differs, how it went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from earmark.core.errors import NotFoundError
from earmark.core.practice.deck import NEW_A_DAY, Card, deck_of, is_due, next_card, practice_language
from earmark.core.practice.differences import Compared, compared
from earmark.core.practice.memory import Grade, Memory, reviewed, waits
from earmark.core.times import DAY
from earmark.services.home import Home
from earmark.services.protocols import PinnedProtocol, pinned_protocol
from earmark.storage import practice as rows
from earmark.storage.practice import MemoryRow


@dataclass(frozen=True, slots=True)
class PartProgress:
    """How far a person is with one part of the deck; ``title`` is that of its first card."""

    id: str
    title: str
    learned: int
    cards: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a person finds who comes to practise.

    Attributes:
        card: What to write now; None where nothing is left for now.
        seen: How often it was written before.
        due: How many cards are due today, of the part that was asked for.
        new_left: How many more may be begun today.
        today: How many cards were written today, of all parts.
        learned, cards: How many come again only after days, and how many there are, of all parts.
        parts: The same a part, in order.
        next_at: When the next card of the part is due, microseconds UTC; None where none was begun.
    """

    card: Card | None
    seen: int
    due: int
    new_left: int
    today: int
    learned: int
    cards: int
    parts: tuple[PartProgress, ...]
    next_at: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """A card with what was written: the differences a sentence, and when each grade would bring it again."""

    card: Card
    seen: int
    sentences: tuple[Compared, ...]
    waits: Mapping[Grade, float]


@dataclass(frozen=True, slots=True)
class Practice:
    """One person's practice in one study. Memories are kept by protocol, for all studies of it.

    The first use of a protocol on a server reads its phrasebook, which takes a while (`phrasebook_of`).
    """

    home: Home
    person_id: str
    study_name: str
    reader: str

    @property
    def deck_name(self) -> str:
        """The id of the study's protocol."""
        return self._pinned.protocol.id

    @property
    def _pinned(self) -> PinnedProtocol:
        return pinned_protocol(self.home, self.home.studies[self.study_name].protocol_hash)

    def deck(self) -> tuple[Card, ...]:
        """Return all cards; none where the protocol has no phrasebook, or no language but English."""
        pinned = self._pinned
        shown = practice_language(pinned.protocol.languages, self.reader)
        return deck_of(pinned.phrasebook, shown=shown, reader=self.reader) if shown else ()

    def sitting(self, *, today: int, part: str = "", more: bool = False) -> Sitting:
        """Return what comes next.

        Args:
            today: When the person's day began, microseconds UTC.
            part: The part to practise; every card where it is empty.
            more: Whether new cards come although the day's are begun.
        """
        deck, now, kept = self.deck(), self.home.clock(), self._memories()
        memories = {card: row.memory for card, row in kept.items()}
        begun = sum(row.begun_at >= today for row in kept.values())
        new_left = NEW_A_DAY if more else max(0, NEW_A_DAY - begun)
        asked = [card for card in deck if part in {"", card.part}]
        tomorrow = today + DAY
        card = next_card(asked, memories, now=now, tomorrow=tomorrow, new_left=new_left)
        known = [memories[one.id] for one in asked if one.id in memories]
        return Sitting(
            card=card,
            seen=_seen(memories, card),
            due=sum(is_due(memory, now=now, tomorrow=tomorrow) for memory in known),
            new_left=min(new_left, len(asked) - len(known)),
            today=sum(memory.reviewed_at >= today for memory in memories.values()),
            learned=sum(_is_learned(memories, one) for one in deck),
            cards=len(deck),
            parts=_parts(deck, memories),
            next_at=min((memory.due_at for memory in known), default=None),
        )

    def look(self, card_id: str, written: list[str]) -> Look:
        """Return what differs between what was written and the model sentences; what lacks is empty.

        Raises:
            NotFoundError: There is no such card.
        """
        card, row = self._card(card_id), self._memories().get(card_id)
        filled = [*written, *[""] * len(card.prompts)]
        memory = row.memory if row else None
        return Look(
            card=card,
            seen=memory.reviews if memory else 0,
            sentences=tuple(
                compared(ours, prompt.model) for ours, prompt in zip(filled, card.prompts, strict=False)
            ),
            waits=waits(memory, now=self.home.clock()),
        )

    async def grade(self, card_id: str, grade: Grade, *, seen: int) -> bool:
        """Keep how it went; False where the card was graded meanwhile: nothing counts twice.

        Args:
            card_id: The card.
            grade: How it went.
            seen: How often the card had been written when it was shown.

        Raises:
            NotFoundError: There is no such card.
        """
        self._card(card_id)
        now = self.home.clock()

        def keep(connection: Connection) -> bool:
            row = rows.memories_of(connection, self.person_id, self.deck_name).get(card_id)
            before = row.memory if row else None
            if (before.reviews if before else 0) != seen:
                return False
            after = reviewed(before, grade, now=now)
            rows.keep_memory(connection, self.person_id, self.deck_name, card=card_id, memory=after)
            return True

        return await self.home.database.write_async(keep)

    def _card(self, card_id: str) -> Card:
        found = next((card for card in self.deck() if card.id == card_id), None)
        if found is None:
            message = "There is no such sentence to practise."
            raise NotFoundError(message)
        return found

    def _memories(self) -> Mapping[str, MemoryRow]:
        with self.home.database.read() as connection:
            return rows.memories_of(connection, self.person_id, self.deck_name)


def _seen(memories: Mapping[str, Memory], card: Card | None) -> int:
    return memories[card.id].reviews if card and card.id in memories else 0


def _is_learned(memories: Mapping[str, Memory], card: Card) -> bool:
    return card.id in memories and memories[card.id].is_learned


def _parts(deck: tuple[Card, ...], memories: Mapping[str, Memory]) -> tuple[PartProgress, ...]:
    by_part: dict[str, list[Card]] = {}
    for card in deck:
        by_part.setdefault(card.part, []).append(card)
    return tuple(
        PartProgress(part, cards[0].title, sum(_is_learned(memories, card) for card in cards), len(cards))
        for part, cards in by_part.items()
    )
