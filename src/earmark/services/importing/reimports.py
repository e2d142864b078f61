"""Recordings that a study has already and that come again: with other words or sound, or without a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from earmark.audio.rendition import Rendition
from earmark.audio.voice_band import write_voice_band
from earmark.core.imports import Refusal, Remark, Unchanged
from earmark.core.turns import written_again
from earmark.core.utterances import digest_of
from earmark.core.wording import said
from earmark.services.importing.corrections import Proposal, propose, settle
from earmark.services.importing.cutting import Cut
from earmark.services.importing.inspection import Inspection, inspect, inspect_list, inspect_words
from earmark.services.importing.originals import Made, store_sound
from earmark.services.importing.recordings import Recording
from earmark.services.importing.run import Outcome, Run
from earmark.services.importing.stimulus_rows import stimulus_row
from earmark.services.workrooms import workroom
from earmark.storage.corrections import SOUND, Known
from earmark.storage.items import replace_rendition
from earmark.storage.turnlists import CurrentList, NewTurnList, current_list, words_given


def look_again(run: Run, recording: Recording, known: Known) -> Outcome:
    """Compare what files say of a recording whose sound is in with what the study has."""
    inspection = Inspection()
    if recording.turns is not None and run.cuts(recording):
        return _take_words(run, recording, known)
    if run.study.protocol.item.is_talk and recording.turns is not None:
        inspection = inspect_list(
            recording, run.study, duration_s=known.duration_s, agent_speakers=run.agent_speakers
        )
    if not inspection.passes:
        return Outcome(refused=inspection.refused)
    said = inspection.listed_channel if recording.agent_channel is None else recording.agent_channel
    recording = replace(recording, agent_channel=said)
    with run.study.home.database.read() as connection:
        proposal = propose(connection, known, recording, _list_given(recording, inspection))
    if not proposal.changed:
        return Outcome(unchanged=Unchanged(str(recording.path), recording.item, recording.condition))
    return _settle(run, recording, known, proposal, inspection)


def _take_words(run: Run, recording: Recording, known: Known) -> Outcome:
    """Give the turns of a recording other words, where a list without speakers says others than before."""
    inspection = Inspection()
    inspect_words(inspection, recording, duration_s=known.duration_s)
    with run.study.home.database.read() as connection:
        held, before = current_list(connection, known.id), words_given(connection, known.id)
    if not inspection.passes:
        return Outcome(refused=inspection.refused)
    turn_list = None
    if held is not None and inspection.words and digest_of(inspection.words) != before:
        cut = _attached(run, held, inspection, known)
        settings = {**held.settings, **cut.settings}
        turn_list = NewTurnList(cut.turns, held.origin, settings)
        inspection.warnings.extend(Remark(str(recording.turns_path), None, one) for one in cut.warnings)
    with run.study.home.database.read() as connection:
        proposal = propose(connection, known, recording, turn_list)
    if not proposal.changed:
        return Outcome(unchanged=Unchanged(str(recording.path), recording.item, recording.condition))
    return _settle(run, recording, known, proposal, inspection)


def _attached(run: Run, held: CurrentList, inspection: Inspection, known: Known) -> Cut:
    if known.agent_channel is None:  # both channels hold the same: only the turns say who speaks
        return Cut(held.turns, {}).with_words(inspection.words, None)
    with workroom(run.study.home.settings.home) as folder:
        band = write_voice_band(run.study.home.objects.file(known.rendition_hash), folder / "voice")
        return run.cutter.attach(held.turns, inspection.words, band, agent_channel=known.agent_channel)


def replace_sound(run: Run, recording: Recording, known: Known, rendition: Rendition, made: Made) -> Outcome:
    """Take a file in the place of the sound that the study has."""
    with run.study.home.database.read() as connection:
        completed = _completed(recording, known, current_list(connection, known.id))
    inspection = inspect(
        completed,
        rendition,
        run.study,
        agent_speakers=run.agent_speakers,
        known_channel=known.agent_channel,
    )
    if not inspection.passes:
        return Outcome(refused=inspection.refused, warnings=inspection.warnings)

    def put_sound() -> Mapping[str, object]:
        stored = store_sound(run.study.home.objects, recording, made)
        stimulus = stimulus_row(completed, rendition, inspection, stored)
        return {name: getattr(stimulus, name) for name in SOUND}

    turn_list = _list_given(recording, inspection)
    if inspection.waits_for_turns:
        cut = run.cut(recording, inspection, rendition)
        if cut.refused is not None:
            return Outcome(refused=[Refusal(str(recording.paths[-1]), None, cut.refused)])
        turn_list = cut.as_list()
        inspection.warnings.extend(Remark(str(recording.path), None, one) for one in cut.warnings)
    with run.study.home.database.read() as connection:
        proposal = propose(connection, known, recording, turn_list, put_sound=put_sound)
    return _settle(run, recording, known, proposal, inspection)


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
    run: Run, recording: Recording, known: Known, proposal: Proposal, inspection: Inspection
) -> Outcome:
    settled = settle(
        run.study,
        known,
        proposal,
        path=str(recording.path),
        on_change=run.on_change,
        dry_run=run.dry_run,
    )
    return Outcome(
        revised=settled.revised,
        undecided=settled.undecided,
        refused=[settled.refused] if settled.refused else [],
        repaired=inspection.repaired if settled.revised else [],
        warnings=inspection.warnings,
    )


def put_back(run: Run, recording: Recording, made: Made) -> Outcome:
    """Give the object store again what it has lost of a recording that is in."""
    path, study = str(recording.path), run.study
    if not run.dry_run:
        stored = store_sound(study.home.objects, recording, made)
        study.home.database.write(
            lambda connection: replace_rendition(
                connection,
                study.id,
                original_hash=stored.original,
                rendition_hash=stored.rendition,
                peaks_hash=stored.peaks,
            )
        )
    return Outcome(
        unchanged=Unchanged(path, recording.item, recording.condition),
        repaired=[Remark(path, None, said("file.put-back"))],
    )
