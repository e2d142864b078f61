"""One recording of an import: opened, told from what the study has, and taken as what it is to it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from earmark.audio.decode import UndecodableError
from earmark.audio.rendition import Rendition, render
from earmark.core.characters import character_faults
from earmark.core.errors import EnvironmentProblemError
from earmark.core.imports import Refusal, Remark
from earmark.core.system_faults import fault_of_system
from earmark.core.wording import said
from earmark.services.importing.manifest_recordings import no_such_file
from earmark.services.importing.matching import Match
from earmark.services.importing.newcomers import bring_in
from earmark.services.importing.originals import Made, original_of
from earmark.services.importing.recordings import Recording
from earmark.services.importing.reimports import look_again, put_back, replace_sound
from earmark.services.importing.run import Outcome, Run
from earmark.services.soundchecks import told_of_sound
from earmark.services.workrooms import workroom

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


def take(run: Run, recording: Recording) -> Outcome:
    """Do with one recording what is to be done: the whole of an import but the report."""
    if run.ends():
        return Outcome(left=str(recording.path))
    unusable = _unusable(run, recording)
    if unusable:
        return Outcome(refused=[unusable])
    try:
        return _take_file(run, recording)
    except EnvironmentProblemError as error:
        run.halted.append(str(error))
    except OSError as error:
        if not _is_of_ours(error, run.study.home.settings.home):
            return _unreadable(recording, error)
        run.halted.append(said("job.no-room", error=fault_of_system(error)))
    return Outcome(left=str(recording.path))


def _is_of_ours(error: OSError, home: Path) -> bool:
    """Tell trouble with the data folder, which every recording would meet, from trouble with one file."""
    if error.errno in _NO_ROOM:
        return True
    return error.filename is not None and Path(os.fsdecode(error.filename)).is_relative_to(home)


def _unreadable(recording: Recording, error: OSError) -> Outcome:
    unreadable = said("file.unreadable", error=fault_of_system(error))
    return Outcome(refused=[Refusal(str(recording.path), None, unreadable)])


def _unusable(run: Run, recording: Recording) -> Refusal | None:
    """Refuse what must not be opened: a file out of bounds, a name that is no text."""
    path = str(recording.path)
    if not run.may_read(recording):  # told as if it were not there, so that nobody learns what is
        written = path.removeprefix(f"{recording.manifest and recording.manifest.parent}/")
        return no_such_file(written, manifest=recording.manifest or recording.path, line=recording.line)
    names = (path.name for path in recording.paths)
    if any(character_faults([recording.item, recording.condition, *names], "")):
        return Refusal(path, None, said("file.name-no-text"))
    return None


def _take_file(run: Run, recording: Recording) -> Outcome:
    path = str(recording.path)
    try:
        match = run.matches.of(recording, original_of(recording).key)
    except OSError as error:
        return _unreadable(recording, error)
    if match.kind == "unclear":
        return Outcome(refused=[Refusal(path, None, said("file.unclear"))])
    return _take_as(run, recording, match)


def _take_as(run: Run, recording: Recording, match: Match) -> Outcome:
    if match.kind == "same" and match.known and all(map(run.study.home.objects.has, match.known.needed)):
        return look_again(run, recording, match.known)
    with workroom(run.study.home.settings.home) as folder:
        made = Made(folder / "rendition.mp4", folder / "peaks")
        try:
            rendition = _rendered(run, recording, made)
        except UndecodableError as error:
            return _undecodable(recording, error)
        if match.kind == "same":
            return put_back(run, recording, made)
        if match.known is not None:
            return replace_sound(run, recording, match.known, rendition, made)
        return bring_in(run, recording, rendition, made)


def _rendered(run: Run, recording: Recording, made: Made) -> Rendition:
    """Render a recording, with what turns are cut from where they are to be cut."""
    return render(
        recording.path,
        made.rendition,
        peaks=made.peaks,
        voice=made.rendition.with_name("voice") if run.cuts(recording) else None,
        agent=recording.agent_path,
    )


def _undecodable(recording: Recording, error: UndecodableError) -> Outcome:
    """Refuse what was meant as sound; a stray binary file in a folder is only ignored."""
    path, reason = str(error.path or recording.path), told_of_sound(error.note)
    if recording.named_as_sound:
        return Outcome(refused=[Refusal(path, None, reason)])
    return Outcome(ignored=[Remark(path, None, reason)])
