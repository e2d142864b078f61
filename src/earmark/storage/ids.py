"""Opaque ids: nothing of time, order, study or condition can be read from one."""

from __future__ import annotations

import secrets
from typing import Final

_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0 o 1 l i, since people read ids aloud
_LENGTH: Final = 14  # 31**14 is about 2**69


def new_id() -> str:
    """Draw a fresh id."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
