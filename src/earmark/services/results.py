"""Results of a study: what is in, and what it says so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from earmark.core.results import ConditionResult, QuestionResult, StudyResults
from earmark.protocols.questions.scale import Scale
from earmark.services.studies import Study
from earmark.stats.counts import histogram
from earmark.stats.mean import mean_score
from earmark.stats.mos import condition_means
from earmark.stats.ratings import ratings
from earmark.storage import results as reads
from earmark.storage.results import ScoreColumns

LEVEL = 0.95
NO_SCORE = mean_score((), (), (), level=LEVEL)


def results_of(study: Study) -> StudyResults:
    """Compute the results of a study from one moment's state of the database.

    Means are over the counted scores: current revisions, no extras, and nothing that was discarded. A
    condition without scores is there too, with the reason why it has no mean.
    """
    now = study.home.clock()
    with study.home.database.read() as connection:
        progress = reads.read_progress(connection, study.id, now=now)
        skips = reads.count_marks(connection, study.id, act="skip")
        discards = reads.count_marks(connection, study.id, act="discard")
        conditions = reads.condition_names(connection, study.id)
        columns = reads.score_columns(connection, study.id)
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
        questions=tuple(_question(scale, conditions, columns) for scale in study.protocol.scales()),
    )


def _question(
    scale: Scale, conditions: Mapping[str | None, str | None], columns: ScoreColumns
) -> QuestionResult:
    points = tuple(point.value for point in scale.points)
    return QuestionResult(
        scale.id, scale.title, points, tuple(_by_condition(scale.id, points, conditions, columns))
    )


def _by_condition(
    question: str,
    points: tuple[int, ...],
    conditions: Mapping[str | None, str | None],
    columns: ScoreColumns,
) -> Iterator[ConditionResult]:
    rows = np.flatnonzero(columns.question == _code(columns.questions, question))
    code, value = columns.condition[rows], columns.value[rows]
    of = ratings(columns.item[rows], columns.rater[rows], value, condition=code)
    means = condition_means(of, level=LEVEL, limits=(points[0], points[-1]))
    for condition, name in conditions.items():
        own = _code(columns.conditions, condition)
        yield ConditionResult(name, means.get(own, NO_SCORE), histogram(value[code == own], points))


def _code(names: tuple[str | None, ...], name: str | None) -> int:
    """Return the code of a name, or one that no row has."""
    return names.index(name) if name in names else -1
