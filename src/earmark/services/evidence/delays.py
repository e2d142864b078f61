"""How long the agent of a recording takes to answer, in a few numbers that stand beside a judgement of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from earmark.audio.evidence.rows import Evidence
from earmark.services.evidence.summary import LATENCY

NO_AGENT: Final = "Nobody has said which channel is the agent's."


@dataclass(frozen=True, slots=True)
class Delays:
    """Response latencies of one recording, in seconds; below 0 where the agent began before the user's end.

    Attributes:
        n: Turns of the user that were answered.
        p50_s: Half of the answers took no longer.
        p95_s: 95 % of them took no longer.
        longest_s: The longest.
        reason: Why there are none; None where there are.
    """

    n: int = 0
    p50_s: float | None = None
    p95_s: float | None = None
    longest_s: float | None = None
    reason: str | None = None


def delays_of(evidence: Evidence) -> Delays:
    """Return the delays that were measured in a recording, or why they could not be."""
    values = [row.value for row in evidence.of(LATENCY)]
    if not values:
        why = (one.reason for one in evidence.not_measurable if one.kind == LATENCY)
        return Delays(reason=next(why, NO_AGENT))
    p50, p95 = (evidence.measures.get(f"{LATENCY}_{name}_s") for name in ("p50", "p95"))
    return Delays(len(values), _number(p50), _number(p95), max(values))


def _number(measure: object) -> float | None:
    return float(measure) if isinstance(measure, int | float) else None
