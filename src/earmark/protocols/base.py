"""What every part of a protocol shares: a strict model, ids, and how a part says what is wrong with it."""

from __future__ import annotations

import re
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, StringConstraints
from pydantic_core import PydanticCustomError

from earmark.protocols.faults import Fault

__all__ = ["ID_PATTERN", "PLACEHOLDER", "Answer", "Fault", "Identifier", "Part", "wrong"]

ID_PATTERN: Final = r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$"

PLACEHOLDER: Final = re.compile(r"\{([a-z][a-z0-9-]*)\}")
"""What a phrase leaves to be filled in: an id in braces."""

Identifier = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=64)]
"""Lower-case words joined by ``-`` or ``_``: stable names that exports and audits refer to."""

Answer = dict[str, object]
"""One rater's answer to one question, as it came from the page: nothing in it is trusted yet."""


class Part(BaseModel):
    """A piece of a protocol: unknown keys are faults and nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def wrong(message: str, expected: str) -> PydanticCustomError:
    """Return the error a validator raises: what is wrong with the part, and what was expected."""
    return PydanticCustomError("part", "{message}", {"message": message, "expected": expected})
