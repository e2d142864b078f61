"""Which recordings the given files and folders hold."""

from __future__ import annotations

import codecs
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Final

from earmark.audio.pair import AGENT_CHANNEL
from earmark.core.errors import WrongInputError
from earmark.core.imports import Remark
from earmark.core.turnlists.forms import form_of
from earmark.core.wording import Said, said
from earmark.services.importing.filenames import composed, has_sound_name, is_file
from earmark.services.importing.folders import Contents, look_through
from earmark.services.importing.manifest_recordings import refuse_doubles, take_manifest
from earmark.services.importing.manifests import SUFFIXES, is_named_manifest
from earmark.services.importing.needless import is_table, why_needless, why_unused
from earmark.services.importing.recordings import ConditionFrom, Found, Recording, with_list
from earmark.services.importing.speaker_files import PairedUp, SpeakerFiles, pair_up
from earmark.services.importing.turnlists import TurnLists

_SNIFFED_BYTES: Final = 4096


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
    looked = [(path, Contents([path]) if path.is_file() else look_through(path)) for path in paths]
    named = (one for path, contents in looked for one in _files(path, contents.files))
    files = list({one.path.resolve(): one for one in named}.values())
    given = (one.path for one in files if one.given)
    found = Found(refused=[refusal for _, contents in looked for refusal in contents.refused])
    lists = TurnLists(given, within=within) if with_turns else None
    manifests = [one.path for one in files if one.is_manifest]
    for path in manifests:
        take_manifest(found, lists, path)
    refuse_doubles(found)
    listed = {path.resolve() for recording in found.recordings for path in recording.paths}
    ruled = tuple(path.parent.resolve() for path in manifests if is_named_manifest(path))
    pairs = _pair_up(files, listed) if with_turns else PairedUp({}, {})
    for one in files:
        if one.path in manifests or one.path.resolve() in listed or (lists and one.is_turn_list):
            continue
        if not one.given and any(one.path.resolve().is_relative_to(folder) for folder in ruled):
            _ignore(found, one.path, said("file.not-listed"))
        elif one.path in pairs.refused and (lists is None or lists.of(one.path) is None):
            found.refused.append(pairs.refused[one.path])
        elif one.path in pairs.talks:
            if one.path == pairs.talks[one.path].user:
                found.recordings.append(_two_files(one, pairs.talks[one.path], lists, condition_from))
        elif one.given or one.has_sound_name or not (is_table(one.path) or _is_text(one.path)):
            found.recordings.append(_unlisted(one, lists, condition_from))
        else:
            _ignore(found, one.path, why_needless(one.path))
    if lists is not None:
        _account_for_lists(found, lists, files)
    found.ignored.extend(remark for _, contents in looked for remark in contents.ignored)
    _hint_at_conditions(found, condition_from)
    return found


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    name: str  # as it is reached from the folder that was given
    given: bool  # named by the command itself

    @property
    def is_manifest(self) -> bool:
        return is_named_manifest(self.path) or (self.given and self.path.suffix.lower() in SUFFIXES)

    @property
    def is_turn_list(self) -> bool:
        return form_of(self.path.name) is not None

    @property
    def has_sound_name(self) -> bool:
        return has_sound_name(self.path.name)


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


def _files(path: Path, files: Iterable[Path]) -> Iterator[_File]:
    """Name the files of one given path as they are reached from it."""
    for file in files:
        given = file == path
        yield _File(file, path.name if given else file.relative_to(path).as_posix(), given=given)


def _is_text(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            start = stream.read(_SNIFFED_BYTES)
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except (OSError, UnicodeDecodeError):
        return False
    return b"\0" not in start


def _unlisted(one: _File, lists: TurnLists | None, condition_from: ConditionFrom | None) -> Recording:
    by_folder = condition_from == "folder"
    recording = Recording(
        path=one.path,
        item=composed(one.path.stem if by_folder else one.name),
        condition=composed(one.path.resolve().parent.name) if by_folder else None,
        named_as_sound=one.given or one.has_sound_name,
    )
    return recording if lists is None else with_list(recording, lists.of(one.path))


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
    return with_list(recording, found)


def _account_for_lists(found: Found, lists: TurnLists, files: Sequence[_File]) -> None:
    found.refused.extend(lists.refused)
    found.warnings.extend(lists.warnings)
    unused = [one.path for one in files if one.is_turn_list and one.path not in lists.used]
    sounds = {
        folder: {name.casefold(): name for name in sorted(lists.sounds_in(folder))}
        for folder in {path.parent for path in unused}
    }
    for path in unused:
        _ignore(found, path, lists.left_out.get(path) or why_unused(path, sounds[path.parent]))
    order = {str(one.path): number for number, one in enumerate(files)}
    found.ignored.sort(key=lambda remark: order[remark.path])


def _hint_at_conditions(found: Found, condition_from: ConditionFrom | None) -> None:
    """Say that folders may be conditions. Taking them for such unasked would be a guess."""
    unlisted = [one.path.parent for one in found.recordings if one.manifest is None]
    folders = sorted(set(unlisted))
    if condition_from is None and len(folders) > 1:
        names = tuple(folder.name for folder in folders)
        hint = said("folder.conditions", count=len(folders), names=names)
        found.warnings.append(Remark(str(folders[0].parent), None, hint))


def _ignore(found: Found, path: Path, why: Said) -> None:
    found.ignored.append(Remark(str(path), None, why))
