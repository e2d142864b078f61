"""Evidence as rows: what was found, where, how bad, how sure, and by what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Literal

Role = Literal["user", "agent"]
Scope = Literal["event", "turn", "window", "recording"]
Extra = Mapping[str, str | int | float | bool | None]

BOTH: int = -1
"""The channel of what concerns both."""


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One fact about a recording.

    Attributes:
        start_s: Where it begins, seconds from the start of the sound, to 0.1 ms.
        end_s: Where it ends; not before ``start_s``.
        channel: The physical channel, 0 or 1; -1 for both.
        kind: What it is, such as ``click``.
        severity: 0 a plain measurement, 1 measurable, 2 a careful listener hears it, 3 spoils the turn.
        confidence: How sure the detector is, 0..1.
        value: Its size, in ``unit``.
        unit: Such as ``dB``, ``ms``, ``Hz``, ``LUFS``, ``samples``, ``s``.
        extra: What else the kind tells.
        detector: Name of the detector.
        version: Its version; results of two versions are not to be mixed.
        role: Who speaks on the channel, where that is known.
        scope: ``event`` at a place, ``turn`` for one turn, ``recording`` for the whole, ``window`` for a
            stretch that was cut out to be judged.
        turn_id: Which turn, where the scope is a turn.
    """

    start_s: float
    end_s: float
    channel: int
    kind: str
    severity: int
    confidence: float
    value: float
    unit: str
    extra: Extra
    detector: str
    version: int
    role: Role | None = None
    scope: Scope = "event"
    turn_id: str | None = None

    @property
    def has_place(self) -> bool:
        """Whether something happens there or in this turn; what holds for all or a window has no place."""
        return self.scope in {"event", "turn"}


@dataclass(frozen=True, slots=True)
class NotMeasurable:
    """A kind of evidence that this recording cannot give, and why.

    Attributes:
        kind: The kind of evidence.
        reason: A sentence for people.
        channel: The channel that it concerns; -1 for all of the recording.
    """

    kind: str
    reason: str
    channel: int = BOTH


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that was found in one recording.

    Attributes:
        duration_s: Length of the sound.
        sample_rate_hz: Its own rate, at which it was looked at.
        channels: One or two.
        rows: In order of time.
        measures: Values of the whole recording by name: a number for the recording, or a list with one entry
            a channel, None where it is not measurable.
        not_measurable: What could not be measured, with the reason.
    """

    duration_s: float
    sample_rate_hz: int
    channels: int
    rows: tuple[EvidenceRow, ...] = ()
    measures: Mapping[str, float | list[float | None] | None] = field(default_factory=dict)
    not_measurable: tuple[NotMeasurable, ...] = ()

    def of(self, kind: str) -> tuple[EvidenceRow, ...]:
        """Return the rows of one kind, in order of time."""
        return tuple(row for row in self.rows if row.kind == kind)

    def as_json(self) -> dict[str, object]:
        """Return the object that ``earmark audio analyse --json`` prints, without the file's name."""
        return {
            "duration_s": round(self.duration_s, 4),
            "sample_rate_hz": self.sample_rate_hz,
            "channels": self.channels,
            "evidence": [{**asdict(row), "extra": dict(row.extra)} for row in self.rows],
            "measures": dict(self.measures),
            "not_measurable": [asdict(each) for each in self.not_measurable],
        }


def together(parts: Iterable[Evidence]) -> Evidence:
    """Return as one what several detectors found in one recording.

    Raises:
        ValueError: There are no parts.
    """
    of = list(parts)
    if not of:
        message = "Without a detector there is no evidence."
        raise ValueError(message)
    rows = (row for one in of for row in one.rows)
    return replace(
        of[0],
        rows=tuple(sorted(rows, key=lambda row: (row.start_s, row.end_s, row.channel, row.kind))),
        measures={name: value for one in of for name, value in one.measures.items()},
        not_measurable=tuple(each for one in of for each in one.not_measurable),
    )
