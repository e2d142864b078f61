"""Secrets that stand in links and cookies: drawn here, stored only as hashes."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

TOKEN_BYTES: Final = 32


def new_token() -> str:
    """Draw a token of 256 bits that fits in an address."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Return what the database keeps of a token; nothing slow is needed for 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()
