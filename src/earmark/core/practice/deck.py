"""The cards of a phrasebook, in the order in which they are learnt, and which of them comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from earmark.core.practice.memory import Memory
from earmark.core.times import MINUTE
from earmark.protocols.bundle import FALLBACK
from earmark.protocols.phrasebook.book import Chain, Phrasebook, StudyNote
from earmark.protocols.texts import Text

NEW_A_DAY: Final = 10
"""How many cards are begun a day, unless somebody asks for more: what comes back of them takes time, too."""

_AHEAD: Final = 20 * MINUTE
"""A card that is due within this comes at once where nothing else is left."""

NOTES: Final = "notes"
CHAINS: Final = "chains"
"""Parts beside the groups of phrases, which are named by ``phrases-`` and their id."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One sentence to write: as it is shown, the model sentence, and the pattern that it drills, if any."""

    shown: str
    model: str
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What is practised at once: one sentence, or the sentences of a chain.

    ``part`` names the notes, the chains or the group of phrases it belongs to; ``about`` explains the pattern
    or says when the phrase is used.
    """

    id: str
    part: str
    title: str
    about: str
    prompts: tuple[Prompt, ...]


def practice_language(languages: Iterable[str], reader: str) -> str | None:
    """Return the language that sentences are shown in: the reader's, or the first that is not English."""
    others = [language for language in languages if language != FALLBACK]
    return reader if reader in others else next(iter(others), None)


def deck_of(book: Phrasebook, *, shown: str, reader: str) -> tuple[Card, ...]:
    """Return the cards: notes to be learnt first, chains, further notes, phrases.

    Args:
        book: The phrasebook.
        shown: The language of the sentences to be put into English.
        reader: The language of titles and explanations.
    """
    first = [note for note in book.notes if note.learn_first]
    later = [note for note in book.notes if not note.learn_first]
    patterns = {note.id: note.pattern for note in book.notes}
    return (
        *(card for note in first for card in _of_note(note, shown, reader)),
        *(_of_chain(chain, patterns, shown, reader) for chain in book.chains),
        *(card for note in later for card in _of_note(note, shown, reader)),
        *_of_phrases(book, shown, reader),
    )


def is_due(memory: Memory, *, now: int, tomorrow: int) -> bool:
    """Tell whether a card is due: a learned one all through its day, which ends when tomorrow begins."""
    return memory.due_at < tomorrow if memory.is_learned else memory.due_at <= now


def next_card(
    deck: Iterable[Card], memories: Mapping[str, Memory], *, now: int, tomorrow: int, new_left: int
) -> Card | None:
    """Return what comes next: what is due, the longest due first; else a new one; else what is due soon.

    None where nothing is left for now. ``new_left`` is how many may still be begun.
    """
    met = sorted((card for card in deck if card.id in memories), key=lambda card: memories[card.id].due_at)
    due = next((card for card in met if is_due(memories[card.id], now=now, tomorrow=tomorrow)), None)
    if due is not None:
        return due
    new = next((card for card in deck if card.id not in memories), None)
    if new is not None and new_left > 0:
        return new
    return next((card for card in met if memories[card.id].due_at <= now + _AHEAD), None)


def _of_note(note: StudyNote, shown: str, reader: str) -> list[Card]:
    title, why = note.title.in_language(reader), note.why.in_language(reader)
    return [
        Card(f"note-{note.id}-{number}", NOTES, title, why, (_prompt(example, shown, note.pattern),))
        for number, example in enumerate(note.examples, 1)
    ]


def _of_chain(chain: Chain, patterns: Mapping[str, str], shown: str, reader: str) -> Card:
    prompts = tuple(_prompt(link.text, shown, patterns[link.note]) for link in chain.links)
    return Card(f"chain-{chain.id}", CHAINS, chain.title.in_language(reader), "", prompts)


def _of_phrases(book: Phrasebook, shown: str, reader: str) -> Iterable[Card]:
    for group in book.groups:
        title = group.title.in_language(reader) if group.title else group.id
        use = group.use.in_language(reader) if group.use else ""
        for phrase in group.phrases:
            prompt = Prompt(book.with_examples(phrase.text, shown), book.with_examples(phrase.text, FALLBACK))
            yield Card(f"phrase-{phrase.id}", f"phrases-{group.id}", title, use, (prompt,))


def _prompt(text: Text, shown: str, pattern: str) -> Prompt:
    return Prompt(text.in_language(shown), text.in_language(FALLBACK), pattern)
