"""Both talks of a pair as the audits look at them: turns, what is heard in the sound, what was told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from sqlalchemy import Connection

from earmark.audio.evidence.rows import Evidence
from earmark.core.sides import SIDES
from earmark.services.evidence.marks import shown_of
from earmark.services.tasks import Material
from earmark.storage.tasks import TurnRow

_AUDIBLE: Final = 2
_OF_ROW: Final = ("kind", "role", "severity", "value", "start_s")


def talks_context(
    material: Material, *, words: bool, told: Mapping[str, Mapping[str, bool]]
) -> dict[str, object]:
    """Return scenario, turns and marks as ``earmark audit check`` documents them.

    Args:
        material: What the task is about.
        words: Whether the words of turns may be read: those that raters do not see are not.
        told: By side and key fact what the rater has marked.
    """
    turns = {side: [_turn(turn) for turn in material.turns_of(side)] for side in SIDES} if words else {}
    return {"scenario": material.scenario, "turns": turns, "told": told}


def heard_in(connection: Connection, material: Material) -> dict[str, list[dict[str, object]]]:
    """Return what a careful listener hears of what was measured in each side, as far as it was analysed."""
    rows: dict[str, list[dict[str, object]]] = {}
    for stimulus in material.stimuli:
        seen, _ = shown_of(connection, stimulus.original_hash, stimulus.agent_channel, is_blind=True)
        rows[stimulus.side] = audible(seen.evidence) if seen.evidence else []
    return rows


def audible(evidence: Evidence, *, places_only: bool = False) -> list[dict[str, object]]:
    """Return what a careful listener hears; ``places_only`` leaves out what holds for a whole recording."""
    return [
        {name: getattr(row, name) for name in _OF_ROW}
        for row in evidence.rows
        if row.severity >= _AUDIBLE and not (places_only and row.scope == "recording")
    ]


def _turn(turn: TurnRow) -> dict[str, object]:
    return {"speaker": turn.role, **{name: asdict(turn)[name] for name in ("text", "start_s", "end_s")}}
