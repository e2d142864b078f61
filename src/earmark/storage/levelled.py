"""What raters hear of the sides of pairs, by the rendition, the gain and the layout that it is made with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select

from earmark.core.heard import Layout
from earmark.storage.statements import Statement
from earmark.storage.tables import levelled_sound

_FOUND: Final = Statement(
    select(levelled_sound.c.rendition_hash, levelled_sound.c.peaks_hash).where(
        levelled_sound.c.source_hash == bindparam("source"),
        levelled_sound.c.gain_db == bindparam("gain"),
        levelled_sound.c.layout == bindparam("layout"),
    )
)


@dataclass(frozen=True, slots=True)
class Level:
    """What a levelled sound is made with: a rendition, the gain in dB, and what becomes of its channels."""

    source_hash: str
    gain_db: float
    layout: Layout


@dataclass(frozen=True, slots=True)
class Levelled:
    """Hashes of a levelled sound and its peaks."""

    rendition_hash: str
    peaks_hash: str


def levelled_in(connection: Connection, level: Level) -> Levelled | None:
    """Return what was made so; None where nothing was."""
    row = _FOUND.first(connection, source=level.source_hash, gain=level.gain_db, layout=level.layout)
    return None if row is None else Levelled(*row)


def put_levelled(connection: Connection, level: Level, made: Levelled, *, at: int) -> None:
    """Keep what was made, in the place of what was made so before."""
    table = levelled_sound
    connection.execute(
        delete(table).where(
            table.c.source_hash == level.source_hash,
            table.c.gain_db == level.gain_db,
            table.c.layout == level.layout,
        )
    )
    connection.execute(
        insert(table).values(
            source_hash=level.source_hash,
            gain_db=level.gain_db,
            layout=level.layout,
            rendition_hash=made.rendition_hash,
            peaks_hash=made.peaks_hash,
            made_at=at,
        )
    )
