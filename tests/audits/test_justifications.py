"""Weak justifications are found and sound ones left alone, in both languages and both dimensions."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest

from earmark.audits.review import draft_of, review
from earmark.protocols import load
from justifications import PROTOCOL, rows

HALVES: Final = ("tuning", "unseen")

ALIKE: Final = {"bare-verdict": "says-little", "nothing-specific": "says-little"}
"""Kinds that tell the rater the same thing: a longer verdict is one that names nothing."""


def alike(kinds: frozenset[str]) -> frozenset[str]:
    return frozenset(ALIKE.get(kind, kind) for kind in kinds)


@pytest.mark.parametrize("name", HALVES)
def test_weak_justifications_are_found_and_sound_ones_are_not_flagged(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = rows(name)
    weak, sound = [row for row in corpus if row.kinds], [row for row in corpus if not row.kinds]
    kinds = {row: row.found() for row in corpus}
    found = [row for row in weak if kinds[row]]
    by_kind = [row for row in weak if alike(kinds[row]) & alike(row.kinds)]
    flagged = [row for row in sound if kinds[row]]
    shares = len(found) / len(weak), len(by_kind) / len(weak), len(flagged) / len(sound)
    precision = len(found) / (len(found) + len(flagged))
    with capsys.disabled():
        print(  # noqa: T201 - the two shares are read at every run
            f"\n{name}: of {len(weak)} weak {shares[0]:.2f} found (recall), {shares[1]:.2f} by their kind; "
            f"of {len(sound)} sound {shares[2]:.2f} flagged; precision {precision:.2f}"
        )
    missed = [row for row in weak if row not in by_kind]
    assert shares[1] >= 0.9, missed
    assert shares[2] <= 0.1, flagged


def test_each_kind_of_weakness_stands_at_least_six_times_in_each_language_or_both() -> None:
    counts = Counter(kind for row in rows("tuning") for kind in row.kinds)
    assert {kind for kind, count in counts.items() if count >= 6} == {rule.id for rule in PROTOCOL.audits}


def test_the_corpus_has_both_languages_and_both_dimensions_weak_and_sound() -> None:
    cells = Counter((row.language, row.dimension, bool(row.kinds)) for row in rows("tuning"))
    assert len(cells) == 8
    assert min(cells.values()) >= 10


def examples(language: str) -> list[tuple[str, int, str]]:
    """Return dimension, score and text of the examples on the guideline's page, in order."""
    page = load("conversation-turns").guide(language, "justifications")
    found = re.findall(r"(Content|Prosody)\)? (\d)[^\n]*\n\n> (.+)", page)
    return [(dimension.lower(), int(score), text) for dimension, score, text in found]


def kinds_of(language: str, dimension: str, score: int, text: str) -> set[str]:
    draft = draft_of(PROTOCOL.question(dimension), {"score": score, "justification": text})
    return {finding.id for finding in review(PROTOCOL, draft, language=language).findings}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_the_guideline_calls_good_is_left_alone_and_what_it_calls_weak_is_found(language: str) -> None:
    shown = examples(language)
    assert len(shown) == 13
    assert [kinds_of(language, *example) for example in shown[:8]] == [set()] * 8
    vague, unproven, unnamed, no_reason, mixed = (kinds_of(language, *example) for example in shown[8:])
    assert "bare-verdict" in vague
    assert "nothing-specific" in unproven | unnamed or "bare-verdict" in unproven & unnamed
    assert "score-words-at-odds" in no_reason
    assert "prosody-argues-content" in mixed
