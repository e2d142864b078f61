"""What a manifest says of a recording, and what is kept of a manifest while it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from earmark.core.imports import Refusal, Remark
from earmark.core.turnlists.json_turns import written_turns
from earmark.core.turns import WrittenTurn

TWO_FILES: Final = ("user_audio", "agent_audio")
COLUMNS_HELP: Final = "The columns of a manifest are in docs/importing.md."


class ManifestRow(BaseModel):
    """What a manifest may say of one recording.

    Only ``audio`` must be there, or, where each speaker has a file, ``user_audio`` and ``agent_audio``. Of
    these the first becomes ``audio`` here.
    """

    model_config = ConfigDict(frozen=True, coerce_numbers_to_str=True)

    audio: str = Field(min_length=1)
    agent_audio: str | None = Field(default=None, min_length=1)
    item: str | None = Field(default=None, max_length=200)
    condition: str | None = Field(default=None, max_length=200)
    language: str = Field(default="", max_length=12)
    agent_channel: Literal["left", "right"] | None = None
    agent_speaker: str | None = Field(default=None, max_length=200)
    scenario: dict[str, str] = Field(default_factory=dict)
    text: str = ""
    turns: list[dict[str, object]] | str | None = None

    @model_validator(mode="before")
    @classmethod
    def _take_two_files(cls, values: dict[str, object]) -> dict[str, object]:
        both = [values.get(name) for name in TWO_FILES]
        if not any(both):
            return values
        if not all(both) or "audio" in values or both[0] == both[1]:
            message = "name either 'audio', or 'user_audio' and 'agent_audio', which are two files"
            raise ValueError(message)
        if "agent_channel" in values:
            message = (
                "with a file for each speaker the user is left and the agent right: take 'agent_channel' out"
            )
            raise ValueError(message)
        rest = {name: value for name, value in values.items() if name != "user_audio"}
        return {**rest, "audio": both[0]}


COLUMNS: Final = frozenset({*ManifestRow.model_fields, "user_audio"})


@dataclass(frozen=True, slots=True)
class ListedRecording:
    """One recording of a manifest, with the line that lists it first."""

    row: ManifestRow
    line: int
    turns: tuple[WrittenTurn, ...] | None


@dataclass(slots=True)
class Manifest:
    """A manifest as read: what it lists, and what is wrong with the rest."""

    path: Path
    recordings: list[ListedRecording] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    repaired: list[Remark] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)

    def refuse(self, line: int | None, reason: str, remedy: str) -> None:
        """Note a line, or with None the whole file, that cannot be used."""
        self.refused.append(Refusal(str(self.path), line, reason, remedy))

    def take_row(self, document: Mapping[str, object], line: int) -> ManifestRow | None:
        """Return what a line says of a recording, None where it was refused."""
        filled = {name: value for name, value in document.items() if value is not None}
        try:
            return ManifestRow.model_validate(filled)
        except ValidationError as wrong:
            told: set[object] = set()
            for error in wrong.errors(include_url=False):
                field_name = error["loc"][0] if error["loc"] else ""
                if field_name == "turns" and field_name in told:
                    continue  # neither a list nor a name: one fault
                told.add(field_name)
                where = "turns" if field_name == "turns" else ".".join(str(part) for part in error["loc"])
                said = error["msg"].removeprefix("Value error, ")
                self.refuse(line, f"'{where}' cannot be used: {said}" if where else said, COLUMNS_HELP)
            return None

    def add(self, document: Mapping[str, object], line: int) -> None:
        """List a recording with the turns that its line holds."""
        row = self.take_row(document, line)
        if row is not None:
            turns = written_turns(row.turns, line=line) if isinstance(row.turns, list) else None
            self.recordings.append(ListedRecording(row, line, turns))

    def warn_of_unknown(self, names: set[str]) -> None:
        """Name the columns that say nothing to Earmark."""
        for name in sorted(filter(None, names)):
            message = f"the column '{name}' is not known and was left out. {COLUMNS_HELP}"
            self.warnings.append(Remark(str(self.path), None, message))
