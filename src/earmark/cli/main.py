"""The program ``earmark``: gathers the commands. Commands import what they need when they run."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from earmark import __version__
from earmark.cli import audio, audit, protocols, stats, study
from earmark.cli.demo import demo
from earmark.cli.export import export
from earmark.cli.import_ import import_recordings
from earmark.cli.invite import invite
from earmark.cli.new import new
from earmark.cli.output import explained
from earmark.cli.report import report
from earmark.cli.results import results
from earmark.cli.serve import serve

app = typer.Typer(
    name="earmark",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # help in plain text takes a third of the time
    add_completion=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"earmark {__version__}")
        raise typer.Exit


@app.callback()
def earmark(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Human evaluation of speech and voice agents, from recordings to numbers one can trust."""
    del version  # the option's callback has printed it


app.command()(demo)
app.command()(serve)
app.command()(new)
app.command("import")(import_recordings)
app.command()(invite)
app.command()(results)
app.command()(report)
app.command()(export)
app.add_typer(study.app, name="study")
app.add_typer(protocols.app, name="protocols")
app.add_typer(audio.app, name="audio")
app.add_typer(audit.app, name="audit")
app.add_typer(stats.app, name="stats")


def main() -> None:
    """Run the command line.

    Linear algebra keeps to one thread, unless the environment says otherwise: a second one mostly waits for
    small matrices with its core in hand, which cost the results of a million scores 3 seconds of 12.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with explained():
        app()
