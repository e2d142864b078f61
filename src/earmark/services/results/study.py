"""The results of a study at one moment."""

from __future__ import annotations

import numpy as np

from earmark import __version__
from earmark.core.results import Making, StudyResults
from earmark.core.scope import EVERYTHING, WITHOUT, Scope
from earmark.protocols.questions.scale import Scale
from earmark.services.results.battles import battle_results
from earmark.services.results.choices import choice_results
from earmark.services.results.contrasts import RESAMPLES
from earmark.services.results.flags import flag_results
from earmark.services.results.raters import rater_results
from earmark.services.results.scales import LEVEL, scale_result
from earmark.services.results.view import View, reported
from earmark.services.studies import Study
from earmark.storage import results as reads
from earmark.storage.answers import Answers, read_answers


def results_of(study: Study, *, scope: Scope = EVERYTHING, seed: int = 0) -> StudyResults:
    """Compute the results of a study from one moment's state of the database.

    Numbers are over the counted answers: current revisions, no extras, and nothing that was discarded. A
    condition without scores is there too, with the reason why it has no mean.

    Args:
        study: The study.
        scope: Which part of its answers.
        seed: Of all that is drawn by chance.
    """
    now = study.home.clock()
    with study.home.database.read() as connection:
        progress = reads.read_progress(connection, study.id, now=now)
        skips = reads.count_marks(connection, study.id, act="skip")
        discards = reads.count_marks(connection, study.id, act="discard")
        conditions = tuple(reads.condition_names(connection, study.id).values())
        members = reads.member_ids(connection, study.id)
        answers = read_answers(connection, study.id, study.protocol)
    view = View(answers, scope, reported(conditions, scope))
    scales = [scale for scale in study.protocol.scales() if isinstance(scale, Scale)]
    return StudyResults(
        study=study.name,
        title=study.title,
        state=study.state,
        protocol=study.protocol.id,
        protocol_version=study.protocol.version,
        protocol_hash=study.protocol_hash,
        at=now,
        progress=progress,
        skips=skips,
        discards=discards,
        questions=tuple(
            scale_result(scale, view, all_in=progress.votes_in >= progress.votes_wanted, seed=seed)
            for scale in scales
        ),
        choices=choice_results(study.protocol, view, level=LEVEL),
        flags=flag_results(study.protocol, view, level=LEVEL),
        battles=battle_results(study.protocol, view, level=LEVEL, seed=seed),
        raters=rater_results(view, [scale.id for scale in scales], members),
        scope=scope,
        names=_names(conditions, answers),
        making=_making(seed),
    )


def _names(conditions: tuple[str | None, ...], answers: Answers) -> Scope:
    """Return the names that a scope can choose from; a kind with one name is no choice, and empty."""
    at = answers.places
    kinds = (tuple(name or WITHOUT for name in conditions), at.languages, at.categories, at.classes)
    return Scope(*(names if len(set(names)) > 1 else () for names in kinds))


def _making(seed: int) -> Making:
    import scipy  # noqa: PLC0415 - its version alone

    versions = {"earmark": __version__, "numpy": np.__version__, "scipy": scipy.__version__}
    return Making(versions, LEVEL, seed, RESAMPLES)
