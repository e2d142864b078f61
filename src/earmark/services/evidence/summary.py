"""The few numbers of each recording that the evidence of a whole study is summed up from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection

from earmark.audio.evidence.rows import Evidence, EvidenceRow
from earmark.core.scenario import CATEGORY, CLASS
from earmark.core.scope import WITHOUT, Scope
from earmark.storage.analyses import SummaryRow, summaries_of

LATENCY: Final = "response_latency"
OF_RECORDINGS: Final = ("condition", "language", "category", "scenario_class")
"""The kinds of a scope that choose among recordings, and not among raters."""

SEVERITIES: Final = 4
"""0 to 3."""


def summary_of(evidence: Evidence) -> dict[str, object]:
    """Return the summary of one recording, as plain JSON values."""
    placed = [row for row in evidence.rows if row.has_place]
    told = [row for row in evidence.rows if row.severity or row.has_place]
    counts = Counter((row.kind, row.severity) for row in told)
    worst = max(evidence.rows, key=_badness, default=None)
    return {
        "seconds": evidence.duration_s,
        "counts": {
            kind: [counts[kind, severity] for severity in range(SEVERITIES)]
            for kind in sorted({row.kind for row in told})
        },
        "whole": sorted({row.kind for row in told} - {row.kind for row in placed}),
        "latencies": [row.value for row in placed if row.kind == LATENCY],
        "unmeasured": sorted({one.kind for one in evidence.not_measurable}),
        "worst": _place(worst) if worst is not None and worst.severity else None,
    }


def _badness(row: EvidenceRow) -> tuple[int, bool, float]:
    """Return by what the worst is chosen: its severity, then whether it has a place, then the first."""
    return row.severity, row.has_place, -row.start_s


def _place(row: EvidenceRow) -> dict[str, object]:
    return {name: getattr(row, name) for name in ("kind", "start_s", "severity", "value", "unit")}


@dataclass(frozen=True, slots=True)
class Summed:
    """One recording of a study.

    Attributes:
        state: ``waiting`` for its analysis, ``unreadable``, or ``there``.
        seconds: Its length; 0 where it is not there.
        counts: Of each kind how many of severity 0 to 3.
        whole: Kinds that hold for all of it, and have no number a minute.
        latencies: Seconds, one a turn of the user.
        unmeasured: Kinds that this recording cannot give on some channel.
        worst: What is worst in it: kind, place, severity, value and unit; None for nothing.
    """

    stimulus: str
    item: str
    condition: str | None
    language: str
    category: str
    scenario_class: str
    file_name: str
    state: str
    seconds: float
    counts: Mapping[str, Sequence[int]]
    whole: frozenset[str]
    latencies: tuple[float, ...]
    unmeasured: frozenset[str]
    worst: Mapping[str, Any] | None

    def severe(self, kind: str = "") -> tuple[int, int, int]:
        """Return how much is of severity 3, 2 and 1, of one kind or of all."""
        of = [counts for name, counts in self.counts.items() if kind in {"", name}]
        one, two, three = (sum(counts[severity] for counts in of) for severity in (1, 2, 3))
        return three, two, one

    def placed(self, kind: str) -> int:
        """Return how many there are of a kind."""
        return sum(self.counts.get(kind, ()))


def summed_up(connection: Connection, study_id: str) -> tuple[Summed, ...]:
    """Return the recordings of a study, in the order in which they came in."""
    return tuple(_summed(row) for row in summaries_of(connection, study_id))


def within(summed: Iterable[Summed], scope: Scope) -> tuple[Summed, ...]:
    """Return the recordings of the part of a study that a scope names."""
    kept = [(names, kind) for kind in OF_RECORDINGS if (names := getattr(scope, kind))]
    return tuple(
        one for one in summed if all((getattr(one, kind) or WITHOUT) in names for names, kind in kept)
    )


def _summed(row: SummaryRow) -> Summed:
    found = row.summary or {}
    return Summed(
        row.stimulus,
        row.item,
        row.condition,
        row.language,
        str(row.scenario.get(CATEGORY) or WITHOUT),
        str(row.scenario.get(CLASS) or WITHOUT),
        row.file_name,
        "waiting" if row.summary is None else "there" if found else "unreadable",
        found.get("seconds", 0.0),
        found.get("counts", {}),
        frozenset(found.get("whole", ())),
        tuple(found.get("latencies", ())),
        frozenset(found.get("unmeasured", ())),
        found.get("worst"),
    )
