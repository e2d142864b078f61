"""The recordings that manifests list, with all that they say of each."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from earmark.audio.pair import AGENT_CHANNEL
from earmark.core.imports import Refusal, Remark
from earmark.core.wording import Said, said
from earmark.services.importing.filenames import Namesakes, composed, find_file
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
    namesakes = Namesakes(path.parent)
    for listed in manifest.recordings:
        row = listed.row
        audio = find_file(path.parent, row.audio)
        agent = find_file(path.parent, row.agent_audio) if row.agent_audio else None
        if audio is None or (row.agent_audio and agent is None):
            written = row.audio if audio is None or row.agent_audio is None else row.agent_audio
            found.refused.append(Refusal(str(path), listed.line, _no_sound(written, namesakes)))
        else:
            found.recordings.append(
                _listed(path, listed, audio=audio, agent=agent, lists=lists, namesakes=namesakes)
            )


def refuse_doubles(found: Found) -> None:
    """Refuse what two manifests list as one recording, and warn where they make two of one sound."""
    first: dict[tuple[Path, ...], Recording] = {}
    places: dict[tuple[object, ...], Recording] = {}
    kept = []
    for recording in found.recordings:
        sound = tuple(path.resolve() for path in recording.paths)
        same = places.setdefault((sound, recording.item, recording.condition), recording)
        other = first.setdefault(sound, recording)
        if same is not recording:
            found.refused.append(Refusal(str(recording.manifest), recording.line, _double(recording, same)))
            continue
        kept.append(recording)
        if other.manifest != recording.manifest:
            twice = said("manifest.sound-twice", **_double(recording, other).words, item=other.item)
            found.warnings.append(Remark(str(recording.manifest), recording.line, twice))
    found.recordings = kept


def _double(recording: Recording, other: Recording) -> Said:
    here, there = recording.manifest or recording.path, other.manifest or other.path
    name = Path(os.path.relpath(there, here.parent)).as_posix()
    return said("manifest.listed-elsewhere", sound=recording.path.name, manifest=name, line=other.line or 0)


def no_such_file(written: str, *, manifest: Path, line: int | None) -> Refusal:
    """Refuse a line of a manifest whose sound cannot be had."""
    return Refusal(str(manifest), line, said("manifest.no-sound", file=written))


def _no_sound(written: str, namesakes: Namesakes, *, code: str = "manifest.no-sound") -> Said:
    """Say that there is no such file, and where there is one of other capitals, its name."""
    alike = namesakes.of(written)
    return (
        said(code, file=written)
        if alike is None
        else said("manifest.but-for-case", file=written, alike=alike)
    )


def _listed(
    manifest: Path,
    listed: ListedRecording,
    *,
    audio: Path,
    agent: Path | None,
    lists: TurnLists | None,
    namesakes: Namesakes,
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
        same_sound=row.same_sound,
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
    missing = _no_sound(row.turns, namesakes, code="manifest.no-list")
    lists.refused.append(Refusal(str(manifest), listed.line, missing))
    return replace(recording, turns_path=manifest)


def _channel(row: ManifestRow, agent: Path | None) -> int | None:
    if agent is not None:
        return AGENT_CHANNEL
    return CHANNELS[row.agent_channel] if row.agent_channel else None
