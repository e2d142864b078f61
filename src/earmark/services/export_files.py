"""What an export consists of: tables, words, protocol, sound when asked, and what makes the study again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final

from sqlalchemy import Connection, Row

from earmark import __version__
from earmark.core.errors import EnvironmentProblemError
from earmark.core.flagged import flagged
from earmark.core.hints import shown_hints
from earmark.core.listening import heard_targets
from earmark.core.prefilled import prefilled
from earmark.core.times import iso
from earmark.core.told import marked_facts
from earmark.exports.columns import (
    COMPARISONS,
    EVENTS,
    EVIDENCE,
    FACT_CHECKS,
    FLAGS,
    HINTS,
    KEY_FACTS,
    LISTENING,
    PREFILLED,
    TABLES,
    Table,
)
from earmark.exports.dictionary import dictionary
from earmark.exports.ledger import Ledger
from earmark.exports.sinks import Sink
from earmark.exports.tables import Row as TableRow
from earmark.exports.tables import json_line, write_csv, write_jsonl, write_parquet
from earmark.services.comparisons import comparison_rows
from earmark.services.evidence.rows import evidence_rows
from earmark.services.fact_checks.rows import claim_rows
from earmark.services.protocols import pinned_protocol
from earmark.services.studies import Study
from earmark.storage import exports as reads
from earmark.storage.copies import COPIED, columns_of, stream_rows
from earmark.storage.migrate import HEAD
from earmark.storage.studies import earlier_protocols, protocol_files

FORMAT: Final = 1
"""Of `restore/`: one more with each change that an older Earmark could not read."""

MANIFEST: Final = "restore/manifest.json"

HEARD: Final = ("stimuli", "earlier_sounds")
"""The tables whose rows have sound."""

_PARTS: Final[Mapping[str, tuple[str, Callable[[object], Iterable[Any]]]]] = {
    LISTENING.name: ("listening", heard_targets),
    HINTS.name: ("hints", shown_hints),
    FLAGS.name: ("answers", flagged),
    KEY_FACTS.name: ("talks", marked_facts),
    PREFILLED.name: ("answers", prefilled),
}
"""Tables made of one part of each submission's body."""


@dataclass(frozen=True, slots=True)
class Written:
    """How much was written: rows of each table, and sound files."""

    rows: dict[str, int]
    audio: int


def write_export(study: Study, sink: Sink, *, audio: bool = False) -> Written:
    """Write a study as it is at one moment.

    Rows are streamed, so a large study needs no more memory than a small one. The first file is short, so
    that whoever waits for the first byte waits for no table.

    Args:
        study: The study.
        sink: What takes the files.
        audio: Whether the original sound files come along.

    Raises:
        EnvironmentProblemError: Sound that was asked for is not in the object store.
    """
    with study.home.database.read() as connection:
        return _Writing(study, connection, Ledger(sink), audio).run()


def check_sound(study: Study) -> None:
    """Raise EnvironmentProblemError where the object store lacks an original of the study."""
    with study.home.database.read() as connection:
        for row, _, key in _sounds(connection, study):
            if not study.home.objects.has(key):
                raise _lost(row)


