"""A recording to import, and what is said of it beside its sound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

from earmark.core.imports import Refusal, Remark
from earmark.core.turns import TurnNote, WrittenTurn
from earmark.services.importing.turnlists import FoundList

CHANNELS: Final = {"left": 0, "right": 1}
"""Numbers of the channels by their names in manifests and settings."""


ConditionFrom = Literal["folder"]


@dataclass(frozen=True, slots=True)
class Recording:
    """One recording to import, with all that files say of it.

    Attributes:
        path: Its file; the user's where each speaker has one.
        agent_path: The agent's file where each speaker has one.
        line: Line of the manifest that lists it, in `manifest`; both None without one.
        turns: Its turn list as written; None where there is none.
        turns_path: The file that holds the turn list; it is there without `turns` where it was refused.
        list_repairs: What the reader of the turn list mended.
        list_warnings: What the reader of the turn list left out.
        agent_channel: 0 left, 1 right, None where no manifest says it.
        agent_speakers: Labels of the agent in the turn list, where a manifest says them.
        same_sound: Whether another condition of its item may have the very same sound.
        named_as_sound: Whether it is surely meant as sound: by its ending, a manifest or the command.
    """

    path: Path
    item: str
    condition: str | None = None
    manifest: Path | None = None
    line: int | None = None
    language: str = ""
    agent_channel: int | None = None
    scenario: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    turns: tuple[WrittenTurn, ...] | None = None
    turns_path: Path | None = None
    list_repairs: tuple[TurnNote, ...] = ()
    list_warnings: tuple[TurnNote, ...] = ()
    agent_speakers: tuple[str, ...] = ()
    same_sound: bool = False
    named_as_sound: bool = True
    agent_path: Path | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """Its files, the user's first."""
        return (self.path,) if self.agent_path is None else (self.path, self.agent_path)


def with_list(recording: Recording, found: FoundList | None) -> Recording:
    """Return a recording with the turn list that was found for it, or the file of one that was refused."""
    if found is None or found.read is None:
        return replace(recording, turns_path=None if found is None else found.path)
    return replace(
        recording,
        language=recording.language or found.read.language,
        turns=found.read.turns,
        turns_path=found.path,
        list_repairs=found.read.repairs,
        list_warnings=found.read.warnings,
    )


@dataclass(slots=True)
class Found:
    """What the paths hold: recordings in order, and remarks on everything else."""

    recordings: list[Recording] = field(default_factory=list)
    repaired: list[Remark] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    ignored: list[Remark] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)
