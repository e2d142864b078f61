"""The two talks of a submission as its reviewers see them: nothing is hidden from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from earmark.core.errors import NotFoundError
from earmark.core.prefilled import PrefilledAnswer, prefilled
from earmark.services.evidence.study import recording_in
from earmark.services.fact_checks.shown import checked_in
from earmark.services.fairness import Talks, sound_of, talks_of
from earmark.services.studies import Study
from earmark.services.tasks import material_of
from earmark.storage.analyses import RecordingRow
from earmark.storage.queue import get_assignment
from earmark.storage.review import StandingRow, standing_of


@dataclass(frozen=True, slots=True)
class SubmissionTalks:
    """The talks behind one submission.

    Attributes:
        submission: As it stands.
        talks: The user's part in both, with what the rater marked, the delays, and the fact-check.
        recordings: By side, as the rater had them.
        filled: What a fact-check had filled in, and what the rater made of it.
    """

    submission: StandingRow
    talks: Talks
    recordings: Mapping[str, RecordingRow]
    filled: tuple[PrefilledAnswer, ...]


def submission_talks(study: Study, assignment_id: str) -> SubmissionTalks:
    """Return the talks of the submission that stands of an assignment.

    Raises:
        NotFoundError: The study has none, or its tasks are no pairs.
    """
    with study.home.database.read() as connection:
        row = standing_of(connection, study.id, assignment_id)
        assignment = get_assignment(connection, assignment_id)
        if row is None or assignment is None or not study.protocol.item.sides:
            message = "This study has no such submission of a pair."
            raise NotFoundError(message)
        material = material_of(connection, study.protocol, assignment)
        sound = sound_of(connection, material, is_blind=False)
        plugin = study.settings.fact_check
        checked = checked_in(connection, study.id, material, plugin=plugin)
    marks = row.body.get("talks")
    talks = talks_of(study.protocol, material, words=True, sound=sound, checked=checked, marks=marks)
    recordings = {one.side: recording_in(study, one.id) for one in material.stimuli}
    return SubmissionTalks(row, talks, recordings, tuple(prefilled(row.body.get("answers"))))
