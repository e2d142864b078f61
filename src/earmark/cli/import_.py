"""``earmark import``: recordings into a study."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from earmark.cli.decisions import OnChangeOption, ask_about, asks_here
from earmark.cli.output import EXIT_CANCELLED, EXIT_PARTLY, HomeOption, JsonFlag, note, show

if TYPE_CHECKING:
    from earmark.core.corrections import OnChange
    from earmark.core.imports import Imported, ImportReport
    from earmark.core.progress import Progress, Tell
    from earmark.services.restoring import Restored

_FORESEEN = 50
"""Recordings that a dry run lists as text; `--json` lists all."""

_NAMED = 3
"""Files that are told by name where there are many."""


def import_recordings(
    study: Annotated[str | None, typer.Argument(metavar="STUDY", help="Name of the study.")] = None,
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH…", help="Sound files, manifests, or folders of them.")
    ] = None,
    *,
    from_export: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Make a study again from the folder of its export, and no more."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--as", metavar="STUDY", help="Another name for what an export holds.")
    ] = None,
    condition_from: Annotated[
        Literal["folder"] | None,
        typer.Option(help="Take the folder a file lies in as its condition, and its name as the item."),
    ] = None,
    agent_speaker: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Who in turn lists is the agent; everybody else there is a user. May come twice.",
        ),
    ] = None,
    vad: Annotated[
        Literal["fast", "accurate"] | None,
        typer.Option(help="Which detector of speech cuts turns where none are given; as the study has it."),
    ] = None,
    on_change: OnChangeOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything and store nothing.")] = False,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Bring recordings into a study; what is wrong with one is said with what mends it."""
    from earmark.cli.stopping import stopped_gently
    from earmark.core.errors import EnvironmentProblemError, WrongInputError
    from earmark.core.wording import tell
    from earmark.services.home import open_home
    from earmark.services.importing import import_paths

    if from_export is not None and study is None:
        _restore(from_export, name=name, home=home, as_json=as_json)
        return
    if study is None or not paths or name is not None or from_export is not None:
        message = (
            "Say which study, and what to bring in: earmark import STUDY PATH…, or earmark import "
            "--from-export DIR [--as STUDY]."
        )
        raise WrongInputError(message)
    with open_home(home) as opened, stopped_gently() as stopped:

        def bring(choice: OnChange) -> ImportReport:
            with _progress_bar() as progress:
                return import_paths(
                    opened.studies[study],
                    paths,
                    condition_from=condition_from,
                    agent_speakers=agent_speaker or (),
                    vad=vad,
                    on_change=choice,
                    dry_run=dry_run,
                    progress=progress,
                    is_stopped=stopped.is_set,
                )

        report = bring("refuse" if on_change is None or on_change == "ask" else on_change)
        if report.undecided and not dry_run and asks_here(on_change, as_json=as_json):
            report = report.settled(bring(ask_about(report.undecided)))
    show(report.as_json(), _as_text(report, dry_run=dry_run), as_json=as_json)
    if report.left:
        note(_left(report.left))
    if report.halted:
        raise EnvironmentProblemError(tell(report.halted))
    if stopped.is_set() and report.left:
        raise typer.Exit(EXIT_CANCELLED)
    if report.refused:
        raise typer.Exit(EXIT_PARTLY)


def _restore(folder: Path, *, name: str | None, home: str | None, as_json: bool) -> None:
    from earmark.services.home import open_home
    from earmark.services.restoring import restore_study

    with open_home(home) as opened:
        restored = restore_study(opened, folder, name=name)
    show(restored.as_json(), "\n".join(_lines_of(restored)), as_json=as_json)


def _lines_of(restored: Restored) -> Iterator[str]:
    rows, study = restored.rows, restored.study
    yield (
        f"Restored the study '{study}': {rows['stimulus']} recordings, {rows['person']} people, "
        f"{rows['submission']} submissions, {rows['score']} scores."
    )
    if restored.new_ids:
        yield "The study it was exported from is here too, so this copy has ids of its own."
    for old, new in restored.renamed.items():
        yield f"{old} is called {new} here, since somebody else has that name."
    if restored.let_in:
        yield (
            f"New here, and without a password yet: {restored.let_in} of the people. Links in: "
            f"earmark serve, earmark invite {study} --role owner"
        )
    if restored.without_sound:
        first = ", ".join(_place(file, None) for file in restored.without_sound[:_NAMED])
        more = ", …" if len(restored.without_sound) > _NAMED else ""
        yield (
            f"{len(restored.without_sound)} recordings have no sound yet ({first}{more}). Bring it in: "
            f"earmark import {study} PATH. Files are known by their content."
        )


