"""What is wrong with the data of a protocol, before it is known where in the file that stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from earmark.protocols.located import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong at one path of the data; ``at_key`` points at the key and not at its value."""

    path: Path
    message: str
    expected: str
    at_key: bool = False


def meant(name: object, known: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` for a name close to a known one, else an empty string."""
    close = get_close_matches(str(name), list(known), n=1)
    return f"; did you mean '{close[0]}'?" if close else ""


def one_of(names: Iterable[str]) -> str:
    """Return the names as the end of a sentence."""
    listed = list(dict.fromkeys(names))
    return f"one of {', '.join(listed)}" if len(listed) > 1 else "".join(listed) or "none"
