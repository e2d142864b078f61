"""What questions for error flags found: rates of each cluster, differences, and what the flags weigh."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from earmark.core.results import FlagCondition, FlagRate, FlagsResult, FlagWeight, ShareContrast
from earmark.protocols.questions.flags import Flags
from earmark.protocols.schema import Protocol
from earmark.services.results.choices import share_contrast
from earmark.services.results.intake import looks_left_out
from earmark.services.results.view import Rows, View
from earmark.stats.flags import Judged, Weights, flag_rates, judged, weighted_scores


def flag_results(protocol: Protocol, view: View, *, level: float) -> tuple[FlagsResult, ...]:
    """Return what each question for flags about one recording found."""
    return tuple(
        _result(question, view, level=level)
        for question in protocol.questions
        if isinstance(question, Flags) and question.ask != "pair"
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Raised:
    """The flags: in which look each stands, its cluster and its severity."""

    look: NDArray[np.intp]
    cluster: list[str]
    severity: list[str]


def _result(question: Flags, view: View, *, level: float) -> FlagsResult:
    looks = view.looks(question.ask, classes=question.classes)
    coded = judged(looks.condition, looks.rater, looks.item)
    raised = _raised(question, view, looks)
    return FlagsResult(
        id=question.id,
        title=question.title,
        clusters=tuple((cluster.id, cluster.title) for cluster in question.clusters),
        severities=tuple((one.id, one.label, one.weight) for one in question.severities),
        conditions=tuple(_conditions(question, view, looks)),
        rates=_rates(question, view, coded, raised, level=level),
        contrasts=tuple(_contrasts(question, view, looks, raised, level=level)),
        weights=_weights(question, view, coded, raised, level=level),
    )


def _conditions(question: Flags, view: View, looks: Rows) -> Iterator[FlagCondition]:
    outs = looks_left_out(view, question.id, ask=question.ask, classes=question.classes)
    for place, name in enumerate(view.conditions):
        of = looks.condition == place
        raters, items = (np.unique(column[of]).size for column in (looks.rater, looks.item))
        yield FlagCondition(name, int(of.sum()), raters, items, outs[name])


def _raised(question: Flags, view: View, looks: Rows) -> _Raised:
    places = np.int64(view.places.size + 1)
    keys = looks.submission * places + looks.place
    order = np.argsort(keys, kind="stable")
    found = _Raised(np.empty(0, dtype=np.intp), [], [])
    for cluster in question.clusters:
        rows = view.rows(f"{question.id}.{cluster.id}")
        wanted = rows.submission * places + rows.place
        look = order[np.searchsorted(keys, wanted, sorter=order)] if keys.size else order
        severities = [view.answers.choices[code] for code in rows.choice.tolist()]
        found = _Raised(
            np.concatenate([found.look, look]),
            found.cluster + [cluster.id] * look.size,
            found.severity + severities,
        )
    return found


def _rates(
    question: Flags, view: View, looks: Judged, raised: _Raised, *, level: float
) -> tuple[FlagRate, ...]:
    found = flag_rates(
        looks,
        raised.look,
        raised.cluster,
        raised.severity,
        clusters=[cluster.id for cluster in question.clusters],
        severities=[severity.id for severity in question.severities],
        level=level,
    )
    names = view.conditions
    return tuple(FlagRate(names[one.condition], one.cluster, one.severity, one.rate) for one in found)


def _contrasts(
    question: Flags, view: View, looks: Rows, raised: _Raised, *, level: float
) -> Iterator[ShareContrast]:
    pairs = list(combinations(np.unique(looks.condition).tolist(), 2))
    of = np.array(raised.cluster, dtype=object)
    for cluster in question.clusters:
        hits = np.zeros(looks.place.size, dtype=np.bool_)
        hits[raised.look[of == cluster.id]] = True
        for pair in pairs:
            yield share_contrast(
                looks, hits, cluster.id, pair, names=view.conditions, level=level, of=len(pairs)
            )


def _weights(
    question: Flags, view: View, looks: Judged, raised: _Raised, *, level: float
) -> tuple[FlagWeight, ...]:
    weights = Weights({severity.id: severity.weight for severity in question.severities})
    found = weighted_scores(looks, raised.look, raised.cluster, raised.severity, weights=weights, level=level)
    return tuple(
        FlagWeight(
            view.conditions[one.condition],
            one.score,
            one.standard_error,
            one.low,
            one.high,
            one.items,
            one.reason,
        )
        for one in found
    )
