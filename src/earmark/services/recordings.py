"""Which recordings the given files and folders hold, and what is said of each beside its sound."""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from earmark.audio.pair import AGENT_CHANNEL
from earmark.core.errors import WrongInputError
from earmark.core.imports import Refusal, Remark
from earmark.core.turnlists.forms import form_of
from earmark.core.turns import TurnRemark, WrittenTurn
from earmark.services.filenames import composed, find_file, is_file
from earmark.services.manifest import ListedRecording, ManifestRow
from earmark.services.manifests import NAMES, SUFFIXES, read_manifest
from earmark.services.speaker_files import PairedUp, SpeakerFiles, pair_up, talk_of
from earmark.services.turnlists import FoundList, TurnLists

_SOUND_NAME: Final = re.compile(
    r".*\.(3gp|aac|aifc?|aiff|amr|au|caf|flac|m4[ab]|mk[av]|mov|mp[34]|og[ag]|opus|pcm|raw|w64|wave?|webm|wma)",
    re.IGNORECASE | re.DOTALL,
)
_SNIFFED_BYTES: Final = 4096
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
    list_repairs: tuple[TurnRemark, ...] = ()
    list_warnings: tuple[TurnRemark, ...] = ()
    agent_speakers: tuple[str, ...] = ()
    named_as_sound: bool = True
    agent_path: Path | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """Its files, the user's first."""
        return (self.path,) if self.agent_path is None else (self.path, self.agent_path)


@dataclass(slots=True)
class Found:
    """What the paths hold: recordings in order, and remarks on everything else."""

    recordings: list[Recording] = field(default_factory=list)
    repaired: list[Remark] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    ignored: list[Remark] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)


def find_recordings(
    paths: Sequence[Path],
    *,
    condition_from: ConditionFrom | None = None,
    with_turns: bool = True,
    within: Path | None = None,
) -> Found:
    """Walk files and folders. Manifests come first: what they list is taken as they say and not twice.

    An item is named after its file as it is reached from the given folder. With ``condition_from="folder"``
    the folder a file lies in names its condition, and the file without its ending the item. Without
    ``with_turns``, as for clips, turn lists are only text beside the sound. Out of the folder ``within`` no
    turn list is read, whatever a manifest says.

    Raises:
        WrongInputError: One of the paths does not exist; nothing was looked at.
    """
    _refuse_missing(paths)
    files = list({one.path.resolve(): one for path in paths for one in _files(path)}.values())
    given = (one.path for one in files if one.given)
    found, lists = Found(), TurnLists(given, within=within) if with_turns else None
    manifests = [one.path for one in files if one.is_manifest]
    for path in manifests:
        _take_manifest(found, lists, path)
    listed = {path.resolve() for recording in found.recordings for path in recording.paths}
    ruled = tuple(path.parent.resolve() for path in manifests if path.name in NAMES)
    pairs = _pair_up(files, listed) if with_turns else PairedUp({}, {})
    for one in files:
        if one.path in manifests or one.path.resolve() in listed or (lists and one.is_turn_list):
            continue
        if not one.given and any(one.path.resolve().is_relative_to(folder) for folder in ruled):
            _ignore(found, one.path, "is not listed in the manifest")
        elif one.path in pairs.refused and (lists is None or lists.of(one.path) is None):
            found.refused.append(pairs.refused[one.path])
        elif one.path in pairs.talks:
            if one.path == pairs.talks[one.path].user:
                found.recordings.append(_two_files(one, pairs.talks[one.path], lists, condition_from))
        elif one.given or one.has_sound_name or not _is_text(one.path):
            found.recordings.append(_unlisted(one, lists, condition_from))
        else:
            _ignore(found, one.path, "is text that no recording needs")
    if lists is not None:
        _account_for_lists(found, lists, files)
    _hint_at_conditions(found, condition_from)
    return found


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    name: str  # as it is reached from the folder that was given
    given: bool  # named by the command itself

    @property
    def is_manifest(self) -> bool:
        return self.path.name in NAMES or (self.given and self.path.suffix.lower() in SUFFIXES)

    @property
    def is_turn_list(self) -> bool:
        return form_of(self.path.name) is not None

    @property
    def has_sound_name(self) -> bool:
        return _SOUND_NAME.fullmatch(self.path.name) is not None


def _refuse_missing(paths: Iterable[Path]) -> None:
    missing = [str(path) for path in paths if not (is_file(path) or _is_folder(path))]
    if missing:
        message = f"There is no such file or folder: {', '.join(missing)}. Nothing was imported."
        raise WrongInputError(message)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # such as a name that is too long
        return False


