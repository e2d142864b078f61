from __future__ import annotations

from earmark.core.results import MarkCount
from earmark.protocols import load
from earmark.web.mark_words import MarkWords, mark_words

PROTOCOL = load("conversation-turns").protocol


def test_a_mark_is_told_in_the_words_of_the_protocol() -> None:
    left = MarkCount("turn-discard", "dimension", "prosody", "silent", 2)
    reason = next(one for one in PROTOCOL.exit("turn-discard").reasons if one.id == "silent")
    for language in ("en", "ko"):
        assert mark_words(PROTOCOL, left, language) == MarkWords(
            PROTOCOL.exit("turn-discard").title.in_language(language),
            PROTOCOL.question("prosody").title.in_language(language),
            reason.title.in_language(language),
        )


def test_what_the_protocol_does_not_know_keeps_its_id() -> None:
    assert mark_words(PROTOCOL, MarkCount("old", "item", "gone", "x", 1), "ko") == MarkWords(
        "old", "gone", "x"
    )
    assert mark_words(PROTOCOL, MarkCount("old", "item", None, "", 1), "ko") == MarkWords("old", "", "")
