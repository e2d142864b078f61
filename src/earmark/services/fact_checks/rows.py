"""The fact-checks of a study as rows of its export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection

from earmark.storage.fact_checks import named_checks

_NO_CLAIM: Final[Mapping[str, Any]] = {
    "turn_place": None,
    "claim": "",
    "verdict": "",
    "affects_task": None,
    "source": "",
}


def claim_rows(connection: Connection, study_id: str) -> Iterator[Mapping[str, object]]:
    """Yield every claim about every talk of a study; a talk without one has a row that says so."""
    for check in named_checks(connection, study_id):
        row = check._asdict()
        claims = row.pop("claims")
        for claim in claims:
            yield {**row, **claim, "turn_place": claim["turn"] + 1}
        if not claims:
            yield {**row, **_NO_CLAIM}
