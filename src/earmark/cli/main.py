"""The program ``earmark``: gathers the commands. Commands import what they need when they run."""

from __future__ import annotations

import typer

from earmark.cli import protocols, study
from earmark.cli.demo import demo
from earmark.cli.export import export
from earmark.cli.import_ import import_recordings
from earmark.cli.invite import invite
from earmark.cli.new import new
from earmark.cli.output import explained
from earmark.cli.results import results
from earmark.cli.serve import serve

app = typer.Typer(
    name="earmark",
    help="Human evaluation of speech and voice agents, from recordings to numbers one can trust.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # help in plain text takes a third of the time
    add_completion=False,
)

app.command()(demo)
app.command()(serve)
app.command()(new)
app.command("import")(import_recordings)
app.command()(invite)
app.command()(results)
app.command()(export)
app.add_typer(study.app, name="study")
app.add_typer(protocols.app, name="protocols")


def main() -> None:
    """Run the command line."""
    with explained():
        app()
