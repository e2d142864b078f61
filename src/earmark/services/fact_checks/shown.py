"""What of the fact-checks of a pair is shown: claims by side, without those that would tell the system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection

from earmark.core.fact_checks import Claim, State, betrays, claims_from
from earmark.services.tasks import Material
from earmark.storage.fact_checks import checks_of, names_in


@dataclass(frozen=True, slots=True)
class CheckedSide:
    """What was found on one side.

    Attributes:
        state: ``waiting`` for the plug-in, ``done``, or why it found nothing: ``failed``, ``slow``.
        claims: In the order of their turns.
        withheld: Claims that name a system or a file: raters never get them, staff does.
        failure: Why there are none; for staff.
    """

    state: State | Literal["waiting"]
    claims: tuple[Claim, ...] = ()
    withheld: tuple[Claim, ...] = ()
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """The fact-check of a pair: by which plug-in, and by side what it found."""

    by: str
    sides: Mapping[str, CheckedSide]


def checked_in(connection: Connection, study_id: str, material: Material, *, plugin: str) -> Checked | None:
    """Return the fact-check of a pair; None where the study has no plug-in."""
    if not plugin:
        return None
    found = checks_of(connection, [one.id for one in material.stimuli], plugin=plugin)
    names = names_in(connection, study_id) if any(row.claims for row in found.values()) else frozenset()
    sides = {}
    for one in material.stimuli:
        row = found.get(one.id)
        if row is None:
            sides[one.side] = CheckedSide("waiting")
            continue
        claims = tuple(claims_from(row.claims))
        telling = tuple(claim for claim in claims if betrays(claim, names))
        shown = tuple(claim for claim in claims if claim not in telling)
        sides[one.side] = CheckedSide(row.state, shown, telling, row.failure)
    return Checked(plugin, sides)
