"""Import: from recordings to tasks that can be rated, each of them whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Final

from earmark.audio.decode import UndecodableError
from earmark.audio.detectors import DetectorName
from earmark.audio.rendition import Rendition, render
from earmark.core.characters import character_faults
from earmark.core.corrections import Change, OnChange
from earmark.core.errors import WrongInputError
from earmark.core.imports import Imported, ImportReport, Refusal, Remark, Revised, Unchanged
from earmark.core.progress import IsStopped, Progress, Tell, never, tell_nobody
from earmark.core.times import DAY
from earmark.core.turns import written_again
from earmark.services.corrections import Proposal, propose, settle
from earmark.services.cutting import Cut, Cutter
from earmark.services.foresight import Foresight
from earmark.services.home import Home
from earmark.services.inspection import Inspection, inspect, inspect_list
from earmark.services.matching import Match, Matches
from earmark.services.originals import Made, StoredSound, original_of, store_sound
from earmark.services.preparing import WORK, conclude, take_up
from earmark.services.recordings import ConditionFrom, Recording, find_recordings, no_such_file
from earmark.services.soundchecks import Peer, comparable_level, compare, remark_on
from earmark.services.soundremarks import named, peers
from earmark.services.studies import Study
from earmark.storage.corrections import SOUND, Known, known_recordings
from earmark.storage.items import Added, NewStimulus, add_stimulus, replace_rendition, scenarios_of
from earmark.storage.objects import content_hash
from earmark.storage.turnlists import CurrentList, NewTurnList, current_list

WORKERS: Final = 2
_TICK_S: Final = 0.25
_UNCLEAR: Final = "could correct any of several recordings of its item and condition"
_MAKE_CLEAR: Final = (
    "Give it the file name of the one it corrects, or an item or condition of its own. Recordings that "
    "are to stand beside each other are imported in one run."
)


def import_paths(
    study: Study,
    paths: Sequence[str | Path],
    *,
    condition_from: ConditionFrom | None = None,
    agent_speakers: Sequence[str] = (),
    on_change: OnChange = "refuse",
    dry_run: bool = False,
    vad: DetectorName | None = None,
    within: Path | None = None,
    progress: Tell = tell_nobody,
    is_stopped: IsStopped = never,
) -> ImportReport:
    """Bring recordings into a study and report on every file.

    Each recording is decoded, checked and stored by itself, in one transaction: what is good is in, what is
    not is refused with its reason, and nothing is half in. What the study has already, by item, condition and
    content, is left as it is, so that a second run adds only what is new. An interrupted run keeps what was
    finished. A conversation of two channels without a turn list is stored first, and goes to nobody until its
    turns are cut; where a run ended before that, the next one begins with it.

    A file with other content than its recording has, or with another turn list, corrects that recording: it
    becomes a new revision of it. Where raters have made something of it before, ``on_change`` says what
    happens to that; without a choice the correction is refused and listed as undecided.

    Args:
        study: The study that takes them.
        paths: Sound files, manifests, and folders of them.
        condition_from: ``folder`` takes the folder a file lies in as its condition.
        agent_speakers: Who in turn lists is the agent; with one of them in a list, all others are users.
        on_change: What happens to submissions on what is corrected, for all or by stimulus id; see
            `core.corrections.Choice`.
        dry_run: Decode and check, and store nothing.
        vad: Detector of speech that cuts turns where none are given; None takes that of the study.
        within: Folder out of which nothing is read, whatever a manifest says; None allows every place.
        progress: Called from this thread at the start and after each recording, and while turns are cut.
        is_stopped: Asked before each recording. Once it says yes, no other is begun, those under way are
            finished, and the report counts the rest as `left`.

    Raises:
        WrongInputError: A path does not exist, or the protocol rates what cannot be imported.
        EnvironmentProblemError: The detector of speech is not installed, or the disk is full.
    """
    _refuse_pairs(study)
    cutter = Cutter(study, detector=vad)
    _clear_up(study.home)
    found = find_recordings(
        [Path(path) for path in paths],
        condition_from=condition_from,
        with_turns=study.protocol.item.kind == "conversation",
        within=within,
    )
    outcomes = [] if dry_run else list(_taken_up(study, cutter, is_stopped))
    with study.home.database.read() as connection:
        recordings = known_recordings(connection, study.id)
        lost = [one for one in recordings if not all(map(study.home.objects.has, one.needed))]
        matches = Matches(recordings, found.recordings, lost=lost)
        known = peers(connection, study.id)
        foresight = Foresight(recordings, scenarios_of(connection, study.id)) if dry_run else None
    job = _Job(study, matches, on_change, foresight, within, is_stopped, tuple(agent_speakers), cutter)
    outcomes += _each(job, found.recordings, progress)
    _compare(known, outcomes)
    return ImportReport(
        study=study.name,
        imported=tuple(one.imported for one in outcomes if one.imported),
        unchanged=tuple(one.unchanged for one in outcomes if one.unchanged),
        revised=tuple(one.revised for one in outcomes if one.revised),
        undecided=tuple(one.undecided for one in outcomes if one.undecided),
        repaired=(*found.repaired, *(remark for one in outcomes for remark in one.repaired)),
        refused=(*found.refused, *(refusal for one in outcomes for refusal in one.refused)),
        ignored=(*found.ignored, *(remark for one in outcomes for remark in one.ignored)),
        warnings=(*found.warnings, *(remark for one in outcomes for remark in one.warnings)),
        left=sum(one.left for one in outcomes),
    )


@dataclass(slots=True)
class _Outcome:
    """What came of one recording; `left` where the run was stopped before it.

    `peer` is what other recordings are compared with.
    """

    left: bool = False
    peer: Peer | None = None
    imported: Imported | None = None
    unchanged: Unchanged | None = None
    revised: Revised | None = None
    undecided: Change | None = None
    repaired: list[Remark] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    ignored: list[Remark] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Job:
    """One run over one study; ``matches`` know what the study had when it began.

    `foresight` stands for the database in a dry run, which stores nothing.
    """

    study: Study
    matches: Matches
    on_change: OnChange
    foresight: Foresight | None
    within: Path | None
    is_stopped: IsStopped
    agent_speakers: tuple[str, ...]
    cutter: Cutter
    shares: dict[Path, float] = field(default_factory=dict)
    """How far the turns are that are being cut right now."""

    @property
    def dry_run(self) -> bool:
        """Tell whether nothing is to be stored."""
        return self.foresight is not None

    def may_read(self, recording: Recording) -> bool:
        """Tell whether all files of a recording lie where this run may read."""
        if self.within is None:
            return True
        values = (getattr(recording, one.name) for one in fields(recording))
        paths = [value.resolve() for value in values if isinstance(value, Path)]
        return all(path.is_relative_to(self.within.resolve()) for path in paths)


def _taken_up(study: Study, cutter: Cutter, is_stopped: IsStopped) -> Iterator[_Outcome]:
    """Begin with what an interrupted run had stored, and had not cut the turns of."""
    for one in take_up(study, cutter, is_stopped):
        yield _Outcome(repaired=list(one.repaired), refused=list(one.refused))


def _each(job: _Job, recordings: Sequence[Recording], progress: Tell) -> Iterator[_Outcome]:
    """Import side by side, yield in order. Decoder and encoder leave Python's lock, so threads are enough."""
    pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="earmark-import")
    seconds, of = 0.0, len(recordings)
    try:
        futures = [pool.submit(_take, job, recording) for recording in recordings]
        for done, (recording, future) in enumerate(zip(recordings, futures, strict=True)):
            at = Progress(done, of, seconds, recording.path.name)
            progress(at)
            outcome = _result(future, job, recording, at=at, tell=progress)
            seconds += outcome.imported.duration_s if outcome.imported else 0.0
            yield outcome
        progress(Progress(of, of, seconds))
    finally:
        pool.shutdown(cancel_futures=True)  # those under way are finished and kept


