"""Shortcut keys: each does one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.protocols.located import Path
from earmark.protocols.outline import Outline, Placed, answers_of, list_of, texts_of
from earmark.protocols.problem import Problem
from earmark.protocols.questions import Scale
from earmark.protocols.rules import Phrase
from earmark.protocols.schema import Exit

PAGE_KEYS: Final = frozenset(" ?/,.;'[]+-=cefghjklmoqrsuvwz")
"""Keys that the rating page has for itself: playing, moving, marking, help, guideline."""

PAIR_KEYS: Final = frozenset("npxy")
"""Keys that the page of a pair has besides: errors, the scenario, both talks, the other side."""


def clashes(outline: Outline) -> Iterator[Problem]:
    """Yield shortcut keys that would do two things at once, and lists of keys of the wrong length."""
    item = outline.root.get("item")
    is_pair = isinstance(item, dict) and item.get("kind") == "pair"
    everywhere = dict.fromkeys(PAGE_KEYS | (PAIR_KEYS if is_pair else frozenset()), "the rating page")
    for part in outline.of(Exit):
        yield from _clash(part, everywhere, f"the exit '{part.raw.get('id')}'")
    for part, identifier in outline.questions():
        own = dict(everywhere)
        if part.model is Scale:
            own |= {str(value): f"the score {value} of '{identifier}'" for value in answers_of(part)}
        keys = list(texts_of(part.raw.get("keys"), (*part.path, "keys")))
        for path, key in keys:
            yield from _taken(path, key, own)
            own[key] = f"a choice of '{identifier}'"
        for phrase in outline.inside(part, Phrase):
            yield from _clash(phrase, own, f"the phrase '{phrase.raw.get('id')}'")
        choices = len(list_of(part.raw.get("points" if part.model is Scale else "options")))
        if keys and choices and len(keys) != choices:
            message = f"{len(keys)} keys are given for {choices} choices"
            yield Problem((*part.path, "keys"), message, "one key a choice")


def _clash(part: Placed, taken: dict[str, str], owner: str) -> Iterator[Problem]:
    key = part.raw.get("key")
    if isinstance(key, str):
        yield from _taken((*part.path, "key"), key, taken)
        taken[key] = owner


def _taken(path: Path, key: str, taken: dict[str, str]) -> Iterator[Problem]:
    if key in taken:
        yield Problem(path, f"the key '{key}' already belongs to {taken[key]}", "a key of its own")
