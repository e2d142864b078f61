"""The results of a study at one moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

import numpy as np

from earmark import __version__
from earmark.core.errors import UnknownFilterError
from earmark.core.results import EvidenceResults, Making, StudyResults
from earmark.core.scope import EVERYTHING, WITHOUT, Scope
from earmark.services.evidence.summary import within
from earmark.services.results.battles import battle_results
from earmark.services.results.choices import choice_results
from earmark.services.results.contrasts import RESAMPLES
from earmark.services.results.evidence import evidence_results
from earmark.services.results.flags import flag_results
from earmark.services.results.raters import rater_results, raters_on
from earmark.services.results.reading import StudyRead, read_study
from earmark.services.results.scales import LEVEL, scale_result
from earmark.services.results.view import View, reported
from earmark.services.studies import Study
from earmark.storage import results as reads

_AT_ONCE: Final = 2
"""Findings computed at once: NumPy lets go of Python's lock in most of what it does to long columns, and each
finding holds its own."""


def results_of(study: Study, *, scope: Scope = EVERYTHING, seed: int = 0) -> StudyResults:
    """Return the results of a study, from one moment's state of the database.

    Numbers are over the counted answers: current revisions, no extras, and nothing that was discarded. A
    condition without scores is there too, with the reason why it has no mean. As long as nothing changes in
    the study they are computed once.

    Args:
        study: The study.
        scope: Which part of its answers.
        seed: Of all that is drawn by chance.

    Raises:
        UnknownFilterError: The scope names a condition, language, category or class that is not there.
    """
    now, home = study.home.clock(), study.home
    with home.database.read() as connection:
        stamp = reads.change_stamp(connection, study.id)
        in_hand = reads.count_in_hand(connection, study.id, now=now)
        read = home.kept_reads.get(study.id, stamp, lambda: read_study(connection, study, stamp, now=now))
    _check(scope, read)
    found = home.kept_results.get(
        (study.id, scope, seed),
        (stamp, study.name, study.title, study.state, study.protocol_hash),
        lambda: _computed(study, read, scope=scope, seed=seed),
    )
    return replace(found, at=now, progress=replace(found.progress, in_hand=in_hand))


def _computed(study: Study, read: StudyRead, *, scope: Scope, seed: int) -> StudyResults:
    protocol, progress = study.protocol, read.progress
    view = View(read.answers, scope, reported(read.conditions, scope))
    scales = tuple(protocol.scales())
    all_in = progress.votes_in >= progress.votes_wanted
    with ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="earmark-results") as pool:
        questions = pool.map(lambda scale: scale_result(scale, view, all_in=all_in, seed=seed), scales)
        on_scales = pool.map(lambda scale: raters_on(scale.id, view), scales)
        choices = pool.submit(choice_results, protocol, view, level=LEVEL)
        flags = pool.submit(flag_results, protocol, view, level=LEVEL)
        battles = pool.submit(battle_results, protocol, view, level=LEVEL, seed=seed)
        evidence = pool.submit(_evidence, read, scope)
        return StudyResults(
            study=study.name,
            title=study.title,
            state=study.state,
            protocol=protocol.id,
            protocol_version=protocol.version,
            protocol_hash=study.protocol_hash,
            at=0,
            progress=progress,
            skips=read.skips,
            discards=read.discards,
            questions=tuple(questions),
            choices=choices.result(),
            flags=flags.result(),
            battles=battles.result(),
            evidence=evidence.result(),
            raters=rater_results(view, on_scales, read.members),
            scope=scope,
            names=_names(read),
            making=_making(seed),
        )


def _evidence(read: StudyRead, scope: Scope) -> EvidenceResults | None:
    return None if read.summed is None else evidence_results(within(read.summed, scope), level=LEVEL)


def _named(read: StudyRead) -> dict[str, tuple[str, ...]]:
    """Return the names of each kind that a scope can keep, by the word for the kind."""
    at = read.answers.places
    conditions = tuple(name or WITHOUT for name in read.conditions)
    return {
        "condition": conditions,
        "language": at.languages,
        "category": at.categories,
        "class": at.classes,
        "group": read.answers.sent.groups,
    }


def _names(read: StudyRead) -> Scope:
    """Return the names that a scope can choose from; a kind with one name is no choice, and empty."""
    return Scope(*(names if len(names) > 1 else () for names in _named(read).values()))


def _check(scope: Scope, read: StudyRead) -> None:
    """Raise UnknownFilterError where a scope names what the study does not have."""
    named = _named(read)
    for kind, name in scope.as_pairs():
        if name not in named[kind]:
            raise UnknownFilterError(kind, name, named[kind])


def _making(seed: int) -> Making:
    import scipy  # noqa: PLC0415 - its version alone

    versions = {"earmark": __version__, "numpy": np.__version__, "scipy": scipy.__version__}
    return Making(versions, LEVEL, seed, RESAMPLES)
