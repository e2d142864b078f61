"""The whole run of an import, over the paths that somebody names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Final

from earmark.audio.detectors import DetectorName
from earmark.core.corrections import OnChange
from earmark.core.errors import WrongInputError
from earmark.core.imports import ImportReport, Remark
from earmark.core.progress import IsStopped, Progress, Tell, never, tell_nobody
from earmark.core.wording import Said, said
from earmark.services.evidence.job import ask_if_needed
from earmark.services.fact_checks.job import ask_if_needed as ask_for_fact_check
from earmark.services.importing.cutting import Cutter
from earmark.services.importing.foresight import Foresight
from earmark.services.importing.intake import take
from earmark.services.importing.matching import Matches
from earmark.services.importing.preparing import take_up
from earmark.services.importing.recording_search import find_recordings
from earmark.services.importing.recordings import ConditionFrom, Found, Recording
from earmark.services.importing.run import Outcome, Run
from earmark.services.importing.same_sides import refuse_same_sides
from earmark.services.pairing import pair_up
from earmark.services.soundchecks import Peer, compare, remark_on
from earmark.services.soundremarks import peers
from earmark.services.studies import Study
from earmark.services.workrooms import clear_up
from earmark.storage.corrections import known_recordings
from earmark.storage.items import scenarios_of

WORKERS: Final = 2
_TICK_S: Final = 0.25


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
    finished. What stops a run from outside, such as a full disk, is told by the report as `halted`. A
    conversation of two channels without a turn list is stored first, and goes to nobody until its
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
            finished, and the report names the rest as `left`.

    Raises:
        WrongInputError: A path does not exist, or the protocol rates what cannot be imported.
        EnvironmentProblemError: The detector of speech is not installed, or the database cannot be used.
    """
    _refuse_sites(study)
    cutter = Cutter(study, detector=vad)
    clear_up(study.home.settings.home)
    found = find_recordings(
        [Path(path) for path in paths],
        condition_from=condition_from,
        with_turns=study.protocol.item.is_talk,
        within=within,
    )
    outcomes = [] if dry_run else list(_taken_up(study, cutter, is_stopped))
    with study.home.database.read() as connection:
        recordings = known_recordings(connection, study.id)
        if study.protocol.item.is_pair:
            refuse_same_sides(found, recordings, study.home.objects)
        lost = [one for one in recordings if not all(map(study.home.objects.has, one.needed))]
        matches = Matches(recordings, found.recordings, lost=lost)
        known = peers(connection, study.id)
        foresight = Foresight(recordings, scenarios_of(connection, study.id)) if dry_run else None
    run = Run(study, matches, on_change, foresight, within, is_stopped, tuple(agent_speakers), cutter)
    outcomes += _each(run, found.recordings, progress)
    _compare(known, outcomes)
    report = _report(study, found, outcomes, halted=run.halted)
    if dry_run:
        return report
    ask_if_needed(study.home, study.id)
    return _paired(study, report, progress, is_stopped) if study.protocol.item.is_pair else report


def _paired(study: Study, report: ImportReport, progress: Tell, is_stopped: IsStopped) -> ImportReport:
    """Make the pairs of what is in now, and tell of recordings that nothing is compared with."""
    paired = pair_up(study, progress=progress, is_stopped=is_stopped)
    ask_for_fact_check(study.home, study.id)
    alone = tuple(Remark(name, None, said("pair.alone")) for name in paired.alone)
    return replace(
        report,
        pairs=paired.made,
        warnings=(*report.warnings, *alone),
        left=(*report.left, *paired.left),
        halted=report.halted or paired.halted,
    )


def _taken_up(study: Study, cutter: Cutter, is_stopped: IsStopped) -> Iterator[Outcome]:
    """Begin with what an interrupted run had stored, and had not cut the turns of."""
    for one in take_up(study, cutter, is_stopped):
        yield Outcome(repaired=list(one.repaired), refused=list(one.refused))


def _each(run: Run, recordings: Sequence[Recording], progress: Tell) -> Iterator[Outcome]:
    """Import side by side, yield in order. Decoder and encoder leave Python's lock, so threads are enough."""
    pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="earmark-import")
    seconds, of = 0.0, len(recordings)
    try:
        futures = [pool.submit(take, run, recording) for recording in recordings]
        for done, (recording, future) in enumerate(zip(recordings, futures, strict=True)):
            at = Progress(done, of, seconds, recording.path.name)
            progress(at)
            outcome = _result(future, run, recording, at=at, tell=progress)
            seconds += outcome.imported.duration_s if outcome.imported else 0.0
            yield outcome
        progress(Progress(of, of, seconds))
    finally:
        pool.shutdown(cancel_futures=True)  # those under way are finished and kept


def _result(future: Future[Outcome], run: Run, recording: Recording, *, at: Progress, tell: Tell) -> Outcome:
    """Wait for one recording and tell how far its turns are."""
    while not wait([future], timeout=_TICK_S).done:
        if recording.path in run.shares:
            tell(replace(at, cut=run.shares[recording.path]))
    return future.result()


def _compare(known: Sequence[Peer], outcomes: Sequence[Outcome]) -> None:
    """Warn of sound that is odd beside all that the study has now."""
    new = [(one, one.imported, one.peer) for one in outcomes if one.imported and one.peer]
    for place, finding in compare(known, [peer for _, _, peer in new]):
        outcome, imported, _ = new[place]
        outcome.warnings.append(remark_on(imported.path, finding))


def _report(
    study: Study, found: Found, outcomes: Sequence[Outcome], *, halted: Sequence[Said | str]
) -> ImportReport:
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
        left=tuple(one.left for one in outcomes if one.left),
        halted=next(iter(halted), ""),
    )


def _refuse_sites(study: Study) -> None:
    kind = study.protocol.item.kind
    if kind == "site-pair":
        message = f"The study '{study.name}' rates items of the kind '{kind}', which cannot be imported yet."
        raise WrongInputError(message)
