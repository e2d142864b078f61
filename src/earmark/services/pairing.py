"""Making pairs: which recordings of an item are compared, and how loud each is heard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from sqlalchemy import Connection

from earmark.core.loudness import Loudness, matched_gains
from earmark.core.pairing import wanted_pairs
from earmark.services.studies import Study
from earmark.storage import pairs as rows
from earmark.storage.pairs import NewSide, SideRow


@dataclass(frozen=True, slots=True)
class Paired:
    """What came of making pairs: how many are new, and the files that no pair holds."""

    made: int
    alone: tuple[str, ...]


def pair_up(study: Study) -> Paired:
    """Make every pair that the study wants and does not have, in one transaction.

    Each item gives one pair for each two of its conditions that are to be compared (`StudySettings.pairs`),
    so that all pairs get the same number of votes. Two recordings of one condition make two pairs. The gains
    that bring both sides to one level are stored with the pair; the recordings stay as they are.
    """
    now = study.home.clock()
    return study.home.database.write(lambda connection: _pair_up(connection, study, now=now))


def _pair_up(connection: Connection, study: Study, *, now: int) -> Paired:
    known = rows.pairs_there(connection, study.id)
    is_balanced = study.protocol.order.sides == "counterbalanced"
    made, used = 0, {one for pair in known for one in pair}
    there = rows.sides_there(connection, study.id)
    for _, group in groupby(there, key=lambda row: row.item_id):
        for one, other in _pairs_of(list(group), study):
            used |= {one.stimulus_id, other.stimulus_id}
            if frozenset((one.stimulus_id, other.stimulus_id)) in known:
                continue
            rows.add_pair(
                connection,
                study.id,
                one.item_id,
                _sides(one, other),
                votes=study.settings.votes_per_item,
                is_balanced=is_balanced,
                at=now,
            )
            made += 1
    return Paired(made, tuple(row.file_name for row in there if row.stimulus_id not in used))


def _pairs_of(recordings: Sequence[SideRow], study: Study) -> Iterator[tuple[SideRow, SideRow]]:
    names = [row.condition for row in recordings]
    for one, other in wanted_pairs(names, study.settings.pairs):
        yield from product(
            (row for row in recordings if row.condition == one),
            (row for row in recordings if row.condition == other),
        )


def _sides(one: SideRow, other: SideRow) -> tuple[NewSide, NewSide]:
    gains = matched_gains(_loudness(one), _loudness(other))
    first, second = (
        NewSide(row.stimulus_id, row.condition_id, gain)
        for row, gain in zip((one, other), gains, strict=True)
    )
    return first, second


def _loudness(row: SideRow) -> Loudness:
    judged = row.details.get("judged")
    found = judged if isinstance(judged, dict) else {}
    level, peak = found.get("level_db"), found.get("peak_db")
    return Loudness(level if peak is not None else None, peak or 0.0)
