"""Roles in a study and what each may do."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What a person is to one study. A person may be a rater of one study and the owner of another."""

    OWNER = "owner"
    REVIEWER = "reviewer"
    RATER = "rater"


class Right(StrEnum):
    """What the server asks before it answers."""

    RATE = "rate"
    READ_GUIDE = "read-guide"
    READ_RESULTS = "read-results"
    MANAGE = "manage"


_RIGHTS: Final[dict[Role, frozenset[Right]]] = {
    Role.OWNER: frozenset({Right.READ_RESULTS, Right.MANAGE, Right.RATE, Right.READ_GUIDE}),
    Role.REVIEWER: frozenset({Right.READ_RESULTS, Right.READ_GUIDE}),
    Role.RATER: frozenset({Right.RATE, Right.READ_GUIDE}),
}


def may(role: Role, right: Right) -> bool:
    """Tell whether a role has a right."""
    return right in _RIGHTS[role]
