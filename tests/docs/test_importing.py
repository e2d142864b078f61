"""The page on importing does what it says: its turn list, its manifests and its folders come in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from earmark.audio.detectors import ACCURATE_EXTRA
from earmark.cli.main import app
from earmark.core.cutting import CutSettings
from earmark.core.imports import ImportReport
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.importing.manifest import ManifestRow
from sounds import sine, write_sound

PAGE = (Path(__file__).parents[2] / "docs" / "importing.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
TURN_LIST, JSON_LINES, CSV, PYTHON = (text for _, text in BLOCKS)

SmallProtocol = Callable[[str], Path]


@pytest.fixture
def bring_in(home: Home, small_protocol: SmallProtocol, tmp_path: Path) -> Callable[..., ImportReport]:
    """Import a text of the page beside the sounds it speaks of."""

    def run(kind: str, name: str, text: str, sounds: tuple[str, ...], *, channels: int = 1) -> ImportReport:
        for number, sound in enumerate(sounds):
            samples = np.stack([sine(8000, hertz=300 + number)] * channels, axis=1)
            write_sound(tmp_path / "in" / sound, samples)
        (tmp_path / "in" / name).write_text(text, encoding="utf-8")
        return import_paths(home.studies.create("page", protocol=small_protocol(kind)), [tmp_path / "in"])

    return run


def test_the_turn_list_comes_in(bring_in: Callable[..., ImportReport]) -> None:
    report = bring_in("conversation", "refund.turns.json", TURN_LIST, ("refund.wav",))
    assert [(one.item, one.turns) for one in report.imported] == [("refund.wav", 2)]


def test_the_json_lines_come_in(bring_in: Callable[..., ImportReport]) -> None:
    report = bring_in("clip", "manifest.jsonl", JSON_LINES, ("hifi-1.wav", "lofi-1.wav"))
    assert [(one.item, one.condition) for one in report.imported] == [
        ("sentence-1", "hifi"),
        ("sentence-1", "lofi"),
    ]


def test_the_csv_comes_in(bring_in: Callable[..., ImportReport]) -> None:
    report = bring_in("conversation", "manifest.csv", CSV, ("call-1.wav",), channels=2)
    assert [(one.item, one.condition, one.turns) for one in report.imported] == [("refund", "hifi", 2)]


def test_the_table_has_every_column() -> None:
    table = PAGE.partition("## Manifests")[2].partition("JSON Lines, one")[0]
    cells = re.findall(r"^\| (`.+?) \|", table, flags=re.MULTILINE)
    named = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert [name for name in named if name != "user_audio"] == list(ManifestRow.model_fields)


def test_the_python_example_runs(
    home: Home, small_protocol: SmallProtocol, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.studies.create("calls", protocol=small_protocol("clip"))
    home.settings.home.rename(tmp_path / "earmark-data")
    write_sound(tmp_path / "recordings" / "a.wav", sine(8000))
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(PYTHON, "docs/importing.md", "exec"), names)  # noqa: S102 - it is our own page
    report = names["report"]
    assert isinstance(report, ImportReport)
    assert [one.item for one in report.imported] == ["a.wav"]


def test_the_settings_of_cutting_are_as_the_page_says_them(home: Home, small_protocol: SmallProtocol) -> None:
    section = PAGE.partition("### Turns that are cut")[2].partition("## Manifests")[0]
    [options] = re.findall(r"^earmark study set calls (.*)$", section, flags=re.MULTILINE)
    home.studies.create("calls", protocol=small_protocol("conversation"))
    folder = str(home.settings.home)
    home.close()
    result = CliRunner().invoke(app, ["study", "set", "calls", *options.split(), "--home", folder, "--json"])
    settings = json.loads(result.stdout)["settings"]
    assert (settings["vad"], settings["agent_pause_s"], settings["user_pause_s"]) == ("accurate", 2.5, 1)
    by = CutSettings()
    for number in (
        f"under {by.unit_silence_s} s are closed",
        f"under {by.agent_pause_s:g} s (agent) or {by.user_pause_s} s (user)",
        f"at most {by.backchannel_s} s, while",
        f"for {by.backchannel_apart_s:g} s)",
        f"Sounds under {by.shortest_turn_s} s",
        f"earmark[{ACCURATE_EXTRA}]",
    ):
        assert number in " ".join(section.split())
