"""What every part of a protocol shares: a strict model, ids, and the fault a check reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

Identifier = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$", max_length=64)]
"""Lower-case words joined by ``-`` or ``_``: stable names that exports and audits refer to."""

Answer = dict[str, object]
"""One rater's answer to one question, as it came from the page: nothing in it is trusted yet."""


class Part(BaseModel):
    """A piece of a protocol: unknown keys are faults and nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with what a rater sent.

    Attributes:
        where: Path of the field in the submission, such as ``answers.turns.k3f.content.score``.
        code: Stable name of the kind of fault; pages translate by it.
        message: English sentence: what is wrong and what is expected.
    """

    where: str
    code: str
    message: str
