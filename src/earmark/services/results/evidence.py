"""Evidence from the sound, over conditions: turns of one call, and calls of one item, go together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from earmark.core.results.evidence import EvidenceResults, MeasuredKind
from earmark.core.scope import WITHOUT
from earmark.services.evidence.summary import LATENCY, SEVERITIES, Summed
from earmark.stats.evidence import Evidence, event_contrasts, latency_contrasts

INTERRUPTIONS: Final = ("agent_interrupts", "no_response", "no_yield")
"""What results compare beside latency: how an agent takes its turns."""

_MINUTE_S: Final = 60.0


def evidence_results(
    summed: Sequence[Summed], *, level: float, rates: Collection[str] | None = INTERRUPTIONS
) -> EvidenceResults:
    """Return what was measured, over conditions.

    Args:
        summed: The recordings.
        level: Coverage of each interval by itself.
        rates: Kinds that are counted a minute; None for all that were found.
    """
    there = [one for one in summed if one.state == "there" and one.seconds > 0]
    kinds = sorted({kind for one in there for kind in one.counts if rates is None or kind in rates})
    found = (
        *_latency(there, level=level),
        *(_rate(kind, there, level=level) for kind in kinds if kind != LATENCY),
    )
    return EvidenceResults(len(summed), len(there), found)


def _latency(there: Sequence[Summed], *, level: float) -> Iterator[MeasuredKind]:
    heard = [(one, value) for one in there for value in one.latencies]
    if heard:
        compared = latency_contrasts(
            [value for _, value in heard],
            [one.condition or WITHOUT for one, _ in heard],
            [one.stimulus for one, _ in heard],
            [one.item for one, _ in heard],
            level=level,
        )
        yield _kind(LATENCY, compared, [one for one in there if one.latencies], is_rate=False)


def _rate(kind: str, there: Sequence[Summed], *, level: float) -> MeasuredKind:
    able = [one for one in there if kind in one.counts or kind not in one.unmeasured]
    compared = event_contrasts(
        [one.placed(kind) for one in able],
        [one.seconds / _MINUTE_S for one in able],
        [one.condition or WITHOUT for one in able],
        [one.item for one in able],
        level=level,
    )
    return _kind(kind, compared, able, is_rate=True)


def _is_whole(kind: str, able: Sequence[Summed]) -> bool:
    having = [one for one in able if one.placed(kind)]
    return bool(having) and all(kind in one.whole for one in having)


def _kind(kind: str, compared: Evidence, able: Sequence[Summed], *, is_rate: bool) -> MeasuredKind:
    names = [each.condition for each in compared.conditions]
    of = [[one for one in able if (one.condition or WITHOUT) == name] for name in names]
    return MeasuredKind(
        kind,
        is_rate,
        _is_whole(kind, able),
        compared.conditions,
        compared.contrasts,
        tuple(len(each) for each in of),
        tuple(sum(one.placed(kind) > 0 for one in each) for each in of),
        tuple(_severities(kind, each) for each in of),
    )


def _severities(kind: str, of: Sequence[Summed]) -> tuple[int, ...]:
    none = (0,) * SEVERITIES
    return tuple(sum(one.counts.get(kind, none)[at] for one in of) for at in range(SEVERITIES))
