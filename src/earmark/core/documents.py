"""JSON that people write: read strictly, with what is wrong in it."""

from __future__ import annotations

import json

from earmark.core.characters import character_faults
from earmark.core.foreign_faults import fault_of_json
from earmark.core.wording import Said, said


class UnusableJsonError(Exception):
    """The text is no JSON that can be used. ``line`` is that of the fault, None where it is all of it."""

    def __init__(self, why: Said, line: int | None = None) -> None:
        super().__init__(why.code)
        self.said = why
        self.line = line


def parse_json(text: str) -> object:
    """Return the value that a JSON text holds.

    Raises:
        UnusableJsonError: It is no JSON, nested too deeply, or holds a number that is too long or a character
            that cannot be kept.
    """
    try:
        value: object = json.loads(text)
        faults = list(character_faults(value, ""))
    except json.JSONDecodeError as error:
        raise UnusableJsonError(said("json.none", fault=fault_of_json(error.msg)), error.lineno) from error
    except RecursionError as error:
        raise UnusableJsonError(said("json.too-deep")) from error
    except ValueError as error:  # Python's own limit on digits
        raise UnusableJsonError(said("json.too-many-digits")) from error
    if faults:
        raise UnusableJsonError(said("json.character", place=faults[0].where))
    return value
