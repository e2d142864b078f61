"""Making what raters hear of a pair: both sides at one level and in one form, beside the sound as it came."""

from __future__ import annotations

from math import inf
from typing import Final

from earmark.audio.levelled import Arrange, render_levelled, summed, turned
from earmark.core.heard import Layout, layouts_of
from earmark.core.loudness import Loudness, lowered_gains, matched_gains
from earmark.services.home import Home
from earmark.services.workrooms import workroom
from earmark.storage.levelled import Level, Levelled, levelled_in, put_levelled
from earmark.storage.pairs import SideRow

Sides = tuple[SideRow, SideRow]
Gains = tuple[float, float]

_ARRANGE: Final[dict[Layout, Arrange]] = {"agent-right": turned, "one-channel": summed}


def level_new(home: Home, sides: Sides) -> Gains:
    """Make what raters hear of two recordings, and return the gains that bring both to one level.

    They are lower than levels and peaks ask where another rate, or both channels heard as one, raise a peak
    above full scale.
    """
    one, other = sides
    gains = matched_gains(_loudness(one), _loudness(other))
    while (over := level_at(home, sides, gains)) > 0:
        gains = lowered_gains(gains, over)
    return gains


def level_at(home: Home, sides: Sides, gains: Gains) -> float:
    """Make what raters hear of two recordings at these gains, unless it is there.

    Returns:
        By how many dB a peak is too high, at 0 or below for none. Above 0 nothing was kept of that side.
    """
    if not all(home.objects.has(side.rendition_hash) for side in sides):
        return -inf  # lost: they are made once it is put back
    layouts = layouts_of(*(side.channels for side in sides))
    return max(
        _make(home, side, Level(side.rendition_hash, gain, layout))
        for side, gain, layout in zip(sides, gains, layouts, strict=True)
    )


def _make(home: Home, side: SideRow, level: Level) -> float:
    with home.database.read() as connection:
        found = levelled_in(connection, level)
    if found and home.objects.has(found.rendition_hash) and home.objects.has(found.peaks_hash):
        return -inf
    with workroom(home.settings.home) as folder:
        rendition, peaks = folder / "rendition.mp4", folder / "peaks"
        over = render_levelled(
            home.objects.file(level.source_hash),
            rendition,
            peaks=peaks,
            gain_db=level.gain_db,
            channels=side.channels.heard(level.layout).count,
            arrange=_ARRANGE.get(level.layout),
        )
        if over > 0:
            return over
        made = Levelled(home.objects.put_file(rendition), home.objects.put_file(peaks))
    now = home.clock()
    home.database.write(lambda connection: put_levelled(connection, level, made, at=now))
    return over


def _loudness(row: SideRow) -> Loudness:
    judged = row.details.get("judged")
    found = judged if isinstance(judged, dict) else {}
    level, peak = found.get("level_db"), found.get("peak_db")
    return Loudness(level if peak is not None else None, peak or 0.0)
