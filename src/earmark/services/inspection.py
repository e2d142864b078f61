"""What a decoded recording must have before it can be rated: turns that fit it, and a known agent channel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from earmark.audio.rendition import Rendition
from earmark.core.imports import Refusal, Remark
from earmark.core.turns import Turn, check_turns
from earmark.services.recordings import CHANNELS, Recording
from earmark.services.studies import Study


@dataclass(slots=True)
class Inspection:
    """The findings on one recording; it may be stored only where it passes.

    `list_refused` says that its turn list was refused when it was read, which needs no second refusal.
    """

    turns: tuple[Turn, ...] = ()
    agent_channel: int | None = None
    refused: list[Refusal] = field(default_factory=list)
    repaired: list[Remark] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)
    list_refused: bool = False

    @property
    def passes(self) -> bool:
        """Tell whether nothing keeps the recording out."""
        return not (self.refused or self.list_refused)


_NO_TURNS: Final = "has no turn list, and cutting turns by voice activity is not there yet"
_NO_CHANNEL: Final = "has two channels, and nothing says on which of them the agent speaks"


def inspect(recording: Recording, rendition: Rendition, study: Study) -> Inspection:
    """Check a recording for a study. A study of clips asks for nothing but sound."""
    inspection = Inspection()
    if study.protocol.item.kind == "conversation":
        _inspect_turns(inspection, recording, rendition.source.duration_s)
        if rendition.source.channels > 1:
            _find_agent(inspection, recording, study)
    _inspect_sound(inspection, recording, rendition)
    return inspection


def _inspect_turns(inspection: Inspection, recording: Recording, duration_s: float) -> None:
    if recording.turns is None and recording.turns_path is not None:
        inspection.list_refused = True
        return
    if recording.turns is None:
        name = f"{recording.path.stem}.turns.json"
        remedy = f"Put '{name}' beside it, or list its turns in a manifest."
        inspection.refused.append(Refusal(str(recording.path), None, _NO_TURNS, remedy))
        return
    checked = check_turns(recording.turns, duration_s=duration_s)
    place = str(recording.turns_path or recording.path)
    inspection.turns = checked.turns
    inspection.refused.extend(Refusal(place, one.line, one.reason, one.remedy) for one in checked.faults)
    inspection.repaired.extend(Remark(place, recording.line, repair) for repair in checked.repairs)


def _find_agent(inspection: Inspection, recording: Recording, study: Study) -> None:
    """Take the channel from the files, else from the study; it is never guessed from the sound."""
    setting = study.settings.agent_channel
    if recording.agent_channel is not None:
        inspection.agent_channel = recording.agent_channel
    elif setting is not None:
        inspection.agent_channel = CHANNELS[setting]
    else:
        remedy = (
            f"Run 'earmark study set {study.name} --agent-channel left' (or right), or write agent_channel "
            "in the manifest."
        )
        inspection.refused.append(Refusal(str(recording.path), None, _NO_CHANNEL, remedy))


def _inspect_sound(inspection: Inspection, recording: Recording, rendition: Rendition) -> None:
    path, damaged = str(recording.path), rendition.source.damaged_packets
    if damaged:
        message = f"is damaged: {damaged} pieces of it could not be decoded and are missing"
        inspection.warnings.append(Remark(path, None, message))
    if rendition.not_finite:
        message = f"holds {rendition.not_finite} samples that are no numbers; they became silence"
        inspection.warnings.append(Remark(path, None, message))
