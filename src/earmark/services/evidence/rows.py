"""The evidence of a study as rows of its export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from sqlalchemy import Connection

from earmark.services.evidence.kept import evidence_in
from earmark.storage.analyses import recordings_of


def evidence_rows(connection: Connection, study_id: str) -> Iterator[Mapping[str, object]]:
    """Yield every fact about every recording of a study; nothing of those that are not analysed."""
    for one in recordings_of(connection, study_id):
        evidence = evidence_in(one.found or {}, agent_channel=one.agent_channel)
        named = {"stimulus": one.stimulus, "item": one.item, "condition": one.condition}
        for row in evidence.rows if evidence else ():
            yield {**named, **asdict(row)}
