from __future__ import annotations

import pytest

from earmark.protocols.questions.flags import Flags

ERRORS = Flags.model_validate(
    {
        "kind": "flags",
        "id": "errors",
        "title": {"en": "Errors"},
        "prompt": {"en": "What went wrong?"},
        "severities": [{"id": name, "label": {"en": name}, "weight": 1} for name in ("minor", "major")],
        "clusters": [
            {"id": name, "title": {"en": name}, "severities": {"minor": {"en": "a bit"}}}
            for name in ("noise", "delay")
        ],
    }
)


def flag(cluster: object = "noise", severity: object = "minor") -> dict[str, object]:
    return {"cluster": cluster, "severity": severity, "instances": [{"turn": 1}]}


@pytest.mark.parametrize(
    ("flags", "faults"),
    [
        ([flag(), flag("delay", "major")], []),
        ([flag(), flag(severity="major")], [("errors.flags.1.cluster", "flagged-twice")]),
        ([flag(["noise"])], [("errors.flags.0.cluster", "unknown-name")]),
        ([flag(severity={"id": "minor"})], [("errors.flags.0.severity", "unknown-name")]),
    ],
)
def test_a_cluster_is_flagged_once_and_by_name(
    flags: list[dict[str, object]], faults: list[tuple[str, str]]
) -> None:
    found = ERRORS.faults({"flags": flags}, "errors", {})
    assert [(fault.where, fault.code) for fault in found] == faults
