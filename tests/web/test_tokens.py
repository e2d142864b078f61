"""The colours of every page, measured: WCAG 2.2 AA in light and in dark."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

CSS = (files("earmark.web") / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
COLOURS = {
    name: {"light": light, "dark": dark}
    for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", CSS)
}

TEXT = [
    *((ink, ground) for ink in ("ink", "soft", "faint") for ground in ("paper", "card", "raised")),
    *((ink, ground) for ink in ("accent", "stop", "user", "agent", "advice") for ground in ("paper", "card")),
    *((ink, f"{ink}-wash") for ink in ("accent", "stop", "user", "agent", "advice")),
    ("accent-strong", "accent-wash"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
]
EDGES = [(mark, ground) for mark in ("edge", "accent") for ground in ("paper", "card")]


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, as WCAG defines it."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(mark: str, ground: str, theme: str) -> float:
    one, other = luminance(COLOURS[mark][theme]), luminance(COLOURS[ground][theme])
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_from_its_ground(theme: str) -> None:
    weak = {f"{mark} on {ground}": contrast(mark, ground, theme) for mark, ground in TEXT}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_borders_of_fields_and_focus_stand_out_from_their_ground(theme: str) -> None:
    weak = {f"{mark} on {ground}": contrast(mark, ground, theme) for mark, ground in EDGES}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 3} == {}


def test_black_on_white_has_the_highest_contrast() -> None:
    assert round((luminance("#ffffff") + 0.05) / (luminance("#000000") + 0.05), 6) == 21
