"""Recordings that a study does not have yet: checked, stored, and their turns cut where none are given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from earmark.audio.rendition import Rendition
from earmark.core.imports import Imported, Refusal, Remark, Unchanged
from earmark.core.scenario import with_class
from earmark.core.wording import said
from earmark.services.importing.inspection import Inspection, inspect
from earmark.services.importing.originals import Made, original_of, store_sound
from earmark.services.importing.preparing import conclude
from earmark.services.importing.recordings import Recording
from earmark.services.importing.run import Outcome, Run
from earmark.services.importing.stimulus_rows import stimulus_row
from earmark.services.soundchecks import Peer, comparable_level
from earmark.services.soundremarks import named
from earmark.services.studies import Study
from earmark.storage.items import Added, NewStimulus, add_stimulus
from earmark.storage.objects import content_hash


def bring_in(run: Run, recording: Recording, rendition: Rendition, made: Made) -> Outcome:
    """Store a recording that the study does not have, and then cut its turns where they are not given."""
    inspection = inspect(recording, rendition, run.study, agent_speakers=run.agent_speakers)
    outcome = Outcome(repaired=inspection.repaired, refused=inspection.refused, warnings=inspection.warnings)
    if not inspection.passes:
        outcome.repaired = []  # what is not in has not been repaired
        return outcome
    is_side = run.study.protocol.item.is_pair
    recording = replace(recording, scenario=with_class(run.study.protocol, recording.scenario))
    if is_side and inspection.waits_for_turns:
        _cut_first(run, recording, rendition, inspection=inspection, outcome=outcome)
    stored, turns = None, len(inspection.turns)
    if run.foresight is None:
        stored = store_sound(run.study.home.objects, recording, made)
        added = _add(run.study, stimulus_row(recording, rendition, inspection, stored))
    else:
        added = run.foresight.add(recording, original_of(recording).key)
    if added is None:  # twice in one run, or another process was quicker
        return Outcome(unchanged=Unchanged(str(recording.path), recording.item, recording.condition))
    stimulus_id = added.stimulus_id or None
    outcome.warnings.extend(_surprises(recording, added))
    if inspection.waits_for_turns:
        cut = run.cut(recording, inspection, rendition)
        if stimulus_id is not None:
            conclude(run.study, stimulus_id, cut)
        if cut.refused is not None:
            return Outcome(refused=[Refusal(str(recording.paths[-1]), None, cut.refused)])
        outcome.warnings.extend(Remark(str(recording.path), None, warning) for warning in cut.warnings)
        turns = len(cut.turns)
    sound = content_hash(made.rendition) if stored is None else stored.rendition
    outcome.peer = Peer(
        named(recording.item, recording.condition),
        sound,
        comparable_level(rendition),
        str(recording.path.absolute()),
    )
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


def _cut_first(
    run: Run, recording: Recording, rendition: Rendition, *, inspection: Inspection, outcome: Outcome
) -> None:
    """Cut the turns of a side of a pair before it is stored, since no task of its own could wait for them.

    One in which a speaker says nothing is compared without turns: such is what its system did.
    """
    cut = run.cut(recording, inspection, rendition)
    inspection.waits_for_turns = False
    told = cut.warnings if cut.refused is None else (cut.refused,)
    outcome.warnings.extend(Remark(str(recording.path), None, one) for one in told)
    if cut.refused is None:
        inspection.turns, inspection.cut_with = cut.turns, cut.settings


def _surprises(recording: Recording, added: Added) -> Iterator[Remark]:
    path, item = str(recording.path), recording.item
    if added.has_sibling:
        yield Remark(path, None, said("item.two-recordings", item=item))
    if added.kept_scenario:
        yield Remark(path, None, said("item.kept-scenario", item=item))


def _add(study: Study, new: NewStimulus) -> Added | None:
    now = study.home.clock()
    votes = None if study.protocol.item.is_pair else study.settings.votes_per_item
    return study.home.database.write(
        lambda connection: add_stimulus(connection, study.id, new, votes=votes, at=now)
    )
