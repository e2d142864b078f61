"""``earmark export``: take a study's data along."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from earmark.cli.output import HomeOption, JsonFlag, show


def export(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Name of the study.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is not there yet, or empty.")],
    *,
    audio: Annotated[bool, typer.Option("--audio", help="Bring the original sound files along.")] = False,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Write a study as CSV, JSON Lines and Parquet, with its protocol and a data dictionary."""
    from earmark.services.exporting import export_study  # the database and Parquet
    from earmark.services.home import open_home

    with open_home(home) as opened:
        written = export_study(opened.studies[study], folder, audio=audio)
    counts = written.rows | ({"sound files": written.audio} if audio else {})
    summary = " · ".join(f"{name} {n}" for name, n in counts.items())
    text = f"{written.folder}: {summary}\ndictionary.md in it says what each column means."
    show(written.as_json(), text, as_json=as_json)
