"""How commands speak: results on standard output, everything else on standard error, exit codes by cause."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, NoReturn

import typer

from earmark.core.errors import EarmarkError, EnvironmentProblemError, WrongInputError
from earmark.protocols.faults import ProtocolError

EXIT_PARTLY = 1
"""Exit code of a command that is done, but refused, found or failed something."""

EXIT_CANCELLED = 130

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]
HomeOption = Annotated[
    str | None, typer.Option("--home", help="Data folder; without it EARMARK_HOME, else ./earmark-data.")
]


def show(result: object, text: str, *, as_json: bool) -> None:
    """Print a result: as JSON for programs, as text for people. NaN and Infinity are refused."""
    if as_json:
        typer.echo(_encodable(json.dumps(result, ensure_ascii=False, allow_nan=False)))
    elif text:
        typer.echo(_encodable(text))


def note(message: str) -> None:
    """Print a remark for people on standard error."""
    typer.echo(_encodable(message), err=True)


def _encodable(text: str) -> str:
    """Return a text as it can be printed: a file's name may hold bytes that are no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


@contextmanager
def explained() -> Iterator[None]:
    """Turn what Earmark can explain into a message and the right exit code."""
    try:
        yield
    except EarmarkError as error:
        fail(error)
    except ProtocolError as error:
        fail(WrongInputError(str(error)))
    except OSError as error:  # such as a full disk, where no command knows better
        place = f"{error.filename}: " if error.filename else ""
        message = f"{place}{error.strerror or error}. Check that there is room and that this user may use it."
        fail(EnvironmentProblemError(message))
    except SystemExit as leaving:
        if leaving.code == EXIT_CANCELLED:  # Typer has turned the interrupt into it
            note("Cancelled. What was finished is kept; the same command goes on from there.")
        raise


def fail(error: EarmarkError) -> NoReturn:
    """Print an error with its faults on standard error and leave with its exit code."""
    note(f"earmark: {error}")
    for fault in error.faults:
        note(f"  {fault.where}: {fault.message}")
    sys.exit(error.exit_code)