def _result(
    future: Future[_Outcome], job: _Job, recording: Recording, *, at: Progress, tell: Tell
) -> _Outcome:
    """Wait for one recording and tell how far its turns are."""
    while not wait([future], timeout=_TICK_S).done:
        if recording.path in job.shares:
            tell(replace(at, cut=job.shares[recording.path]))
    return future.result()


def _take(job: _Job, recording: Recording) -> _Outcome:
    if job.is_stopped():
        return _Outcome(left=True)
    unusable = _unusable(job, recording)
    return _Outcome(refused=[unusable]) if unusable else _take_file(job, recording)


def _unusable(job: _Job, recording: Recording) -> Refusal | None:
    """Refuse what must not be opened: a file out of bounds, a name that is no text."""
    path = str(recording.path)
    if not job.may_read(recording):  # told as if it were not there, so that nobody learns what is
        written = path.removeprefix(f"{recording.manifest and recording.manifest.parent}/")
        return no_such_file(written, manifest=recording.manifest or recording.path, line=recording.line)
    names = (path.name for path in recording.paths)
    if any(character_faults([recording.item, recording.condition, *names], "")):
        reason = "has a name with bytes that are no text (UTF-8)"
        return Refusal(path, None, reason, "Rename it, and the folder it lies in.")
    return None


