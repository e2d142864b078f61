"""Evidence as it is kept: one document a sound, with a part for each detector.

A part has its detector's version and group, and what it found. A detector of a newer version replaces its own
part, and no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any, Final, Literal, get_args

from earmark.audio.evidence.rows import Evidence, EvidenceRow, NotMeasurable, together
from earmark.core.wording import Said, said_from

Group = Literal["signal", "turns", "voice", "models"]
GROUPS: Final[tuple[Group, ...]] = get_args(Group)
"""The lanes in which evidence is shown, from the top."""

_OF_DETECTOR: Final = ("detector", "version")


def document_of(
    parts: Mapping[str, Evidence],
    *,
    versions: Mapping[str, int],
    groups: Mapping[str, Group],
    before: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the document of what detectors found, with the parts of others that stand already."""
    one = next(iter(parts.values()))
    old = (before or {}).get("parts", {})
    new = {
        name: {
            "version": versions[name],
            "group": groups[name],
            "rows": [_fact(row) for row in part.rows],
            "measures": dict(part.measures),
            "not_measurable": [asdict(each) for each in part.not_measurable],
        }
        for name, part in parts.items()
    }
    whole = {name: getattr(one, name) for name in ("duration_s", "sample_rate_hz", "channels")}
    return {**whole, "parts": {name: part for name, part in (old | new).items() if name in versions}}


def _fact(row: EvidenceRow) -> dict[str, object]:
    return {name: value for name, value in asdict(row).items() if name not in _OF_DETECTOR}


def refusal_of(why: Said) -> dict[str, Any]:
    """Return the document of a sound that could not be read."""
    return {"refused": why.as_json()}


def refused_in(found: Mapping[str, Any]) -> Said | None:
    """Return why a sound could not be read, or None where it was."""
    why = found.get("refused")
    return None if why is None else said_from(why["code"], why["words"])


def evidence_in(found: Mapping[str, Any], *, agent_channel: int | None) -> Evidence | None:
    """Return what was found in a sound; None where it could not be read.

    Args:
        found: The document.
        agent_channel: Of the recording; without it nobody knows who speaks where.
    """
    if not found.get("parts"):
        return None
    evidence = together(
        Evidence(
            duration_s=found["duration_s"],
            sample_rate_hz=found["sample_rate_hz"],
            channels=found["channels"],
            rows=tuple(EvidenceRow(**row, detector=name, version=part["version"]) for row in part["rows"]),
            measures=part["measures"],
            not_measurable=tuple(NotMeasurable(**each) for each in part["not_measurable"]),
        )
        for name, part in found["parts"].items()
    )
    if agent_channel is not None or evidence.channels == 1:
        return evidence
    return replace(evidence, rows=tuple(replace(row, role=None) for row in evidence.rows))


def groups_in(found: Mapping[str, Any]) -> dict[str, Group]:
    """Return the group of each detector that has looked."""
    return {name: part["group"] for name, part in found.get("parts", {}).items()}


def versions_in(found: Mapping[str, Any]) -> dict[str, int]:
    """Return the version of each detector that has looked."""
    return {name: part["version"] for name, part in found.get("parts", {}).items()}


def kinds_not_measured(evidence: Evidence) -> Iterator[NotMeasurable]:
    """Yield what could not be measured, each kind and channel once."""
    yield from dict.fromkeys(evidence.not_measurable)
