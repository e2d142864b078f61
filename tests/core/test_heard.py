"""In which form both recordings of a pair are heard."""

from __future__ import annotations

import pytest

from earmark.core.heard import Channels, heard_channel, layouts_of
from earmark.core.loudness import Loudness, lowered_gains, matched_gains

MONO, LEFT, RIGHT, UNTOLD = Channels(1, None), Channels(2, 0), Channels(2, 1), Channels(2, None)


@pytest.mark.parametrize(
    ("one", "other", "layouts", "heard"),
    [
        (RIGHT, RIGHT, ("as-it-is", "as-it-is"), RIGHT),
        (LEFT, RIGHT, ("agent-right", "as-it-is"), RIGHT),
        (LEFT, LEFT, ("agent-right", "agent-right"), RIGHT),
        (MONO, MONO, ("as-it-is", "as-it-is"), MONO),
        (MONO, LEFT, ("as-it-is", "one-channel"), MONO),
        (RIGHT, MONO, ("one-channel", "as-it-is"), MONO),
        (UNTOLD, UNTOLD, ("as-it-is", "as-it-is"), UNTOLD),
    ],
)
def test_both_sides_are_heard_alike(one: Channels, other: Channels, layouts: object, heard: Channels) -> None:
    assert layouts_of(one, other) == layouts
    assert [
        side.heard(layout) for side, layout in zip((one, other), layouts_of(one, other), strict=True)
    ] == [heard] * 2


def test_what_lies_on_a_channel_is_told_where_it_is_heard() -> None:
    assert [heard_channel(one, "agent-right") for one in (0, 1, -1)] == [1, 0, -1]
    assert [heard_channel(one, "one-channel") for one in (0, 1, -1)] == [0, 0, -1]
    assert [heard_channel(one, "as-it-is") for one in (0, 1, -1)] == [0, 1, -1]


def test_gains_are_lowered_alike_by_whole_steps() -> None:
    gains = matched_gains(Loudness(-20, -3), Loudness(-30, -1))
    assert gains == (-10.0, 0.0)
    assert lowered_gains(gains, 0.6) == (-11.0, -1.0)
