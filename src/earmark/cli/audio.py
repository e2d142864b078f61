"""``earmark audio analyse``: what recordings themselves show."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from earmark.cli.output import EXIT_PARTLY, JsonFlag, note, show

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
    """Find clipping, clicks, dropouts and more, and say where; several files give JSON Lines."""
    where = _where(engine, scheduler, jobs)
    found = _analysed(_jobs(paths or [], user, agent, agent_channel, vad=vad, models=models), where)
    if parquet is not None:
        found = iter(_written(parquet, list(found)))
    refused = 0
    for one in found:
        refused += one.refused is not None
        show(one.as_json(), _text(one), as_json=as_json)
    if refused:
        note(f"{refused} could not be read.")
        raise typer.Exit(EXIT_PARTLY)


def _jobs(
    paths: Sequence[Path],
    user: Path | None,
    agent: Path | None,
    side: Side,
    *,
    vad: Literal["fast", "accurate"],
    models: bool,
) -> list[Job]:
    from earmark.core.errors import WrongInputError
    from earmark.services.analysing import Job
    from earmark.services.sound_files import sound_files

    channel = 0 if side is Side.left else 1
    if (user is None) != (agent is None) or (user is not None and paths):
        message = "Give FILE…, or --user FILE with --agent FILE for a talk in two files."
        raise WrongInputError(message)
    if user is not None:
        sound_files([user, *([agent] if agent else [])])
        return [Job(user, agent, vad=vad, models=models)]
    if not paths:
        message = "Nothing to analyse. Give at least one FILE."
        raise WrongInputError(message)
    return [Job(path, agent_channel=channel, vad=vad, models=models) for path in sound_files(paths)]


def _where(engine: Engine, scheduler: str | None, at_once: int | None) -> str | int | None:
    """Return the address of a cluster, or how many processes at a time, None for one a processor."""
    from earmark.core.errors import WrongInputError

    if (engine is Engine.dask) != bool(scheduler):
        message = "--engine dask goes with --scheduler ADDRESS."
        raise WrongInputError(message)
    if scheduler and at_once:
        message = "--jobs is for this machine; the cluster has as many as it has workers."
        raise WrongInputError(message)
    return scheduler or at_once


def _analysed(jobs: Sequence[Job], where: str | int | None) -> Iterator[Analysed]:
    """Yield what was found, and tell on a terminal how far it is."""
    from earmark.engine.executors import cluster, processes, processors
    from earmark.services.analysing import analyse_all

    if len(jobs) == 1 and not isinstance(where, str):
        jobs = [replace(jobs[0], processors=where or processors())]
    with ExitStack() as stack:
        executor = None
        if isinstance(where, str):
            executor = stack.enter_context(cluster(where))
        elif (count := min(where or processors(), len(jobs))) > 1:
            executor = stack.enter_context(processes(count))
        for number, one in enumerate(analyse_all(jobs, executor=executor), 1):
            if len(jobs) > 1 and sys.stderr.isatty():
                note(f"{number} of {len(jobs)}: {one.job.path}")
            yield one


def _written(out: Path, found: list[Analysed]) -> list[Analysed]:
    from earmark.exports.columns import EVIDENCE_OF_FILES
    from earmark.exports.tables import write_parquet

    with out.open("wb") as stream:
        rows = write_parquet(stream, EVIDENCE_OF_FILES, (row for one in found for row in one.as_rows()))
    note(f"{rows} rows in {out}.")
    return found


def _text(one: Analysed) -> str:
    found = one.evidence
    if found is None:
        why = one.refused
        return f"{one.job.path}: {why.reason if why else ''}. {why.remedy if why else ''}".rstrip()
    head = f"{one.job.path}: {found.duration_s:.2f} s, {found.channels} ch, {found.sample_rate_hz} Hz"
    lines = [f"  {name}: {_plain(value)}" for name, value in found.measures.items()]
    lines += [_line(row) for row in found.rows]
    lines += [
        f"  not measurable: {each.kind}{_side(each.channel)}: {each.reason}" for each in found.not_measurable
    ]
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
