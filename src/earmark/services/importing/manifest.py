"""What a manifest says of a recording, and what is kept of a manifest while it is read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from earmark.core.imports import Refusal, Remark
from earmark.core.turnlists.json_turns import written_turns
from earmark.core.turns import WrittenTurn
from earmark.core.wording import Said, said

TWO_FILES: Final = ("user_audio", "agent_audio")


_NOT_ONCE: Final = ("manifest.two-files", "the sound is not named once")
_CHANNEL_OF_TWO: Final = ("manifest.channel-of-two", "a channel of two files")


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
    same_sound: bool = False
    turns: list[dict[str, object]] | str | None = None

    @field_validator("scenario", mode="before")
    @classmethod
    def _join_lists(cls, scenario: object) -> object:
        """Take a list of texts, such as key facts, as lines of one."""
        if not isinstance(scenario, dict):
            return scenario
        return {
            name: "\n".join(map(str, value)) if isinstance(value, list) else value
            for name, value in scenario.items()
        }

    @model_validator(mode="before")
    @classmethod
    def _take_two_files(cls, values: dict[str, object]) -> dict[str, object]:
        both = [values.get(name) for name in TWO_FILES]
        if not any(both):
            return values
        if not all(both) or "audio" in values or both[0] == both[1]:
            raise PydanticCustomError(*_NOT_ONCE)
        if "agent_channel" in values:
            raise PydanticCustomError(*_CHANNEL_OF_TWO)
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

    def refuse(self, line: int | None, why: Said) -> None:
        """Note a line, or with None the whole file, that cannot be used."""
        self.refused.append(Refusal(str(self.path), line, why))

    def take_row(self, document: Mapping[str, object], line: int) -> ManifestRow | None:
        """Return what a line says of a recording, None where it was refused."""
        filled = {name: value for name, value in document.items() if value is not None}
        try:
            return ManifestRow.model_validate(filled)
        except ValidationError as wrong:
            errors = wrong.errors(include_url=False)
            for error in {error["loc"][:1]: error for error in reversed(errors)}.values():  # one a column
                self.refuse(line, _fault_of(error, filled))
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
            unknown = said("manifest.unknown-column", column=name)
            self.warnings.append(Remark(str(self.path), None, unknown))


_MOST_SHOWN: Final = 40


def _fault_of(error: ErrorDetails, values: Mapping[str, object]) -> Said:
    """Say what is wrong with a column: its value, and what is expected there."""
    if not error["loc"]:
        return said(error["type"])
    column = str(error["loc"][0])
    if error["type"] == "missing":
        return said("manifest.no-value", column=column)
    shown = json.dumps(values.get(column), ensure_ascii=False, default=str)
    if len(shown) > _MOST_SHOWN:
        shown = f"{shown[:_MOST_SHOWN]}…"
    return said("manifest.wrong-value", column=column, value=shown, expected=said(f"expected.{column}"))
