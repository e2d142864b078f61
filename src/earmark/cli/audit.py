"""``earmark audit check``: what the audits say of a submission given as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from earmark.cli.output import EXIT_PARTLY, JsonFlag, show

app = typer.Typer(
    help="Audits: what a justification lacks, by the rules of a protocol.", no_args_is_help=True
)

_STDIN = "-"
_PARTS = frozenset({"protocol", "answers", "context"})


@app.callback()
def audit() -> None:
    """Keep ``check`` a command of its own while it is the only one."""


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="JSON: protocol, answers, context.")],
    *,
    as_json: JsonFlag = False,
) -> None:
    """Audit the answers to one turn and print risk, predicted grade and findings as JSON."""
    from earmark.audits.check import check as audit_answers
    from earmark.protocols import load

    document = _read(file)
    protocol = load(str(document.get("protocol", ""))).protocol
    checked = audit_answers(protocol, document.get("answers"), document.get("context"))
    text = json.dumps(checked.as_json(), ensure_ascii=False, indent=2)
    show(checked.as_json(), text, as_json=as_json)
    if checked.findings:
        raise typer.Exit(EXIT_PARTLY)


def _read(file: str) -> dict[str, object]:
    """Return the object in a file, or on standard input."""
    from earmark.core.documents import UnusableJsonError, parse_json
    from earmark.core.errors import WrongInputError

    name = "standard input" if file == _STDIN else file
    try:
        content = sys.stdin.buffer.read() if file == _STDIN else Path(file).read_bytes()
        document = parse_json(content.decode("utf-8-sig"))
    except FileNotFoundError as missing:
        message = f"{name}: there is no such file."
        raise WrongInputError(message) from missing
    except UnicodeDecodeError as error:
        message = f"{name}: byte {error.start} is not UTF-8. Save the file as UTF-8."
        raise WrongInputError(message) from error
    except UnusableJsonError as error:
        subject = name if error.line is None else f"{name}:{error.line}"
        message = f"{error.said.with_words(subject=subject).reason}."
        raise WrongInputError(message) from error
    if not isinstance(document, dict) or not isinstance(document.get("protocol"), str):
        message = (
            f"{name}: it must be an object with 'protocol' (a name or a folder), 'answers' and 'context'."
        )
        raise WrongInputError(message)
    if unknown := sorted(document.keys() - _PARTS):
        message = f"{name}: '{unknown[0]}' is no part of it; there are 'protocol', 'answers' and 'context'."
        raise WrongInputError(message)
    return document
