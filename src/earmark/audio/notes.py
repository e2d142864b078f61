"""What is to be said of a file, as a code and its words; who asked makes a sentence of it in his language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SoundNote:
    """One thing about a file of sound, such as ``beyond-its-size`` with the bytes that follow."""

    code: str
    words: Mapping[str, str | int | float] = field(default_factory=dict)


def note(code: str, /, **words: str | float) -> SoundNote:
    """Return a note with its words."""
    return SoundNote(code, words)
