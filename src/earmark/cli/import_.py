"""``earmark import``: recordings into a study."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from earmark.cli.output import EXIT_PARTLY, HomeOption, JsonFlag, show

if TYPE_CHECKING:
    from earmark.core.imports import ImportReport


def import_recordings(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Name of the study.")],
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH…", help="Sound files, manifests, or folders of them.")
    ],
    *,
    condition_from: Annotated[
        Literal["folder"] | None,
        typer.Option(help="Take the folder a file lies in as its condition, and its name as the item."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything and store nothing.")] = False,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Bring recordings into a study; what is wrong with one is said with what mends it."""
    from earmark.services.home import open_home
    from earmark.services.importing import import_paths

    with open_home(home) as opened, _progress_bar() as progress:
        report = import_paths(
            opened.studies[study], paths, condition_from=condition_from, dry_run=dry_run, progress=progress
        )
    show(report.as_json(), _as_text(report, dry_run=dry_run), as_json=as_json)
    if report.refused:
        raise typer.Exit(EXIT_PARTLY)


@contextmanager
def _progress_bar() -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on standard error where somebody sits before it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Importing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("import")
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _as_text(report: ImportReport, *, dry_run: bool) -> str:
    return "\n".join(_lines(report, dry_run=dry_run))


def _lines(report: ImportReport, *, dry_run: bool) -> Iterator[str]:
    for refusal in report.refused:
        yield f"refused   {_place(refusal.path, refusal.line)}: {refusal.reason}. {refusal.remedy}"
    for word, remarks in (
        ("repaired", report.repaired),
        ("warning", report.warnings),
        ("ignored", report.ignored),
    ):
        for remark in remarks:
            yield f"{word:<9} {_place(remark.path, remark.line)}: {remark.message}"
    verb = "would be imported" if dry_run else "imported"
    yield f"{len(report.imported)} {verb}, {len(report.unchanged)} unchanged, {_refused(report)}"


def _refused(report: ImportReport) -> str:
    """Count the lines that were printed, and the files that they name."""
    files = len({refusal.path for refusal in report.refused})
    where = f" in {files} file" if files == 1 else f" in {files} files"
    return f"{len(report.refused)} refused{where if files else ''}"


def _place(path: str, line: int | None) -> str:
    """Name a file, in one line and without what would steer the terminal."""
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in path)
    return shown if line is None else f"{shown}:{line}"
