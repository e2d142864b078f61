"""Write a study into a folder that stands by itself: tables, dictionary, protocol and, when asked, sound."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from sqlalchemy import Connection, Row

from earmark import __version__
from earmark.core.errors import EnvironmentProblemError, WrongInputError
from earmark.core.listening import heard_targets
from earmark.core.times import iso
from earmark.exports.columns import EVENTS, LISTENING, TABLES, Table
from earmark.exports.dictionary import dictionary
from earmark.exports.tables import Row as TableRow
from earmark.exports.tables import write_jsonl, write_table
from earmark.services.studies import Study
from earmark.storage import exports as reads
from earmark.storage.studies import protocol_files

_HEARD: Final = ("stimuli", "earlier_sounds")
"""The tables whose rows have sound."""


@dataclass(frozen=True, slots=True)
class Export:
    """What was written: the folder, the number of rows of each table, and of sound files."""

    study: str
    folder: Path
    rows: dict[str, int]
    audio: int

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {"study": self.study, "folder": str(self.folder), "rows": self.rows, "audio": self.audio}


def export_study(study: Study, folder: Path, *, audio: bool = False) -> Export:
    """Export a study as it is at one moment.

    Everything is written into a folder beside the wanted one and put in its place at the end: either all of
    it is there or nothing. Rows are streamed, so a large study needs no more memory than a small one.

    Args:
        study: The study.
        folder: Where to: a folder that is not there yet, or is empty.
        audio: Whether the original sound files come along.

    Raises:
        WrongInputError: The folder holds something already, or is a file. Nothing was written.
    """
    target = folder.absolute()
    _refuse_occupied(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", suffix=".partial", dir=target.parent))
    try:
        export = _write(study, draft, target, audio=audio)
        draft.chmod(0o755)  # mkdtemp made it private
        draft.replace(target)
    except BaseException:
        shutil.rmtree(draft)
        raise
    return export


def _write(study: Study, draft: Path, target: Path, *, audio: bool) -> Export:
    with study.home.database.read() as connection:
        rows = {
            table.name: write_table(draft, table, _rows(connection, study, table, audio=audio))
            for table in TABLES
        }
        events = _rows(connection, study, EVENTS, audio=audio)
        rows[EVENTS.name] = write_jsonl(draft / "events.jsonl", EVENTS, events)
        copied = _copy_audio(connection, study, draft) if audio else 0
        _write_protocol(connection, study, draft / "protocol")
    (draft / "dictionary.md").write_text(dictionary(study.name, study.protocol), encoding="utf-8")
    export = Export(study.name, target, rows, copied)
    description = json.dumps(_description(study, export), ensure_ascii=False, indent=2)
    (draft / "study.json").write_text(description + "\n", encoding="utf-8")
    return export


def _rows(connection: Connection, study: Study, table: Table, *, audio: bool) -> Iterator[TableRow]:
    """Yield rows in the order of the table's columns."""
    names = [column.name for column in table.columns]
    if table is LISTENING:
        yield from _listening_rows(connection, study, names)
        return
    for row in reads.stream(connection, table.name, study.id):
        values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name begins with an underscore
        if table.name in _HEARD:
            places = [str(place) for place, _ in _originals(row)] if audio else []
            values["audio"], values["agent_audio"] = (*places, None, None)[:2]
        yield [values[name] for name in names]


def _listening_rows(connection: Connection, study: Study, names: list[str]) -> Iterator[TableRow]:
    """Yield a row for each target of each submission, from the account of listening in its body."""
    for row in reads.stream(connection, "submissions", study.id):
        for heard in heard_targets(row.body.get("listening")):
            values = dict(row._mapping) | asdict(heard)  # noqa: SLF001 - as above
            yield [values[name] for name in names]


def _copy_audio(connection: Connection, study: Study, draft: Path) -> int:
    (draft / "audio").mkdir()
    copied = 0
    for row in (row for name in _HEARD for row in reads.stream(connection, name, study.id)):
        try:
            for place, key in _originals(row):
                shutil.copyfile(study.home.objects.local_path(key), draft / place)
                copied += 1
        except FileNotFoundError as missing:
            message = (
                f"The sound of {row.file_name} is not in the object store. Restore it from a backup, "
                "import it again, or export without sound."
            )
            raise EnvironmentProblemError(message) from missing
    return copied


def _originals(stimulus: Row[*tuple[object, ...]]) -> list[tuple[PurePosixPath, str]]:
    """Return where the files of a recording lie in the export, and their hashes; the user's file first.

    They are named by id, since the names that they had need not differ.
    """
    folder, two = PurePosixPath("audio"), stimulus.details.get("originals")
    last = getattr(stimulus, "last_revision", None)
    name = stimulus.stimulus if last is None else f"{stimulus.stimulus}-until-{last}"
    if not two:
        suffix = PurePosixPath(stimulus.file_name).suffix.lower()
        return [(folder / f"{name}{suffix}", stimulus.sha256)]
    return [
        (
            folder / f"{name}_{one['role']}{PurePosixPath(one['file_name']).suffix.lower()}",
            one["sha256"],
        )
        for one in two
    ]


def _write_protocol(connection: Connection, study: Study, folder: Path) -> None:
    for name, text in protocol_files(connection, study.protocol_hash).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def _description(study: Study, export: Export) -> dict[str, object]:
    protocol = study.protocol
    return {
        "study": study.name,
        "title": study.title,
        "state": study.state,
        "protocol": {"id": protocol.id, "version": protocol.version, "hash": study.protocol_hash},
        "settings": study.settings.model_dump(mode="json"),
        "exported_at": iso(study.home.clock()),
        "earmark": __version__,
        "rows": export.rows,
        "audio": export.audio,
    }


def _refuse_occupied(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        message = f"{folder} is a file. Name a folder that is not there yet."
        raise WrongInputError(message)
    if any(folder.iterdir()):
        message = f"The folder {folder} is not empty. Name one that is not there yet, or empty it first."
        raise WrongInputError(message)
