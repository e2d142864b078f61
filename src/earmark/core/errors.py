"""What can go wrong, by cause. The command line maps causes to exit codes, the web to problem documents."""

from __future__ import annotations

from dataclasses import asdict
from typing import ClassVar

from earmark.protocols.faults import Fault


class EarmarkError(Exception):
    """Something Earmark can explain: the message says what happened and what to do.

    Attributes:
        status: HTTP status of the problem document.
        exit_code: Exit code of a command.
        code: Stable name of the cause.
        faults: Each wrong field, where fields are wrong.
    """

    status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 3
    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults

    def problem(self) -> dict[str, object]:
        """Return the problem document (RFC 9457) of this error."""
        body: dict[str, object] = {
            "type": f"about:blank#{self.code}",
            "title": str(self),
            "status": self.status,
        }
        if self.faults:
            body["faults"] = [asdict(fault) for fault in self.faults]
        return body


class NotFoundError(EarmarkError):
    """No such thing, or it belongs to somebody else: both get the same answer on purpose."""

    status, exit_code, code = 404, 2, "not-found"


class UnknownFilterError(NotFoundError):
    """Results were asked for by a filter, or a name, that is not there.

    Attributes:
        kind: The filter, as in addresses.
        name: What was asked for; None where there is no such filter.
        known: What there is.
    """

    def __init__(self, kind: str, name: str | None, known: tuple[str, ...]) -> None:
        listed = ", ".join(f"'{one}'" for one in known) or "none"
        what = (
            f"Results have no filter '{kind}'. There are: {listed}."
            if name is None
            else f"The study has no {kind} '{name}'. There is: {listed}."
        )
        super().__init__(what)
        self.kind, self.name, self.known = kind, name, known


class ClosedLinkError(NotFoundError):
    """A link is unknown, used up, closed or too old: one answer for all, so that guesses learn nothing."""


class NotSignedInError(EarmarkError):
    """The request carries no live session."""

    status, exit_code, code = 401, 3, "not-signed-in"


class NotAllowedError(EarmarkError):
    """The person is known and the thing is known, but this role may not do that."""

    status, exit_code, code = 403, 3, "not-allowed"


class WrongInputError(EarmarkError):
    """What was sent cannot be used; `faults` names each wrong field. Nothing was changed."""

    status, exit_code, code = 422, 2, "wrong-input"


class ConflictError(EarmarkError):
    """The thing has moved on since the sender last looked, such as a draft written in a newer tab."""

    status, exit_code, code = 409, 2, "conflict"


class TooManyAttemptsError(EarmarkError):
    """Somebody tries too often, such as passwords for one name; later is fine again."""

    status, exit_code, code = 429, 3, "too-many-attempts"


class NoRoomError(EarmarkError):
    """The disk cannot take what was sent; nothing of it was kept. Later may be fine again."""

    status, exit_code, code = 507, 3, "no-room"


class EnvironmentProblemError(EarmarkError):
    """The surroundings are not as needed: no database, a second server, a missing extra."""

    status, exit_code, code = 503, 3, "environment"
