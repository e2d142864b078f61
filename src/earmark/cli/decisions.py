"""Ask the owner at the terminal what happens to submissions on recordings that were corrected."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from earmark.core.corrections import Change, Choice

OnChangeOption = Annotated[
    Literal["ask", "keep", "again", "refuse"] | None,
    typer.Option(
        help="What happens to submissions on a recording that is corrected: they go on counting (keep), or "
        "the item is rated again (again). Without it you are asked; where nobody sits the file is refused."
    ),
]


def asks_here(wanted: str | None, *, as_json: bool) -> bool:
    """Tell whether to ask: where that was said, or nothing was and somebody sits at the terminal."""
    return wanted == "ask" or (wanted is None and not as_json and sys.stdin.isatty() and sys.stderr.isatty())


def ask_about(changes: Iterable[Change]) -> dict[str, Choice]:
    """Ask about each correction on standard error; return the choices by stimulus."""
    import click

    choices: tuple[Choice, ...] = ("keep", "again", "refuse")
    decided: dict[str, Choice] = {}
    for change in changes:
        made = f"{change.submissions} submitted, {change.in_hand} in hand"
        typer.echo(f"{change.path}: other {', '.join(change.changed)}; there is {made}.", err=True)
        question = "Keep what was submitted, rate it again, or refuse the file"
        answer = click.prompt(question, type=click.Choice(choices), default="refuse", err=True)
        decided[change.stimulus] = answer
    return decided
