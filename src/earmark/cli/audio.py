"""``earmark audio analyse``: what recordings themselves show."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from earmark.cli.output import EXIT_CANCELLED, EXIT_PARTLY, JsonFlag, note, show
from earmark.core.errors import EarmarkError, WrongInputError

if TYPE_CHECKING:
    from earmark.audio.evidence.rows import EvidenceRow
    from earmark.services.analysing import Analysed, Job

app = typer.Typer(help="Audio evidence: what a recording itself shows, with times.", no_args_is_help=True)


class Side(StrEnum):
    """One of two channels."""

    left = "left"
    right = "right"


class Engine(StrEnum):
    """Where recordings are analysed."""

    local = "local"
    dask = "dask"


@app.callback()
def audio() -> None:
    """Keep ``analyse`` a command of its own while it is the only one."""


@app.command()
def analyse(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE…", help="Sound files, or folders of them.")
    ] = None,
    *,
    user: Annotated[Path | None, typer.Option(help="The user's file, where each speaker has one.")] = None,
    agent: Annotated[Path | None, typer.Option(help="The agent's file, on the same clock.")] = None,
    agent_channel: Annotated[
        Side, typer.Option(help="Channel of the agent in recordings with two.")
    ] = Side.right,
    vad: Annotated[
        Literal["fast", "accurate"],
        typer.Option(help="Detector of speech; accurate is an extra and takes longer."),
    ] = "fast",
    models: Annotated[
        bool,
        typer.Option("--models", help="Ask models, too: predicted quality and changes of voice; an extra."),
    ] = False,
    parquet: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write all rows to a Parquet file.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes at a time; as many as there are processors.")
    ] = None,
    engine: Annotated[Engine, typer.Option(help="Where the work is done.")] = Engine.local,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The scheduler of a Dask cluster, such as tcp://10.0.0.5:8786."),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Find clipping, clicks, dropouts and more, and say where; with --json a line a file."""
    where = _where(engine, scheduler, jobs)
    asked, passed_over = _jobs(paths or [], user, agent, agent_channel, vad=vad, models=models)
    if parquet is not None:
        _refuse_over_sound(parquet, asked)
    told: list[Analysed] = []
    found = _told(chain(_analysed(asked, where), passed_over), told, as_json=as_json)
    try:
        if parquet is None:
            deque(found, maxlen=0)
        else:
            _write(parquet, found)
    except KeyboardInterrupt:
        kept = "" if parquet is None else f" {parquet} is as it was."
        message = f"Stopped after {len(told)} of {len(asked)}. The same command begins anew.{kept}"
        raise _StoppedError(message) from None
    _name_refused(told)


class _StoppedError(EarmarkError):
    """Ctrl-C was pressed."""

    exit_code = EXIT_CANCELLED


def _told(found: Iterable[Analysed], told: list[Analysed], *, as_json: bool) -> Iterator[Analysed]:
    """Print what is found as it comes, and keep of it in ``told`` what was refused, and else that it was."""
    for one in found:
        show(one.as_json(), _text(one), as_json=as_json)
        told.append(replace(one, parts={}))
        yield one


def _name_refused(told: Sequence[Analysed]) -> None:
    """Name those that could not be read where they are not lost among what was found, and leave with 1."""
    refused = [(one.job.path, one.refused) for one in told if one.refused is not None]
    if refused:
        note(f"{len(refused)} of {len(told)} could not be read:")
        for path, why in refused:
            note(f"  {path}: {why.reason}. {why.remedy or ''}".rstrip())
        raise typer.Exit(EXIT_PARTLY)


def _refuse_over_sound(out: Path, jobs: Sequence[Job]) -> None:

    sounds = {file.resolve() for job in jobs for file in (job.path, job.agent) if file is not None}
    if out.resolve() in sounds:
        message = f"--parquet {out} is one of the recordings, which it would overwrite. Give another name."
        raise WrongInputError(message)
    if out.exists() and not out.is_file():
        message = f"--parquet {out} is no file. Give the name of one."
        raise WrongInputError(message)


