"""Lists that other programs' libraries write come in whole."""

from __future__ import annotations

from pathlib import Path

import pympi
import pysubs2
import pytest
from praatio.data_classes.interval_tier import IntervalTier
from praatio.data_classes.textgrid import Textgrid

from earmark.core.turn_check import check_turns
from earmark.core.turnlists.forms import form_of

TURNS = [
    ("user", 0, 1500, "I want my “money” back."),
    ("agent", 1750, 4000, "네, 환불해 드릴게요."),
    ("user", 3900, 5200, 'He said "no", then 3 < 4.'),
]


def come_in(path: Path) -> list[tuple[str, int, int, str]]:
    form = form_of(path.name)
    assert form is not None
    [one] = form.read(path.read_bytes())
    checked = check_turns(one.turns, duration_s=6)
    assert (one.repairs, checked.repairs, checked.faults) == ((), (), ())
    return [
        (turn.role, round(turn.start_s * 1000), round(turn.end_s * 1000), turn.text) for turn in checked.turns
    ]


@pytest.mark.parametrize("suffix", ["vtt", "srt"])
def test_subtitles_of_pysubs2_come_in(tmp_path: Path, suffix: str) -> None:
    file = pysubs2.SSAFile()
    file.events = [
        pysubs2.SSAEvent(start=start, end=end, text=f"{who}: {text}") for who, start, end, text in TURNS
    ]
    file.save(str(tmp_path / f"a.{suffix}"))
    assert come_in(tmp_path / f"a.{suffix}") == TURNS


@pytest.mark.parametrize("form", ["short_textgrid", "long_textgrid"])
def test_textgrids_of_praatio_come_in(tmp_path: Path, form: str) -> None:
    grid = Textgrid()
    for who in ("agent", "user"):
        entries = [(start / 1000, end / 1000, text) for of, start, end, text in TURNS if of == who]
        grid.addTier(IntervalTier(who, entries, 0, 6))
    grid.save(str(tmp_path / "a.TextGrid"), format=form, includeBlankSpaces=True)
    assert come_in(tmp_path / "a.TextGrid") == TURNS


def test_an_eaf_of_pympi_comes_in(tmp_path: Path) -> None:
    file = pympi.Eaf(author="")
    for who, start, end, text in TURNS:
        if who not in file.get_tier_names():
            file.add_tier(who)
        file.add_annotation(who, start, end, text)
    file.remove_tier("default")
    file.to_file(str(tmp_path / "a.eaf"))
    assert come_in(tmp_path / "a.eaf") == TURNS
