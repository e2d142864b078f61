"""JSON that people write: read strictly, with a reason that reads after the name of the file or line."""

from __future__ import annotations

import json

from earmark.core.characters import character_faults


class UnusableJsonError(Exception):
    """The text is no JSON that can be used. ``line`` is that of the fault, None where it is all of it."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
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
        reason = f"is no JSON: {error.msg}"
        raise UnusableJsonError(reason, error.lineno) from error
    except RecursionError as error:
        reason = "is nested too deeply"
        raise UnusableJsonError(reason) from error
    except ValueError as error:  # Python's own limit on digits
        reason = "holds a number of too many digits"
        raise UnusableJsonError(reason) from error
    if faults:
        reason = f"holds a character that cannot be kept, in '{faults[0].where}'"
        raise UnusableJsonError(reason)
    return value