def _take_file(job: _Job, recording: Recording) -> _Outcome:
    path = str(recording.path)
    try:
        match = job.matches.of(recording, original_of(recording).key)
    except OSError as error:
        reason, remedy = f"cannot be read: {error.strerror}", "Check that the file is there and may be read."
        return _Outcome(refused=[Refusal(path, None, reason, remedy)])
    if match.kind == "unclear":
        return _Outcome(refused=[Refusal(path, None, _UNCLEAR, _MAKE_CLEAR)])
    return _take_as(job, recording, match)


def _take_as(job: _Job, recording: Recording, match: Match) -> _Outcome:
    if match.kind == "same" and match.known and all(map(job.study.home.objects.has, match.known.needed)):
        return _look_again(job, recording, match.known)
    # Beside the objects, so that an hour's rendition needs no room on the system's own disk.
    with tempfile.TemporaryDirectory(prefix=WORK, dir=job.study.home.settings.home) as folder:
        made = Made(Path(folder) / "rendition.mp4", Path(folder) / "peaks")
        try:
            rendition = _rendered(job, recording, made)
        except UndecodableError as error:
            return _undecodable(recording, error)
        if match.kind == "same":
            return _put_back(job, recording, made)
        if match.known is not None:
            return _replace(job, recording, match.known, rendition, made)
        return _bring_in(job, recording, rendition, made)


def _rendered(job: _Job, recording: Recording, made: Made) -> Rendition:
    """Render a recording, with what turns are cut from where it is a conversation without a list of them."""
    has_list = recording.turns is not None or recording.turns_path is not None
    to_cut = job.study.protocol.item.kind == "conversation" and not has_list
    return render(
        recording.path,
        made.rendition,
        peaks=made.peaks,
        voice=made.rendition.with_name("voice") if to_cut else None,
        agent=recording.agent_path,
    )


def _look_again(job: _Job, recording: Recording, known: Known) -> _Outcome:
    """Compare what files say of a recording whose sound is in with what the study has."""
    inspection = Inspection()
    if job.study.protocol.item.kind == "conversation" and recording.turns is not None:
        inspection = inspect_list(
            recording, job.study, duration_s=known.duration_s, agent_speakers=job.agent_speakers
        )
    if not inspection.passes:
        return _Outcome(refused=inspection.refused)
    said = inspection.listed_channel if recording.agent_channel is None else recording.agent_channel
    recording = replace(recording, agent_channel=said)
    with job.study.home.database.read() as connection:
        proposal = propose(connection, known, recording, _list_given(recording, inspection))
    if not proposal.changed:
        return _Outcome(unchanged=Unchanged(str(recording.path), recording.item, recording.condition))
    return _settle(job, recording, known, proposal, inspection)


