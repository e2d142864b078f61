from __future__ import annotations

import pytest
from argon2 import PasswordHasher
from argon2.profiles import RFC_9106_LOW_MEMORY

from earmark.services.passwords import (
    LONGEST,
    SHORTEST,
    Verdict,
    check_password,
    hash_password,
    password_faults,
)

WORDS = "four words and more"


def test_a_password_is_hashed_by_argon2id_at_the_cost_of_rfc_9106() -> None:
    hashed = hash_password(WORDS)
    assert hashed.startswith("$argon2id$")
    assert PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY).check_needs_rehash(hashed) is False
    assert check_password(hashed, WORDS) == Verdict(right=True)


def test_a_hash_of_a_dated_cost_is_right_and_asks_for_a_new_one() -> None:
    dated = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(WORDS)
    assert check_password(dated, WORDS) == Verdict(right=True, rehash=True)
    assert check_password(dated, "other words") == Verdict(right=False)


@pytest.mark.parametrize("stored", [None, "", "no hash at all"])
def test_nothing_is_right_where_there_is_no_hash(stored: str | None) -> None:
    assert check_password(stored, WORDS) == Verdict(right=False)


@pytest.mark.parametrize(
    ("length", "codes"),
    [(SHORTEST - 1, ["password-short"]), (SHORTEST, []), (LONGEST, []), (LONGEST + 1, ["password-long"])],
)
def test_only_the_length_of_a_new_password_counts(length: int, codes: list[str]) -> None:
    assert [fault.code for fault in password_faults("x" * length)] == codes
