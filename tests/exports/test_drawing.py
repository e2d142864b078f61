"""Figures without a browser: the vendored Vega in QuickJS."""

from __future__ import annotations

import re

import pytest

from earmark.exports.charts import Axis, Estimate, Words, forest, look, spec_of
from earmark.exports.drawing import Board, DrawingError, draw_all


@pytest.fixture(scope="module")
def board() -> Board:
    return Board()


def spec(*names: str) -> dict[str, object]:
    rows = [Estimate(name, 2.0 + place, 1.5, 4.5, series=name) for place, name in enumerate(names)]
    axis = Axis("Mean", 1.0, 5.0, (1.0, 3.0, 5.0))
    return spec_of(forest(rows, axis, conditions=names, words=Words("Quality: means")))


def test_a_spec_becomes_svg_with_its_words_marks_and_tokens(board: Board) -> None:
    drawn = board.draw(spec("Fjord", "<b>맑음"), config=look(), width=400)
    assert drawn.startswith("<svg ")
    assert "<script" not in drawn
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert texts == ["1", "3", "5", "Mean", "Fjord", "&lt;b&gt;맑음"]
    assert re.findall(r'aria-label="[^"]*" [^>]*fill="(var\(--series-\d\))"', drawn) == [
        "var(--series-1)",
        "var(--series-2)",
    ]


def test_a_figure_is_as_wide_as_asked_and_room_for_names_beside_it(board: Board) -> None:
    short, long = (
        float(re.findall(r'width="([\d.]+)"', board.draw(spec(name), config=look(), width=400))[0])
        for name in ("a", "a much longer name")
    )
    assert 400 < short < 450
    assert short + 60 < long < short + 160


def test_intervals_are_drawn_whichever_of_their_ends_is_open(board: Board) -> None:
    rows = [
        Estimate("up", 1.0, 0.2, open_high=True),
        Estimate("down", -1.0, None, -0.2, open_low=True),
        Estimate("both", 0.0, open_low=True, open_high=True),
    ]
    names = [row.name for row in rows]
    drawn = board.draw(
        spec_of(forest(rows, Axis("Strength"), conditions=names, words=Words())), config=look(), width=400
    )
    assert drawn.count('stroke-width="2.5"') == 3


def test_what_vega_does_not_take_is_a_fault_and_the_next_is_drawn_all_the_same(board: Board) -> None:
    with pytest.raises(DrawingError):
        board.draw({"mark": "no such mark", "data": {"values": [{}]}}, config={})
    assert board.draw(spec("Fjord"), config=look()).startswith("<svg ")


def test_nothing_to_draw_needs_no_board() -> None:
    assert draw_all([], config={}) == []