def _replace(job: _Job, recording: Recording, known: Known, rendition: Rendition, made: Made) -> _Outcome:
    """Take a file in the place of the sound that the study has."""
    with job.study.home.database.read() as connection:
        completed = _completed(recording, known, current_list(connection, known.id))
    inspection = inspect(
        completed,
        rendition,
        job.study,
        agent_speakers=job.agent_speakers,
        known_channel=known.agent_channel,
    )
    if not inspection.passes:
        return _Outcome(refused=inspection.refused, warnings=inspection.warnings)

    def put_sound() -> Mapping[str, object]:
        objects = store_sound(job.study.home.objects, recording, made)
        stimulus = _stimulus(completed, rendition, inspection, objects)
        return {name: getattr(stimulus, name) for name in SOUND}

    turn_list = _list_given(recording, inspection)
    if inspection.waits_for_turns:
        cut = _cut(job, recording, inspection, rendition, None)
        if cut.reason:
            return _Outcome(refused=[Refusal(str(recording.path), None, cut.reason, cut.remedy)])
        turn_list = cut.as_list()
    with job.study.home.database.read() as connection:
        proposal = propose(connection, known, recording, turn_list, put_sound=put_sound)
    return _settle(job, recording, known, proposal, inspection)


def _list_given(recording: Recording, inspection: Inspection) -> NewTurnList | None:
    """Return the turns that files give a recording; a list that it only keeps is not given by them."""
    has_any = recording.turns is not None and inspection.turns
    return NewTurnList(inspection.turns, "given") if has_any else None


def _completed(recording: Recording, known: Known, held: CurrentList | None) -> Recording:
    """Return a corrected recording with what the study knows of it and its files do not say."""
    turns, turns_path = recording.turns, recording.turns_path
    if turns is None and turns_path is None and held is not None and held.origin != "cut":
        turns = written_again(held.turns)
    return replace(
        recording,
        turns=turns,
        language=recording.language or known.language,
        text=recording.text or known.text,
    )


def _settle(
    job: _Job, recording: Recording, known: Known, proposal: Proposal, inspection: Inspection
) -> _Outcome:
    settled = settle(
        job.study,
        known,
        proposal,
        path=str(recording.path),
        on_change=job.on_change,
        dry_run=job.dry_run,
    )
    return _Outcome(
        revised=settled.revised,
        undecided=settled.undecided,
        refused=[settled.refused] if settled.refused else [],
        repaired=inspection.repaired if settled.revised else [],
        warnings=inspection.warnings,
    )


def _put_back(job: _Job, recording: Recording, made: Made) -> _Outcome:
    """Give the object store again what it has lost of a recording that is in."""
    path, study = str(recording.path), job.study
    if not job.dry_run:
        objects = store_sound(study.home.objects, recording, made)
        study.home.database.write(
            lambda connection: replace_rendition(
                connection,
                study.id,
                original_hash=objects.original,
                rendition_hash=objects.rendition,
                peaks_hash=objects.peaks,
            )
        )
    return _Outcome(
        unchanged=Unchanged(path, recording.item, recording.condition),
        repaired=[Remark(path, None, "its sound was lost from the object store: put back")],
    )


def _undecodable(recording: Recording, error: UndecodableError) -> _Outcome:
    """Refuse what was meant as sound; a stray binary file in a folder is only ignored."""
    path, reason = str(error.path or recording.path), str(error)
    if recording.named_as_sound:
        remedy = "Check that it plays elsewhere, and export it again, for example as WAV or FLAC."
        return _Outcome(refused=[Refusal(path, None, reason, remedy)])
    return _Outcome(ignored=[Remark(path, None, reason)])


def _bring_in(job: _Job, recording: Recording, rendition: Rendition, made: Made) -> _Outcome:
    inspection = inspect(recording, rendition, job.study, agent_speakers=job.agent_speakers)
    outcome = _Outcome(repaired=inspection.repaired, refused=inspection.refused, warnings=inspection.warnings)
    if not inspection.passes:
        outcome.repaired = []  # what is not in has not been repaired
        return outcome
    objects, turns = None, len(inspection.turns)
    if job.foresight is None:
        objects = store_sound(job.study.home.objects, recording, made)
        added = _add(job.study, _stimulus(recording, rendition, inspection, objects))
    else:
        added = job.foresight.add(recording, original_of(recording).key)
    if added is None:  # twice in one run, or another process was quicker
        return _Outcome(unchanged=Unchanged(str(recording.path), recording.item, recording.condition))
    stimulus_id = added.stimulus_id or None
    outcome.warnings.extend(_surprises(recording, added))
    if inspection.waits_for_turns:
        cut = _cut(job, recording, inspection, rendition, stimulus_id)
        if cut.reason:
            return _Outcome(refused=[Refusal(str(recording.path), None, cut.reason, cut.remedy)])
        outcome.warnings.extend(Remark(str(recording.path), None, warning) for warning in cut.warnings)
        turns = len(cut.turns)
    sound = content_hash(made.rendition) if objects is None else objects.rendition
    outcome.peer = Peer(named(recording.item, recording.condition), sound, comparable_level(rendition))
    outcome.imported = Imported(
        path=str(recording.path),
        item=recording.item,
        condition=recording.condition,
        stimulus=stimulus_id,
        duration_s=rendition.source.duration_s,
        channels=rendition.source.channels,
        turns=turns,
        agent_path=None if recording.agent_path is None else str(recording.agent_path),
    )
    return outcome