@contextmanager
def _progress_bar() -> Iterator[Tell]:
    """Show a bar on standard error where somebody sits before it."""
    from earmark.core.progress import tell_nobody

    if not sys.stderr.isatty():
        yield tell_nobody
        return
    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn("Importing"),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TextColumn("{task.fields[things]}"),
        rich.TimeRemainingColumn(),
        rich.TextColumn("{task.fields[current]}", markup=False),
    )
    with rich.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("import", things="files", current="")

        def show_progress(at: Progress) -> None:
            current = _place(at.current, None)
            if at.cut is not None:
                current += f": cutting turns, {at.cut:.0%}"
            sound = f"files, {_clock(at.seconds)} of sound"
            things = "pairs brought to one level" if at.things == "pairs" else sound
            bar.update(task, completed=at.done, total=at.of, things=things, current=current)

        yield show_progress


def _clock(seconds: float) -> str:
    """Write a length as hours, minutes and seconds, such as 0:03:20."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _as_text(report: ImportReport, *, dry_run: bool) -> str:
    return "\n".join(_lines(report, dry_run=dry_run))


def _lines(report: ImportReport, *, dry_run: bool) -> Iterator[str]:
    for refusal in report.refused:
        yield f"refused   {_place(refusal.path, refusal.line)}: {refusal.reason}. {refusal.remedy}"
    for one in report.revised:
        fate = {"keep": ", submissions kept", "again": ", to be rated again"}.get(one.choice or "", "")
        yield f"corrected {_place(one.path, None)}: revision {one.revision} ({', '.join(one.changed)}){fate}"
    for word, remarks in (
        ("repaired", report.repaired),
        ("warning", report.warnings),
        ("ignored", report.ignored),
    ):
        for remark in remarks:
            remedy = f". {remark.remedy}" if remark.remedy else ""
            yield f"{word:<9} {_place(remark.path, remark.line)}: {remark.message}{remedy}"
    if dry_run:
        yield from _foreseen(report.imported)
    verb = "would be imported" if dry_run else "imported"
    corrected = f", {len(report.revised)} corrected" if report.revised else ""
    unchanged = f"{len(report.unchanged)} unchanged"
    pairs = f", {report.pairs} {'pair' if report.pairs == 1 else 'pairs'} made" if report.pairs else ""
    yield f"{len(report.imported)} {verb}{corrected}, {unchanged}, {_refused(report)}{pairs}"


def _foreseen(imported: Sequence[Imported]) -> Iterator[str]:
    """Say of each recording what a dry run has found of it, as far as a screen holds them."""
    for one in imported[:_FORESEEN]:
        condition = f", condition {_place(one.condition, None)}" if one.condition else ""
        yield f"would import {_place(one.path, None)}: item {_place(one.item, None)}{condition}"
    if len(imported) > _FORESEEN:
        yield f"and {len(imported) - _FORESEEN} more"


def _refused(report: ImportReport) -> str:
    """Count the lines that were printed, and the files that they name."""
    files = len({refusal.path for refusal in report.refused})
    where = f" in {files} file" if files == 1 else f" in {files} files"
    return f"{len(report.refused)} refused{where if files else ''}"


def _left(paths: Sequence[str]) -> str:
    """Say what a run that ended before its end did not bring in."""
    first = ", ".join(_place(path, None) for path in paths[:_NAMED])
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    files = "1 file is" if len(paths) == 1 else f"{len(paths)} files are"
    return f"{files} not in: {first}{more}."


def _place(path: str, line: int | None) -> str:
    """Name a file, in one line and without what would steer the terminal."""
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in path)
    return shown if line is None else f"{shown}:{line}"
