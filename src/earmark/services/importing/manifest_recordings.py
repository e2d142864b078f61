"""The recordings that manifests list, with all that they say of each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from earmark.audio.pair import AGENT_CHANNEL
from earmark.core.imports import Refusal
from earmark.core.wording import said
from earmark.services.importing.filenames import composed, find_file
from earmark.services.importing.manifest import ListedRecording, ManifestRow
from earmark.services.importing.manifests import read_manifest
from earmark.services.importing.recordings import CHANNELS, Found, Recording, with_list
from earmark.services.importing.speaker_files import talk_of
from earmark.services.importing.turnlists import TurnLists


def take_manifest(found: Found, lists: TurnLists | None, path: Path) -> None:
    """Add to what was found the recordings of a manifest, and what is wrong with it."""
    manifest = read_manifest(path)
    found.refused.extend(manifest.refused)
    found.repaired.extend(manifest.repaired)
    found.warnings.extend(manifest.warnings)
    for listed in manifest.recordings:
        audio = find_file(path.parent, listed.row.audio)
        agent = find_file(path.parent, listed.row.agent_audio) if listed.row.agent_audio else None
        if audio is None:
            found.refused.append(no_such_file(listed.row.audio, manifest=path, line=listed.line))
        elif listed.row.agent_audio and agent is None:
            found.refused.append(no_such_file(listed.row.agent_audio, manifest=path, line=listed.line))
        else:
            found.recordings.append(_listed(path, listed, audio, agent, lists))


def no_such_file(written: str, *, manifest: Path, line: int | None) -> Refusal:
    """Refuse a line of a manifest whose sound cannot be had."""
    return Refusal(str(manifest), line, said("manifest.no-sound", file=written))


def _listed(
    manifest: Path, listed: ListedRecording, audio: Path, agent: Path | None, lists: TurnLists | None
) -> Recording:
    row = listed.row
    talk = None if agent is None else talk_of(audio)
    recording = Recording(
        path=audio,
        agent_path=agent,
        item=composed(row.item or (row.audio if talk is None else str(talk_of(Path(row.audio))))),
        condition=None if row.condition is None else composed(row.condition),
        manifest=manifest,
        line=listed.line,
        language=row.language,
        agent_channel=_channel(row, agent),
        agent_speakers=(row.agent_speaker,) if row.agent_speaker else (),
        scenario=row.scenario,
        text=row.text,
        turns=listed.turns,
        turns_path=None if listed.turns is None else manifest,
    )
    if lists is None or listed.turns is not None:
        return recording
    if not isinstance(row.turns, str):
        return with_list(recording, lists.of_talk(talk, audio, agent) if agent else lists.of(audio))
    path = find_file(manifest.parent, row.turns)
    if path is not None:
        return with_list(recording, lists.read(path, audio))
    missing = said("manifest.no-list", file=row.turns)
    lists.refused.append(Refusal(str(manifest), listed.line, missing))
    return replace(recording, turns_path=manifest)


def _channel(row: ManifestRow, agent: Path | None) -> int | None:
    if agent is not None:
        return AGENT_CHANNEL
    return CHANNELS[row.agent_channel] if row.agent_channel else None