def _compare(known: Sequence[Peer], outcomes: Sequence[_Outcome]) -> None:
    """Warn of sound that is odd beside all that the study has now."""
    new = [(one, one.imported, one.peer) for one in outcomes if one.imported and one.peer]
    for place, finding in compare(known, [peer for _, _, peer in new]):
        outcome, imported, _ = new[place]
        outcome.warnings.append(remark_on(imported.path, finding))


def _cut(
    job: _Job, recording: Recording, inspection: Inspection, rendition: Rendition, stimulus_id: str | None
) -> Cut:
    """Cut the turns of a recording and store them; one that has none is taken out again."""
    agent, band = inspection.agent_channel, rendition.voice
    assert agent is not None  # noqa: S101 - without it the recording was refused
    assert band is not None  # noqa: S101 - it was asked for

    def tell(share: float) -> None:
        job.shares[recording.path] = share

    cut = job.cutter.cut(band, agent_channel=agent, tell=tell)
    if stimulus_id is not None:
        conclude(job.study, stimulus_id, cut)
    return cut


def _surprises(recording: Recording, added: Added) -> Iterator[Remark]:
    path, item = str(recording.path), recording.item
    if added.has_sibling:
        yield Remark(path, None, f"the item '{item}' has another recording of this condition; both are rated")
    if added.kept_scenario:
        yield Remark(path, None, f"the item '{item}' has another scenario already, which stays")


def _stimulus(
    recording: Recording, rendition: Rendition, inspection: Inspection, objects: StoredSound
) -> NewStimulus:
    return NewStimulus(
        item=recording.item,
        condition=recording.condition,
        scenario=recording.scenario,
        file_name=recording.path.name,
        original_hash=objects.original,
        rendition_hash=objects.rendition,
        peaks_hash=objects.peaks,
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
            "originals": _originals(recording, objects),
            "level_db": comparable_level(rendition),
        },
        turn_list=NewTurnList(inspection.turns, "given") if inspection.turns else None,
        waits_for_turns=inspection.waits_for_turns,
    )


def _originals(recording: Recording, objects: StoredSound) -> list[dict[str, str]]:
    """Name the files of two speakers; empty for one file, whose row says it all."""
    if recording.agent_path is None:
        return []
    sides = zip(("user", "agent"), recording.paths, objects.files, strict=True)
    return [{"role": role, "file_name": path.name, "sha256": key} for role, path, key in sides]


def _add(study: Study, new: NewStimulus) -> Added | None:
    now, votes = study.home.clock(), study.settings.votes_per_item
    return study.home.database.write(
        lambda connection: add_stimulus(connection, study.id, new, votes=votes, at=now)
    )


def _clear_up(home: Home) -> None:
    """Remove what killed runs left half rendered; what is younger than a day may be of a run beside this."""
    for folder in home.settings.home.glob(f"{WORK}*"):
        with suppress(FileNotFoundError):  # that run has just removed it itself
            if home.clock() - folder.stat().st_mtime_ns // 1000 > DAY:
                shutil.rmtree(folder)


def _refuse_pairs(study: Study) -> None:
    kind = study.protocol.item.kind
    if kind not in {"clip", "conversation"}:
        message = f"The study '{study.name}' rates items of the kind '{kind}', which cannot be imported yet."
        raise WrongInputError(message)