def _files(path: Path) -> Iterator[_File]:
    """Yield the files at a path in order of their names; hidden ones are left out."""
    if path.is_file():
        yield _File(path, path.name, given=True)
        return
    for file in sorted(path.rglob("*")):
        name = file.relative_to(path)
        if file.is_file() and not any(part.startswith(".") for part in name.parts):
            yield _File(file, name.as_posix(), given=False)


def _is_text(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            start = stream.read(_SNIFFED_BYTES)
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except (OSError, UnicodeDecodeError):
        return False
    return b"\0" not in start


def _take_manifest(found: Found, lists: TurnLists | None, path: Path) -> None:
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
    remedy = "Write the path of the sound as seen from the manifest's folder."
    return Refusal(str(manifest), line, f"there is no file '{written}'", remedy)


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
        return _with_list(recording, lists.of_talk(talk, audio, agent) if agent else lists.of(audio))
    path = find_file(manifest.parent, row.turns)
    if path is not None:
        return _with_list(recording, lists.read(path, audio))
    reason = f"there is no file '{row.turns}'"
    remedy = "Write the path of the turn list as seen from the manifest's folder."
    lists.refused.append(Refusal(str(manifest), listed.line, reason, remedy))
    return replace(recording, turns_path=manifest)


def _channel(row: ManifestRow, agent: Path | None) -> int | None:
    if agent is not None:
        return AGENT_CHANNEL
    return CHANNELS[row.agent_channel] if row.agent_channel else None


def _unlisted(one: _File, lists: TurnLists | None, condition_from: ConditionFrom | None) -> Recording:
    by_folder = condition_from == "folder"
    recording = Recording(
        path=one.path,
        item=composed(one.path.stem if by_folder else one.name),
        condition=composed(one.path.resolve().parent.name) if by_folder else None,
        named_as_sound=one.given or one.has_sound_name,
    )
    return recording if lists is None else _with_list(recording, lists.of(one.path))


def _pair_up(files: Iterable[_File], listed: Collection[Path]) -> PairedUp:
    sounds = (one.path for one in files if one.has_sound_name and one.path.resolve() not in listed)
    return pair_up(sounds)


def _two_files(
    one: _File, talk: SpeakerFiles, lists: TurnLists | None, condition_from: ConditionFrom | None
) -> Recording:
    """Make one recording of the files of two speakers; its turn list bears the talk's name, or theirs."""
    name = (
        talk.talk.name
        if condition_from == "folder"
        else str(PurePosixPath(one.name).with_name(talk.talk.name))
    )
    recording = replace(
        _unlisted(one, None, condition_from),
        item=composed(name),
        agent_path=talk.agent,
        agent_channel=AGENT_CHANNEL,
    )
    found = None if lists is None else lists.of_talk(talk.talk, talk.user, talk.agent)
    return _with_list(recording, found)


def _with_list(recording: Recording, found: FoundList | None) -> Recording:
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


def _account_for_lists(found: Found, lists: TurnLists, files: Sequence[_File]) -> None:
    found.refused.extend(lists.refused)
    found.warnings.extend(lists.warnings)
    for one in files:
        if one.is_turn_list and one.path not in lists.used:
            _ignore(found, one.path, lists.left_out.get(one.path) or _why_unused(one.path))
    order = {str(one.path): number for number, one in enumerate(files)}
    found.ignored.sort(key=lambda remark: order[remark.path])


def _why_unused(path: Path) -> str:
    """Say that a list is of nothing here; a JSON may be anything."""
    is_list = path.suffix.lower() != ".json" or path.name.lower().endswith(".turns.json")
    return "is a turn list of no recording here" if is_list else "is text that no recording needs"


def _hint_at_conditions(found: Found, condition_from: ConditionFrom | None) -> None:
    """Say that folders may be conditions. Taking them for such unasked would be a guess."""
    unlisted = [one.path.parent for one in found.recordings if one.manifest is None]
    folders = sorted(set(unlisted))
    if condition_from is None and len(folders) > 1:
        names = ", ".join(folder.name for folder in folders)
        message = (
            f"the files lie in {len(folders)} folders ({names}) and have no condition. If each folder is a "
            "condition, import with --condition-from folder; a dry run shows what would happen."
        )
        found.warnings.append(Remark(str(folders[0].parent), None, message))


def _ignore(found: Found, path: Path, why: str) -> None:
    found.ignored.append(Remark(str(path), None, why))
