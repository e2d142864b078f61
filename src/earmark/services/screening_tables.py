"""Whom a standard's screening would leave out of the ratings in a table, without a study."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from earmark.core.errors import WrongInputError
from earmark.services.rating_tables import Columns, number_in, read_ratings
from earmark.services.table_files import read_columns
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.screening.bs1534 import AssessorFinding, bs1534_3
from earmark.stats.screening.bt500 import ObserverFinding, bt500
from earmark.stats.screening.correlation import CorrelationFinding, correlation_screening
from earmark.stats.screening.p808 import Session, SessionVerdict, p808_session
from earmark.stats.screening.p808_outliers import p808_outliers
from earmark.stats.screening.p913 import p913_12_4

Rule = Literal["bt500", "bt500-sureal", "p913", "p913-sureal", "p913-2014", "p808", "bs1534"]
RULES: Final[dict[Rule, str]] = {
    "bt500": "ITU-R BT.500 as printed",
    "bt500-sureal": "ITU-R BT.500 as the program sureal 0.9 does it",
    "p913": "ITU-T P.913 (2021) 12.4: each rater's bias taken off, then BT.500 as printed",
    "p913-sureal": "ITU-T P.913 (2021) 12.4 as the program sureal 0.9 does it",
    "p913-2014": "ITU-T P.913 (2014): correlation with the mean, the worst left out one at a time,"
    " with the VQEG's limits of 0.75 by clip and 0.8 by condition",
    "p808": "ITU-T P.808 as its public toolkit does it: gold clips and the variance of a session's scores;"
    " what else it asks a table of scores does not tell",
    "bs1534": "ITU-R BS.1534-3: the hidden reference under 90, or the mid anchor over 90, in over 15 %",
}
"""Each rule by its name, with the text or program that it follows."""

_TAKES: Final[dict[Rule, frozenset[str]]] = {
    "p913-2014": frozenset({"condition"}),
    "p808": frozenset({"condition", "session", "gold"}),
    "bs1534": frozenset({"condition", "reference", "anchor"}),
}


@dataclass(frozen=True, slots=True)
class Special:
    """What some rules ask for besides the scores.

    Attributes:
        condition: Column of the condition.
        reference: BS.1534: the condition that is the hidden reference.
        anchor: BS.1534: the condition that is the mid-range anchor.
        session: P.808: column of the session; without it a rater has one.
        gold: P.808: column of a gold clip's right score, empty elsewhere.
    """

    condition: str | None = None
    reference: str | None = None
    anchor: str | None = None
    session: str | None = None
    gold: str | None = None


@dataclass(frozen=True, slots=True)
class Screened:
    """What a rule says of one rater, or of one session.

    Attributes:
        rater: Label.
        rejected: Whether the rule leaves the rater out.
        why: The figures behind it, in words.
        figures: The same as the rule's own values.
    """

    rater: Any
    rejected: bool
    why: str
    figures: dict[str, object]

    def as_json(self) -> dict[str, object]:
        """Return the row that ``stats screen --json`` prints."""
        return {"rater": self.rater, "rejected": self.rejected, "why": self.why, **self.figures}


def screen_table(
    path: str | Path, columns: Columns, rule: Rule = "bt500", *, special: Special | None = None
) -> tuple[Screened, ...]:
    """Return what a rule says of each rater, or session, in the order of labels.

    Args:
        path: CSV or Parquet.
        columns: Its columns.
        rule: One of `RULES`.
        special: What some rules ask for besides.

    Raises:
        WrongInputError: What is wrong with the file, its row named; a rule lacks what it asks for, or is
            given what it has no use for.
    """
    given = special or Special()
    _check(rule, given)
    columns = replace(columns, condition=given.condition)
    if rule == "p808":
        return _sessions(path, columns, given)
    found = read_ratings(path, columns, scale=(0, 100) if rule == "bs1534" else None)
    if rule == "bs1534":
        return _assessors(path, found, given)
    return _OF_RATERS[rule](found)


def _check(rule: Rule, given: Special) -> None:
    named = {name for name, value in asdict(given).items() if value is not None}
    useless = sorted(named - _TAKES.get(rule, frozenset()))
    if useless:
        message = f"The rule {rule} has no use for --{useless[0]}."
        raise WrongInputError(message)
    if rule == "bs1534" and not named >= {"condition", "reference"}:
        message = (
            "The rule bs1534 needs --condition, the column, and --reference, the hidden reference's name."
        )
        raise WrongInputError(message)


def _observers(found: tuple[ObserverFinding, ...]) -> tuple[Screened, ...]:
    return tuple(
        _screened(one, f"{one.above} above and {one.below} below of {one.n}", rejected=one.rejected)
        for one in found
    )


def _correlated(found: tuple[CorrelationFinding, ...]) -> tuple[Screened, ...]:
    return tuple(_screened(one, _correlations(one), rejected=one.rejected) for one in found)


def _correlations(one: CorrelationFinding) -> str:
    parts = ((one.by_clip, "clip"), (one.by_condition, "condition"))
    told = [f"{value:.2f} by {what}" for value, what in parts if value is not None]
    return "correlation " + " and ".join(told) if told else "no correlation, for want of spread"


_OF_RATERS: Final[dict[Rule, Callable[[Ratings], tuple[Screened, ...]]]] = {
    "bt500": lambda found: _observers(bt500(found)),
    "bt500-sureal": lambda found: _observers(bt500(found, edition="BT.500 as in sureal 0.9")),
    "p913": lambda found: _observers(p913_12_4(found, edition="BT.500 as printed").findings),
    "p913-sureal": lambda found: _observers(p913_12_4(found).findings),
    "p913-2014": lambda found: _correlated(correlation_screening(found)),
}


def _assessors(path: str | Path, found: Ratings, given: Special) -> tuple[Screened, ...]:
    try:
        every = bs1534_3(found, reference=given.reference, mid_anchor=given.anchor)
    except ValueError as wrong:
        message = f"{path}: {wrong}."
        raise WrongInputError(message) from wrong
    return tuple(_screened(one, _mushra(one), rejected=one.excluded) for one in every)


def _mushra(one: AssessorFinding) -> str:
    anchor = f", anchor over 90 in {one.overrated} of {one.anchors}" if one.anchors else ""
    return f"reference under 90 in {one.missed} of {one.references}{anchor}"


def _sessions(path: str | Path, columns: Columns, given: Special) -> tuple[Screened, ...]:
    """Judge each session; rows without a score are no part of it."""
    found = read_ratings(path, replace(columns, rater=given.session or columns.rater))
    far = p808_outliers(found) if given.condition else np.zeros(found.n, dtype=np.bool_)
    gold = _gold(path, columns.value, given.gold) if given.gold else np.full(found.n, np.nan)
    screened = []
    for code, label in enumerate(found.rater.labels.tolist()):
        own = found.rater.codes == code
        known = own & ~np.isnan(gold)
        pairs = list(zip(found.scores[known].tolist(), gold[known].tolist(), strict=True))
        session = Session(gold=pairs if given.gold else None, scores=found.scores[own].tolist())
        screened.append(_session(label, p808_session(session), n=int(own.sum()), far=int(far[own].sum())))
    return tuple(screened)


def _gold(path: str | Path, value: str, gold: str) -> Floats:
    """Return the right score of each row that has a score; NaN where the clip is no gold one."""
    read = read_columns(path, [value, gold], may_be_empty=[value, gold])
    scores, right = (
        np.array([number_in(path, cell, row, name=name) for row, cell in enumerate(read[name], start=1)])
        for name in (value, gold)
    )
    return np.asarray(right[~np.isnan(scores)], dtype=np.float64)


def _session(label: object, verdict: SessionVerdict, *, n: int, far: int) -> Screened:
    told = [*verdict.faults, *([f"{far} of {n} votes far from their condition"] if far else [])]
    figures: dict[str, object] = {"n": n, "faults": list(verdict.faults), "far_votes": far}
    return Screened(label, not verdict.used, ", ".join(told) or f"{n} scores in order", figures)


def _screened(
    one: ObserverFinding | CorrelationFinding | AssessorFinding, why: str, *, rejected: bool
) -> Screened:
    figures = {
        name: value for name, value in asdict(one).items() if name not in {"rater", "rejected", "excluded"}
    }
    return Screened(one.rater, rejected, why, figures)
