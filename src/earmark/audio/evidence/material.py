"""What every detector gets, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar, cast

from earmark.audio.decode import BLOCK_SAMPLES
from earmark.audio.detectors import DetectorName
from earmark.audio.evidence.levels import Levels, levels_of
from earmark.audio.evidence.recording import Recording
from earmark.audio.evidence.rows import EvidenceRow, Extra, NotMeasurable, Role, Scope
from earmark.audio.evidence.severities import severity_of
from earmark.audio.models.runner import is_installed
from earmark.audio.voice_band import VoiceBand, VoiceBandFile

Shared = TypeVar("Shared")

SILENT: Final = "The channel is silent: nothing in it rises above -90 dB of full scale."
TOO_SHORT_S: Final = 0.03
"""Shorter sound has no frame to measure."""

PADDING_S: Final = 0.05
"""What a lossy codec may have added or bent at both ends."""

_LOSSY_CONFIDENCE: Final = 0.8


@dataclass(frozen=True, slots=True)
class Material:
    """A recording with what several detectors need of it.

    Attributes:
        recording: The samples.
        levels: One a channel.
        roles: Who speaks on each channel; None where that is not known.
        scratch: A folder for what is too large for memory; it goes when the analysis ends.
        vad: The detector of speech that tells who speaks when.
        models: Whether models are asked, too.
    """

    recording: Recording
    levels: tuple[Levels, ...]
    roles: tuple[Role | None, ...]
    scratch: Path
    vad: DetectorName = "fast"
    models: bool = False
    _kept: dict[str, object] = field(default_factory=dict)

    @property
    def rate(self) -> int:
        """Sample rate in Hz."""
        return self.recording.sample_rate_hz

    def shared(self, name: str, make: Callable[[], Shared]) -> Shared:
        """Return what several detectors need, made when the first of them asks."""
        if name not in self._kept:
            self._kept[name] = make()
        return cast("Shared", self._kept[name])

    def voice_band(self) -> VoiceBand:
        """Return the recording as detectors of speech take it, in a file."""
        return self.shared("voice band", self._write_voice_band)

    def _write_voice_band(self) -> VoiceBand:
        recording = self.recording
        out = VoiceBandFile(
            self.scratch / "band", sample_rate_hz=recording.sample_rate_hz, channels=recording.channels
        )
        with out:
            for at in range(0, recording.samples.shape[1], BLOCK_SAMPLES):
                block = recording.samples[:, at : at + BLOCK_SAMPLES]
                # Half a scale where there is room above full scale: levels are relative everywhere.
                out.write(block)
        return out.band()


@dataclass(slots=True)
class Findings:
    """What one detector found, as it finds it."""

    detector: Detector
    material: Material
    rows: list[EvidenceRow] = field(default_factory=list)
    measures: dict[str, float | list[float | None] | None] = field(default_factory=dict)
    not_measurable: list[NotMeasurable] = field(default_factory=list)

    def add(
        self,
        kind: str,
        span_s: tuple[float, float],
        *,
        channel: int,
        value: float,
        unit: str,
        confidence: float,
        size: float | None = None,
        severity: int | None = None,
        scope: Scope = "event",
        extra: Extra | None = None,
        turn_id: str | None = None,
    ) -> None:
        """Add a row; its severity is that of ``size``, or of ``value`` where that is not given."""
        sure = confidence * (_LOSSY_CONFIDENCE if self.material.recording.lossy else 1)
        self.rows.append(
            EvidenceRow(
                start_s=round(span_s[0], 4),
                end_s=round(max(span_s), 4),
                channel=channel,
                kind=kind,
                severity=severity_of(kind, value if size is None else size) if severity is None else severity,
                confidence=round(min(1.0, max(0.0, sure)), 3),
                value=round(float(value), 4),
                unit=unit,
                extra=extra or {},
                detector=self.detector.name,
                version=self.detector.version,
                role=self.material.roles[channel] if channel >= 0 else None,
                scope=scope,
                turn_id=turn_id,
            )
        )

    def measure(self, name: str, values: Iterable[float | None], *, digits: int = 2) -> None:
        """Keep one value a channel."""
        self.measures[name] = [None if value is None else round(float(value), digits) for value in values]

    def cannot(self, kind: str, reason: str, *, channel: int = -1) -> None:
        """Say what cannot be measured, and why."""
        self.not_measurable.append(NotMeasurable(kind, reason, channel))


@dataclass(frozen=True, slots=True)
class Detector:
    """One detector.

    Attributes:
        name: Stable name.
        version: Counts up whenever it may find something else in the same sound.
        kinds: What it can find or say is not measurable.
        find: Looks at the material and adds what it finds.
        is_model: Whether it asks a model, so that it finds nothing where those are off or not installed.
    """

    name: str
    version: int
    kinds: tuple[str, ...]
    find: Callable[[Material, Findings], None]
    is_model: bool = False


def found_by(detector: Detector, material: Material) -> Findings:
    """Return what a detector finds, looked for once."""
    return material.shared(_place_of(detector), lambda: _found(detector, material))


def take_over(findings: Findings, material: Material) -> None:
    """Take what another process has found as if it had been looked for here."""
    material.shared(_place_of(findings.detector), lambda: findings)


def _place_of(detector: Detector) -> str:
    return f"found by {detector.name}"


def _found(detector: Detector, material: Material) -> Findings:
    findings = Findings(detector, material)
    if material.recording.duration_s < TOO_SHORT_S and not detector.is_model:
        for kind in detector.kinds:
            findings.cannot(kind, f"The sound is shorter than {TOO_SHORT_S:g} s.")
    else:
        detector.find(material, findings)
    return findings


def material_of(
    recording: Recording,
    roles: tuple[Role | None, ...],
    scratch: Path,
    *,
    vad: DetectorName = "fast",
    models: bool = False,
) -> Material:
    """Measure what several detectors need."""
    levels = tuple(levels_of(recording, channel) for channel in range(recording.channels))
    return Material(recording, levels, roles, scratch, vad, models)


def versions_of(detectors: Iterable[Detector], *, models: bool = False) -> Mapping[str, int]:
    """Return the version of each detector by its name; 0 for one that asks models and may not, or cannot."""
    asked = models and is_installed()
    return {each.name: each.version if asked or not each.is_model else 0 for each in detectors}
