"""The page on ratings does what it says: its commands run, and its examples give what is shown."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app

PATH = Path(__file__).parents[2] / "docs" / "statistics.md"
PAGE = PATH.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def test_the_commands_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ratings.csv").write_text(blocks("csv")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = [block.partition("\n") for block in blocks("console")]
    assert len(shown) == 4
    for command, _, expected in shown:
        assert CliRunner().invoke(app, command.removeprefix("$ earmark ").split()).stdout == expected


def test_the_examples_give_what_the_page_shows() -> None:
    found = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "page", str(PATH), 0)
    assert len(found.examples) > 10
    assert doctest.DocTestRunner(verbose=False).run(found).failed == 0


def test_what_the_page_names_is_there() -> None:
    names = re.findall(r"`((?:[a-z_0-9]+\.){1,2}[a-z_0-9]+)`", PAGE)
    assert len(names) > 15
    for name in names:
        module, _, attribute = name.removeprefix("earmark.stats").rpartition(".")
        if module:
            assert hasattr(importlib.import_module(f"earmark.stats.{module}"), attribute), name
