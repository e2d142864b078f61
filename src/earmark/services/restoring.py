"""Make a study again from its export: everything that was in it, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from earmark.audio.decode import UndecodableError
from earmark.audio.rendition import render
from earmark.core.errors import ConflictError, WrongInputError
from earmark.core.roles import Role
from earmark.protocols.faults import Fault, ProtocolError
from earmark.protocols.load import load_files
from earmark.services import members, people
from earmark.services.export_files import originals, place_of
from earmark.services.home import Home
from earmark.services.importing.originals import Made, StoredSound, store_sound
from earmark.services.importing.recordings import Recording
from earmark.services.older_exports import with_rows_of_today
from earmark.services.pairing import level_pairs
from earmark.services.restore_files import ExportFolder, Renew, open_export
from earmark.services.soundchecks import told_of_sound
from earmark.services.studies import check_name
from earmark.services.workrooms import workroom
from earmark.storage import studies
from earmark.storage.copies import BLOCK, COPIED, columns_of, has_id, insert_rows
from earmark.storage.events import record_event
from earmark.storage.ids import new_id
from earmark.storage.people import make_founder, person_by_name

_WORKERS: Final = 2
_WORD: Final = re.compile(r"[\w-]+")
_NAMESAKES: Final = 10_000
_SOUNDED: Final = {"stimulus": "id", "earlier_sound": "stimulus_id"}
"""Tables whose rows have sound, and which of their columns names the recording."""

_SHARED: Final = frozenset({"protocol", "person"})
"""Tables whose rows several studies share: they are looked for by key, and never get other keys."""


@dataclass(slots=True)
class Restored:
    """What was made.

    Attributes:
        study: Its name.
        rows: Number of rows of each table that came with it.
        audio: Recordings whose sound came along or was here already.
        without_sound: Names of the files whose sound is missing.
        renamed: People who have another name here, since somebody else had theirs: the old one and the new.
        new_ids: Whether everything got other ids, since the study of these ids is here already.
        let_in: People who were not here before.
    """

    study: str
    rows: dict[str, int] = field(default_factory=dict)
    audio: int = 0
    without_sound: list[str] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    new_ids: bool = False
    let_in: int = 0

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {
            "study": self.study,
            "rows": self.rows,
            "audio": self.audio,
            "without_sound": self.without_sound,
            "renamed": self.renamed,
            "new_ids": self.new_ids,
            "let_in": self.let_in,
        }


def restore_study(home: Home, folder: Path, *, name: str | None = None) -> Restored:
    """Make a study again from the folder of its export, under its own name or another.

    An export of an older Earmark is restored as one of today. Ids stay as they were, unless the study is here
    already: then the new one is a copy with ids of its own. People come without passwords and without the
    right to make studies; whoever is here already, by id, stays as they are. Sound that came along is decoded
    anew, and gives the renditions that raters hear; of pairs these are made once the study is there.

    Args:
        home: The data folder that takes it.
        folder: The export.
        name: Another name for the study.

    Raises:
        WrongInputError: The export is damaged, or cannot be used here. Nothing was changed.
        ConflictError: A study of that name is here. Nothing was changed.
    """
    with with_rows_of_today(open_export(folder), work=home.settings.home) as export:
        (row,) = export.rows("study")
        restored = Restored(name or row["name"])
        check_name(restored.study)
        _refuse_taken(home, restored.study)
        sounds = _store_sounds(home, export, restored)
        with home.database.begin() as connection:
            _Restoring(home, export, connection, sounds, restored).run(row["id"])
    study = home.studies[restored.study]
    if study.protocol.item.is_pair:
        level_pairs(study)
    return restored


@dataclass(frozen=True, slots=True)
class _Restoring:
    """One study on its way into a database, in one transaction."""

    home: Home
    export: ExportFolder
    connection: Connection
    sounds: Mapping[str, StoredSound]
    restored: Restored

    def run(self, study_id: str) -> None:
        renew: Renew | None = None
        if has_id(self.connection, "study", study_id):
            renew = _renewed(self.export)
            self.restored.new_ids = True
        is_first = people.has_nobody(self.connection)
        for table in COPIED:
            try:
                self.restored.rows[table] = self._bring(table, renew)
            except IntegrityError as wrong:
                raise _unusable(table, str(wrong.orig)) from wrong
        if is_first:
            _found_first(self.connection, self.export)
        founder = people.founder(self.connection)
        if founder is not None:
            members.adopt_orphans(self.connection, person_id=founder.id, now=self.home.clock())
        record_event(
            self.connection,
            "study-restored",
            now=self.home.clock(),
            study=self.restored.study,
            rows=self.restored.rows,
        )

    def _bring(self, table: str, renew: Renew | None) -> int:
        rows = self.export.rows(table, None if table in _SHARED else renew)
        bring = {"protocol": self._pin, "person": self._let_in}.get(table)
        count = 0
        while block := list(islice(rows, BLOCK)):
            if bring is None:
                insert_rows(self.connection, table, [self._fitted(table, row) for row in block])
            else:
                for row in block:
                    bring(row)
            count += len(block)
        return count

    def _fitted(self, table: str, row: dict[str, Any]) -> dict[str, Any]:
        """Return a row as it is to stand here: under the wanted name, with the sound that was made here."""
        if table == "study":
            return row | {"name": self.restored.study}
        if self.restored.new_ids and table in {"submission", "draft"}:
            return _with_own_key(table, row)
        sound = self.sounds.get(row["original_hash"]) if table in _SOUNDED else None
        if sound is None:
            return row
        return row | {"rendition_hash": sound.rendition, "peaks_hash": sound.peaks}

    def _pin(self, row: Mapping[str, Any]) -> None:
        table = "protocol"
        try:
            loaded = load_files(row["files"])
        except ProtocolError as wrong:
            raise _unusable(table, str(wrong)) from wrong
        if loaded.hash != row["hash"]:
            why = "the hash of its files is another one"
            raise _unusable(table, why)
        studies.pin_protocol(
            self.connection,
            content_hash=loaded.hash,
            name=loaded.protocol.id,
            version=loaded.protocol.version,
            files=loaded.files,
        )

    def _let_in(self, row: dict[str, Any]) -> None:
        """Make a person, under another name where somebody else has theirs; who is here stays as they are."""
        if has_id(self.connection, "person", row["id"]):
            return
        name = self._free_name(row["name"])
        if name != row["name"]:
            self.restored.renamed[row["name"]] = name
        del row["name_key"]  # follows from the name
        insert_rows(self.connection, "person", [row | {"name": name, "founder": False}])
        self.restored.let_in += 1

    def _free_name(self, name: str) -> str:
        candidates = (name, *(f"{name} ({number})" for number in range(2, _NAMESAKES)))
        return next(one for one in candidates if person_by_name(self.connection, one) is None)


def _with_own_key(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of a copy without the key of the original, under which a rater can submit one thing alone.

    A key may be any text of a program, such as a word, so it is no id that could be looked for in a line.
    """
    if table == "submission":
        return row | {"client_key": new_id()}
    view = row["body"].get("view")
    if not isinstance(view, dict):
        return row
    return row | {"body": row["body"] | {"view": {part: view[part] for part in view if part != "key"}}}


