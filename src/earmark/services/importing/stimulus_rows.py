"""What the database keeps of a recording that was found fit to be rated."""

from __future__ import annotations

from math import log10

from earmark.audio.rendition import Rendition
from earmark.services.importing.inspection import Inspection
from earmark.services.importing.originals import StoredSound
from earmark.services.importing.recordings import Recording
from earmark.services.soundchecks import comparable_level
from earmark.storage.items import NewStimulus
from earmark.storage.preparing import UNCUT_WORDS
from earmark.storage.turnlists import NewTurnList


def stimulus_row(
    recording: Recording, rendition: Rendition, inspection: Inspection, stored: StoredSound
) -> NewStimulus:
    """Return what the study keeps of a recording whose sound is in the object store."""
    return NewStimulus(
        item=recording.item,
        condition=recording.condition,
        scenario=recording.scenario,
        file_name=recording.path.name,
        original_hash=stored.original,
        rendition_hash=stored.rendition,
        peaks_hash=stored.peaks,
        duration_s=rendition.source.duration_s,
        channels=rendition.source.channels,
        sample_rate_hz=rendition.source.sample_rate_hz,
        agent_channel=inspection.agent_channel,
        language=recording.language,
        text=recording.text,
        details={
            "container": rendition.source.container,
            "codec": rendition.source.codec,
            "rendition_rate_hz": rendition.sample_rate_hz,
            "highest": rendition.highest,
            "repairs": [remark.message for remark in inspection.repaired],
            "warnings": [remark.message for remark in inspection.warnings],
            "findings": [finding.as_json() for finding in inspection.findings],
            "originals": _originals(recording, stored),
            "level_db": comparable_level(rendition),
            **_words(inspection),
            "judged": _judged(rendition, inspection.agent_channel),
        },
        turn_list=_turn_list(inspection),
        waits_for_turns=inspection.waits_for_turns,
    )


def _words(inspection: Inspection) -> dict[str, object]:
    """Keep words without speakers until the turns are cut, by whichever run that will be."""
    if not (inspection.waits_for_turns and inspection.words):
        return {}
    return {UNCUT_WORDS: [[one.start_s, one.end_s, one.text] for one in inspection.words]}


def _turn_list(inspection: Inspection) -> NewTurnList | None:
    if not inspection.turns:
        return None
    if inspection.cut_with is None:
        return NewTurnList(inspection.turns, "given")
    return NewTurnList(inspection.turns, "cut", inspection.cut_with)


def _judged(rendition: Rendition, agent_channel: int | None) -> dict[str, float | None]:
    """Return the level of the agent where it has a channel, else of all, and the highest sample; dB."""
    channels = rendition.measures.channels
    level = comparable_level(rendition) if agent_channel is None else channels[agent_channel].level_db
    highest = max(one.highest for one in channels)
    return {"level_db": level, "peak_db": round(20 * log10(highest), 2) if highest else None}


def _originals(recording: Recording, stored: StoredSound) -> list[dict[str, str]]:
    """Name the files of two speakers; empty for one file, whose row says it all."""
    if recording.agent_path is None:
        return []
    sides = zip(("user", "agent"), recording.paths, stored.files, strict=True)
    return [{"role": role, "file_name": path.name, "sha256": key} for role, path, key in sides]
