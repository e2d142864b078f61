"""Practice: when a sentence comes back, which one is next, and which words differ."""

from __future__ import annotations

from earmark.core.practice.deck import Card, Prompt, next_card, practice_language
from earmark.core.practice.differences import compared
from earmark.core.practice.memory import Grade, Memory, reviewed, waits
from earmark.core.times import DAY, MINUTE

NOON = 1_800_000_000_000_000


def card(name: str) -> Card:
    return Card(name, "notes", name, "", (Prompt("말", "word"),))


def test_a_sentence_comes_back_after_minutes_then_days_then_longer_and_sooner_once_forgotten() -> None:
    memory, now, gaps = None, NOON, []
    for _ in range(5):
        memory = reviewed(memory, Grade.GOOD, now=now)
        gaps.append(memory.due_at - now)
        now = memory.due_at
    assert gaps[0] == 10 * MINUTE
    assert gaps[1:] == sorted(gaps[1:])
    assert gaps[1] >= DAY
    assert memory is not None
    assert (memory.is_learned, memory.reviews) == (True, 5)
    forgotten = reviewed(memory, Grade.AGAIN, now=now)
    assert (forgotten.is_learned, forgotten.due_at - now) == (False, 10 * MINUTE)


def test_what_is_offered_as_waiting_time_is_what_is_kept() -> None:
    before = reviewed(None, Grade.HARD, now=NOON)
    offered = waits(before, now=before.due_at)
    kept = {grade: reviewed(before, grade, now=before.due_at) for grade in Grade}
    assert offered == {grade: (after.due_at - before.due_at) / 1e6 for grade, after in kept.items()}
    assert list(offered.values()) == sorted(offered.values())


def test_what_is_due_comes_first_then_new_ones_then_what_is_due_soon() -> None:
    deck = [card("a"), card("b"), card("c")]
    met = reviewed(None, Grade.GOOD, now=NOON)  # again in ten minutes
    known: dict[str, Memory] = {"b": met}

    def ask(now: int, new_left: int, *, tomorrow: int = NOON + DAY) -> str | None:
        found = next_card(deck, known, now=now, tomorrow=tomorrow, new_left=new_left)
        return found.id if found else None

    assert ask(met.due_at, 1) == "b"
    assert ask(NOON, 1) == "a"
    assert ask(NOON, 0) == "b"
    assert ask(NOON - 30 * MINUTE, 0) is None
    known["b"] = learned = reviewed(None, Grade.EASY, now=NOON)
    assert ask(NOON, 0) is None
    assert ask(NOON, 1, tomorrow=learned.due_at) == "a"
    assert ask(NOON, 1, tomorrow=learned.due_at + 1) == "b"  # all through its day, and before what is new


def test_sentences_are_shown_in_the_readers_language_or_in_one_that_is_not_english() -> None:
    assert practice_language(("en", "ko", "ja"), "ja") == "ja"
    assert practice_language(("en", "ko"), "en") == "ko"
    assert practice_language(("en",), "ko") is None


def test_words_differ_and_capitals_marks_and_quotes_do_not() -> None:
    both = compared('it stops when “the user" begins', "It stops, when the user speaks.")
    assert [(piece.text, piece.differs) for piece in both.written] == [
        ('it stops when “the user"', False),
        ("begins", True),
    ]
    assert [piece.text for piece in both.model if piece.differs] == ["speaks."]
    assert compared("Model A doesn\N{RIGHT SINGLE QUOTATION MARK}t wait", "Model A doesn't wait.").same
    assert not compared("", "Model A waits.").same
