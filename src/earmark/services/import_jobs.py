"""Imports in the background: what an owner has uploaded, brought in as the command brings in folders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from sqlalchemy import Connection

from earmark.core.corrections import Choice
from earmark.core.errors import ConflictError, NotFoundError, WrongInputError
from earmark.core.progress import Progress
from earmark.core.wording import pack
from earmark.services import jobs, uploads
from earmark.services.home import Home, open_home
from earmark.services.jobs import JobRow, Kind
from earmark.services.upload_files import upload_folder

if TYPE_CHECKING:
    from earmark.core.imports import ImportReport
    from earmark.engine.jobs import Channel
    from earmark.services.studies import Study

LISTS: Final = ("refused", "warnings", "repaired", "revised", "imported", "unchanged", "ignored")
"""The lists of a report, what needs a look first."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the owner chose, as the options of the command.

    Attributes:
        condition_from: ``folder``, or None.
        agent_speakers: Who in turn lists is the agent.
        vad: Detector of speech that cuts turns; None takes that of the study.
        on_change: What happens to submissions on recordings that are corrected.
        agent_channel: ``left`` or ``right`` becomes the study's setting; None leaves that as it is.
        dry_run: Check everything and store nothing.
    """

    condition_from: Literal["folder"] | None = None
    agent_speakers: tuple[str, ...] = ()
    vad: Literal["fast", "accurate"] | None = None
    on_change: Choice = "refuse"
    agent_channel: Literal["left", "right"] | None = None
    dry_run: bool = False


def start_import(study: Study, options: ImportOptions, *, person_id: str | None) -> str:
    """Let the study's upload be imported, or checked only; return the id of the job.

    Raises:
        NotFoundError: The study has no upload.
        ConflictError: Files of it are missing, or an import of the study is under way.
        WrongInputError: Conditions are to come from folders, and files were chosen without one.
    """
    now = study.home.clock()

    def write(connection: Connection) -> str:
        upload = uploads.upload_of(connection, study.id)
        if upload is None:
            message = "There is nothing to import. Choose the files first."
            raise NotFoundError(message)
        if upload.missing:
            message = f"{len(upload.missing)} files have not arrived. Send them, or leave them out."
            raise ConflictError(message)
        if options.condition_from and any("/" not in file.path for file in upload.files):
            message = "Some files were chosen without their folder, so it cannot name their condition."
            raise WrongInputError(message)
        arguments = {"study_name": study.name, "upload": upload.id, **asdict(options)}
        return jobs.ask_for(
            connection, uploads.KIND, study_id=study.id, person_id=person_id, arguments=arguments, now=now
        )

    return study.home.database.write(write)


def options_of(job: JobRow, *, dry_run: bool, on_change: Choice | None) -> ImportOptions:
    """Return the options of an earlier import, to run it again; None leaves the choice on corrections."""
    return ImportOptions(
        condition_from=job.arguments["condition_from"],
        agent_speakers=tuple(job.arguments["agent_speakers"]),
        vad=job.arguments["vad"],
        on_change=on_change or job.arguments["on_change"],
        agent_channel=job.arguments["agent_channel"],
        dry_run=dry_run,
    )


def settle(home: Home, job: JobRow) -> None:
    """Remove the upload once all of it is imported.

    It stays after a check, and where something was refused: another option, or a choice on a correction, may
    be all that it wants.
    """
    if not (job.arguments["dry_run"] or job.summary["refused"] or job.summary["undecided"]):
        uploads.discard(home, job.study_id)


IMPORT: Final = Kind("earmark.services.import_jobs:work", settle)


def work(arguments: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """Import an upload, in a process of its own."""
    from earmark.services.importing import import_paths  # noqa: PLC0415 - the server needs no decoder

    with open_home(arguments["home"]) as home:
        folder = upload_folder(home, arguments["upload"]).resolve()
        roots = _roots(folder)
        if not roots:
            message = "The files of this import are not there any more. Send them again."
            raise NotFoundError(message)
        report = import_paths(
            _study(home, arguments),
            roots,
            condition_from=arguments["condition_from"],
            agent_speakers=arguments["agent_speakers"],
            vad=arguments["vad"],
            on_change=arguments["on_change"],
            dry_run=arguments["dry_run"],
            within=folder,
            progress=lambda at: _tell(channel, at),
            is_stopped=channel.is_stopped,
        )
    return {
        "complete": not report.left,
        "summary": {name: len(getattr(report, name)) for name in (*LISTS, "undecided")}
        | {"left": len(report.left)},
        "report": _as_chosen(report, folder),
        "failure": pack(report.halted),
    }


def _study(home: Home, arguments: Mapping[str, Any]) -> Study:
    """Return the study with the agent's channel set: for good where things are stored, else for this run."""
    study, channel = home.studies[arguments["study_name"]], arguments["agent_channel"]
    if channel is None or channel == study.settings.agent_channel:
        return study
    if arguments["dry_run"]:
        return replace(study, settings=study.settings.model_copy(update={"agent_channel": channel}))
    return study.set(agent_channel=channel)


def _roots(folder: Path) -> list[Path]:
    """Return what the owner chose, as the command would be given it: each folder, and the files beside."""
    loose = folder / "loose"
    chosen = sorted((folder / "tree").iterdir()) if (folder / "tree").is_dir() else []
    return [*chosen, loose] if loose.is_dir() else chosen


def _tell(channel: Channel, at: Progress) -> None:
    channel.progress(asdict(at))


def _as_chosen(report: ImportReport, folder: Path) -> dict[str, object]:
    """Return the report with the paths that the owner knows, not those on the server's disk."""
    content = report.as_json() | {"left": [_chosen(path, folder) for path in report.left]}
    for name in (*LISTS, "undecided"):
        for entry in cast("list[dict[str, Any]]", content[name]):
            entry |= {
                name: _chosen(entry[name], folder) for name in ("path", "agent_path") if entry.get(name)
            }
    return content


def _chosen(path: str, folder: Path) -> str:
    for kind in ("tree", "loose"):
        if Path(path).is_relative_to(folder / kind):
            return str(Path(path).relative_to(folder / kind))
    return path
