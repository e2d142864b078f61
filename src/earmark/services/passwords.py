"""Passwords: what is asked of a new one, and how one is checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from earmark.protocols.faults import Fault

SHORTEST: Final = 10
LONGEST: Final = 200  # argon2 reads all of it, so an endless one would be work for nothing


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a password found; `rehash` asks for a new hash since the old one's cost is dated."""

    right: bool
    rehash: bool = False


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


def password_faults(password: str, *, where: str = "password") -> tuple[Fault, ...]:
    """Return what keeps this from being a password: only its length counts."""
    if len(password) < SHORTEST:
        message = f"A password has at least {SHORTEST} characters; several words are easy to remember."
        return (Fault(where, "password-short", message),)
    if len(password) > LONGEST:
        return (Fault(where, "password-long", f"A password has at most {LONGEST} characters."),)
    return ()


def hash_password(password: str) -> str:
    """Return the argon2id hash of a password; takes tens of milliseconds on purpose."""
    return _hasher().hash(password)


def check_password(stored: str | None, password: str) -> Verdict:
    """Compare a password with its hash.

    Without a hash (nobody of that name, or a person who signs in by link) it hashes all the same, so that
    the time an answer takes does not tell who exists.
    """
    if stored is None:
        hash_password(password)
        return Verdict(right=False)
    try:
        _hasher().verify(stored, password)
    except (VerificationError, InvalidHashError):
        return Verdict(right=False)
    return Verdict(right=True, rehash=_hasher().check_needs_rehash(stored))