def _refuse_taken(home: Home, name: str) -> None:
    if name in home.studies:
        message = f"A study named '{name}' is here already. Give this one another name: --as NAME."
        raise ConflictError(message)


def _unusable(table: str, why: str) -> WrongInputError:
    fault = Fault(place_of(table), "unusable", why)
    message = "The export cannot be restored here. Nothing was changed."
    return WrongInputError(message, faults=(fault,))


def _found_first(connection: Connection, export: ExportFolder) -> None:
    """Choose who may make studies, where nobody was here: who could before, else the study's first owner."""
    founders = [row["id"] for row in export.rows("person") if row["founder"]]
    owners = sorted(
        (row["created_at"], row["person_id"])
        for row in export.rows("membership")
        if row["role"] == Role.OWNER and row["revoked_at"] is None
    )
    for chosen in (*founders, *(owner for _, owner in owners))[:1]:
        make_founder(connection, chosen)


def _renewed(export: ExportFolder) -> Renew:
    """Return what puts fresh ids into a line, wherever in it the old ones stand."""
    fresh: dict[str, str] = {}
    for table in COPIED:
        if table not in _SHARED and "id" in {column.name for column in columns_of(table)}:
            fresh |= {row["id"]: new_id() for row in export.rows(table)}

    def renew(line: str) -> str:
        return _WORD.sub(lambda word: fresh.get(word[0], word[0]), line)

    return renew


def _store_sounds(home: Home, export: ExportFolder, restored: Restored) -> dict[str, StoredSound]:
    """Decode what sound came along, two recordings at a time; return what was made, by original."""
    wanted = {}
    for row in _sounding(export):
        places = originals(row)
        needed = (row["rendition_hash"], row["peaks_hash"], *(key for _, key in places))
        if all(map(home.objects.has, needed)):
            restored.audio += 1
        elif all(export.files.get(place) == key for place, key in places):
            restored.audio += 1
            wanted[row["sha256"]] = [export.folder / place for place, _ in places]
        else:
            restored.without_sound.append(row["file_name"])
    restored.without_sound.sort()  # rows stand in the order of their ids, which means nothing to people
    with ThreadPoolExecutor(_WORKERS, thread_name_prefix="earmark-restore") as pool:
        return dict(zip(wanted, pool.map(partial(_store_sound, home), wanted.values()), strict=True))


def _sounding(export: ExportFolder) -> Iterator[dict[str, Any]]:
    """Yield the rows that have sound, named as `originals` wants them."""
    for table, key in _SOUNDED.items():
        for row in export.rows(table):
            yield row | {"stimulus": row[key], "sha256": row["original_hash"]}


def _store_sound(home: Home, paths: Sequence[Path]) -> StoredSound:
    recording = Recording(paths[0], item="", agent_path=paths[1] if len(paths) > 1 else None)
    with workroom(home.settings.home) as folder:
        made = Made(folder / "rendition.mp4", folder / "peaks")
        try:
            render(recording.path, made.rendition, peaks=made.peaks, agent=recording.agent_path)
        except UndecodableError as error:
            fault = Fault(f"audio/{paths[0].name}", "undecodable", told_of_sound(error.note).reason)
            message = "The export cannot be restored here. Nothing was changed."
            raise WrongInputError(message, faults=(fault,)) from error
        return store_sound(home.objects, recording, made)