def _jobs(
    paths: Sequence[Path],
    user: Path | None,
    agent: Path | None,
    side: Side,
    *,
    vad: Literal["fast", "accurate"],
    models: bool,
) -> tuple[list[Job], list[Analysed]]:
    """Return what to look at, and what of the folders could not be."""
    from earmark.services.analysing import Analysed, Job
    from earmark.services.sound_files import sound_files

    channel = 0 if side is Side.left else 1
    if (user is None) != (agent is None) or (user is not None and paths):
        message = "Give FILE…, or --user FILE with --agent FILE for a talk in two files."
        raise WrongInputError(message)
    if user is not None:
        sound_files([user, *([agent] if agent else [])])
        return [Job(user, agent, vad=vad, models=models)], []
    if not paths:
        message = "Nothing to analyse. Give at least one FILE."
        raise WrongInputError(message)
    named = sound_files(paths)
    jobs = [Job(path, agent_channel=channel, vad=vad, models=models) for path in named.files]
    return jobs, [Analysed(Job(Path(one.path)), refused=one.said) for one in named.refused]


def _where(engine: Engine, scheduler: str | None, at_once: int | None) -> str | int | None:
    """Return the address of a cluster, or how many processes at a time, None for one a processor."""
    if (engine is Engine.dask) != bool(scheduler):
        message = "--engine dask goes with --scheduler ADDRESS."
        raise WrongInputError(message)
    if scheduler and at_once:
        message = "--jobs is for this machine; the cluster has as many as it has workers."
        raise WrongInputError(message)
    return scheduler or at_once


def _analysed(jobs: Sequence[Job], where: str | int | None) -> Iterator[Analysed]:
    """Yield what was found, and tell on a terminal how far it is."""
    from earmark.engine.executors import cluster, processors
    from earmark.services.analysing import analyse_all

    if len(jobs) == 1 and not isinstance(where, str):
        jobs = [replace(jobs[0], processors=where or processors())]
    with ExitStack() as stack:
        if isinstance(where, str):
            found = analyse_all(jobs, executor=stack.enter_context(cluster(where, tell=note)))
        else:
            count = min(where or processors(), len(jobs))
            found = analyse_all(jobs, processes=count if count > 1 else None)
        for number, one in enumerate(found, 1):
            if len(jobs) > 1 and sys.stderr.isatty():
                note(f"{number} of {len(jobs)}: {one.job.path}")
            yield one


def _write(out: Path, found: Iterable[Analysed]) -> None:
    """Write rows as they come; what was there before stays until all are."""
    from earmark.exports.columns import EVIDENCE_OF_FILES
    from earmark.exports.tables import write_parquet

    begun = out.with_name(f".{out.name}.begun")
    try:
        with begun.open("wb") as stream:
            rows = write_parquet(stream, EVIDENCE_OF_FILES, (row for one in found for row in one.as_rows()))
        begun.replace(out)
    finally:
        begun.unlink(missing_ok=True)
    note(f"{rows} rows in {out}.")


def _text(one: Analysed) -> str:
    """Return a recording's lines; why one was refused is told at the end."""
    found = one.evidence
    if found is None:
        return ""
    head = f"{one.job.path}: {found.duration_s:.2f} s, {found.channels} ch, {found.sample_rate_hz} Hz"
    lines = [f"  {name}: {_plain(value)}" for name, value in found.measures.items()]
    lines += [_line(row) for row in found.rows]
    unknown: dict[str, list[str]] = {}
    for each in found.not_measurable:
        unknown.setdefault(each.reason, []).append(f"{each.kind}{_side(each.channel)}")
    lines += [f"  not measurable: {', '.join(kinds)}: {reason}" for reason, kinds in unknown.items()]
    return "\n".join([head, *lines])


def _line(row: EvidenceRow) -> str:
    extra = ", ".join(f"{name} {value}" for name, value in row.extra.items())
    return (
        f"  {row.start_s:9.3f} to {row.end_s:9.3f} s  {row.kind}{_side(row.channel)}  severity {row.severity}"
        f"  {row.value:g} {row.unit}{f' ({extra})' if extra else ''}"
    )


def _side(channel: int) -> str:
    return "" if channel < 0 else f" [{channel}]"


def _plain(value: float | list[float | None] | None) -> str:
    values = value if isinstance(value, list) else [value]
    return " / ".join("not measurable" if each is None else f"{each:g}" for each in values)
