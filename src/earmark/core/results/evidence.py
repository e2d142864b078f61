"""What the sound of the recordings says of conditions: how long answers take, how often something happens."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from earmark.stats.evidence import Measured, MeasuredContrast


@dataclass(frozen=True, slots=True)
class MeasuredKind:
    """One kind of evidence over all conditions.

    Attributes:
        kind: Such as ``response_latency``.
        is_rate: Whether values are events a minute; else they are means, in seconds.
        is_whole: Whether it holds for whole recordings, so that only how many have it is of use.
        conditions: Each with its interval; ``condition`` is its name, empty for recordings without one.
        contrasts: Every two compared.
        recordings: Of each condition, in how many recordings it could be measured.
        found_in: How many of these have it at all.
        severities: How many there are of severity 0 to 3, for each condition.
    """

    kind: str
    is_rate: bool
    is_whole: bool
    conditions: tuple[Measured, ...]
    contrasts: tuple[MeasuredContrast, ...]
    recordings: tuple[int, ...]
    found_in: tuple[int, ...]
    severities: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class EvidenceResults:
    """The evidence of a study, or of a part of it.

    Attributes:
        recordings: How many there are.
        analysed: How many have been analysed and could be read.
        kinds: What was measured, latency first.
    """

    recordings: int
    analysed: int
    kinds: tuple[MeasuredKind, ...]

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return asdict(self)