def originals(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return where the files of a recording lie in the export, and their hashes; the user's file first.

    They are named by id, since the names that they had need not differ.

    Args:
        row: ``stimulus``, ``file_name``, ``sha256`` and ``details`` of the recording, and ``last_revision``
            where it was corrected after that.
    """
    name = f"audio/{row['stimulus']}"
    if "last_revision" in row:
        name += f"-until-{row['last_revision']}"
    two = row["details"].get("originals")
    if not two:
        return [(name + _suffix(row["file_name"]), row["sha256"])]
    return [(f"{name}_{one['role']}{_suffix(one['file_name'])}", one["sha256"]) for one in two]


@dataclass(frozen=True, slots=True)
class _Writing:
    """One export on its way into a sink; all of it is read in one transaction."""

    study: Study
    connection: Connection
    ledger: Ledger
    audio: bool
    rows: dict[str, int] = field(default_factory=dict)

    def run(self) -> Written:
        self._write_words()
        for table in TABLES:
            self._write_table(table)
        with self.ledger.open_text("events.jsonl") as stream:
            self.rows[EVENTS.name] = write_jsonl(stream, EVENTS, self._rows_of(EVENTS))
        written = Written(self.rows, self._copy_sound() if self.audio else 0)
        self._write_json("study.json", _description(self.study, written))
        for name in COPIED:
            self._write_copy(name)
        self._write_manifest()
        return written

    def _write_words(self) -> None:
        """Write the study's protocol, which is quickly at hand, others that were used, and the dictionary."""
        self._write_protocol(self.study.protocol_hash, "protocol")
        earlier = earlier_protocols(self.connection, self.study.id)
        for pinned in earlier:
            self._write_protocol(pinned, f"earlier_protocols/{pinned}")
        pinned_ones = (self.study.protocol_hash, *earlier)
        protocols = {one: pinned_protocol(self.study.home, one).protocol for one in pinned_ones}
        with self.ledger.open_text("dictionary.md") as stream:
            stream.write(dictionary(self.study.name, protocols))

    def _write_protocol(self, pinned: str, folder: str) -> None:
        for name, text in protocol_files(self.connection, pinned).items():
            with self.ledger.open_text(f"{folder}/{name}") as stream:
                stream.write(text)

    def _write_table(self, table: Table) -> None:
        """Write the three forms of a table, each from its own reading of the same moment."""
        with self.ledger.open_text(f"{table.name}.csv") as stream:
            self.rows[table.name] = write_csv(stream, table, self._rows_of(table))
        with self.ledger.open_text(f"{table.name}.jsonl") as stream:
            write_jsonl(stream, table, self._rows_of(table))
        with self.ledger.open(f"{table.name}.parquet") as packed:
            write_parquet(packed, table, self._rows_of(table))

    def _rows_of(self, table: Table) -> Iterator[TableRow]:
        """Yield rows in the order of the table's columns."""
        names = [column.name for column in table.columns]
        if table.name in reads.IN_ORDER:
            yield from reads.stream(self.connection, table.name, self.study.id)
            return
        for values in self._values_of(table):
            yield [values[name] for name in names]

    def _values_of(self, table: Table) -> Iterator[Mapping[str, object]]:
        """Yield the rows that are not stored as they are exported."""
        if table.name in _PARTS:
            part, read = _PARTS[table.name]
            for row in reads.stream_parts(self.connection, part, self.study.id):
                yield from (_of_target(_named(row) | asdict(one)) for one in read(row.part))
            return
        if table is EVIDENCE:
            yield from evidence_rows(self.connection, self.study.id)
            return
        if table is FACT_CHECKS:
            yield from claim_rows(self.connection, self.study.id)
            return
        if table is COMPARISONS:
            yield from comparison_rows(self.connection, self.study)
            return
        for number, row in enumerate(reads.stream(self.connection, table.name, self.study.id), 1):
            values = _named(row)
            if table is EVENTS:  # its own number is that of the database
                values["event"] = number
            if table.name in HEARD:
                places = [place for place, _ in originals(values)] if self.audio else []
                values["audio"], values["agent_audio"] = (*places, None, None)[:2]
            yield values

    def _copy_sound(self) -> int:
        copied = 0
        for row, place, key in _sounds(self.connection, self.study):
            try:
                source = self.study.home.objects.local_path(key).open("rb")
            except FileNotFoundError as missing:
                raise _lost(row) from missing
            with source, self.ledger.open(place) as target:
                shutil.copyfileobj(source, target)
            copied += 1
        return copied

    def _write_copy(self, name: str) -> None:
        with self.ledger.open_text(place_of(name)) as stream:
            stream.writelines(stored_lines(self.connection, name, self.study.id))

    def _write_json(self, path: str, value: object) -> None:
        with self.ledger.open_text(path) as stream:
            stream.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")

    def _write_manifest(self) -> None:
        """Write what the export consists of; whatever has no manifest has been cut off."""
        entries = [entry.as_json() for entry in self.ledger.entries]
        manifest = {"format": FORMAT, "tables": HEAD, "earmark": __version__, "files": entries}
        self._write_json(MANIFEST, manifest)


def _of_target(values: dict[str, object]) -> dict[str, object]:
    """Give a row about a side of a pair the condition that stood there."""
    there = f"condition_{values.get('target')}"
    return values | {"condition": values[there]} if there in values else values


def place_of(table: str) -> str:
    """Return where the rows of a table, as they are stored, lie in an export."""
    return f"restore/{table}.jsonl"


def stored_lines(connection: Connection, table: str, study_id: str) -> Iterator[str]:
    """Yield the rows of a table as they are stored: their columns first, then a row a line."""
    yield json_line([column.name for column in columns_of(table)])
    yield from map(json_line, stream_rows(connection, table, study_id))


def _named(row: Row[*tuple[object, ...]]) -> dict[str, Any]:
    return dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name begins with an underscore


def _sounds(connection: Connection, study: Study) -> Iterator[tuple[Row[*tuple[object, ...]], str, str]]:
    """Yield each original with its recording, its place in the export, and its hash."""
    for name in HEARD:
        for row in reads.stream(connection, name, study.id):
            yield from ((row, place, key) for place, key in originals(_named(row)))


def _suffix(file_name: str) -> str:
    return PurePosixPath(file_name).suffix.lower()


def _lost(row: Row[*tuple[object, ...]]) -> EnvironmentProblemError:
    message = (
        f"The sound of {row.file_name} is not in the object store. Restore it from a backup, "
        "import it again, or export without sound."
    )
    return EnvironmentProblemError(message)


def _description(study: Study, written: Written) -> dict[str, object]:
    protocol = study.protocol
    return {
        "study": study.name,
        "title": study.title,
        "state": study.state,
        "protocol": {"id": protocol.id, "version": protocol.version, "hash": study.protocol_hash},
        "settings": study.settings.model_dump(mode="json"),
        "exported_at": iso(study.home.clock()),
        "earmark": __version__,
        "rows": written.rows,
        "audio": written.audio,
    }
