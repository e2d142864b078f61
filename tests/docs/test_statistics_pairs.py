"""The page on comparisons does what it says: its command runs, and its examples give what is shown."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app

PATH = Path(__file__).parents[2] / "docs" / "statistics-pairs.md"
PAGE = PATH.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def test_the_commands_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "votes.csv").write_text(blocks("csv")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = [block.partition("\n") for block in blocks("console")]
    assert len(shown) == 2
    for command, _, expected in shown:
        assert CliRunner().invoke(app, command.removeprefix("$ earmark ").split()).stdout == expected


def test_the_examples_give_what_the_page_shows() -> None:
    text = "\n".join(blocks("python"))
    found = doctest.DocTestParser().get_doctest(text, {}, "page", str(PATH), 0)
    assert doctest.DocTestRunner(verbose=False).run(found).failed == 0


def test_what_the_page_names_is_there() -> None:
    names = re.findall(
        r"`((?:pairs|ordinal|outcomes|flags|flag_contrasts|evidence|planning|anytime|verdict|power|variance_parts)[\w.]*?)(?:\(|`)",
        PAGE,
    )
    for name in names:
        module, _, attribute = name.rpartition(".")
        parent = importlib.import_module(f"earmark.stats.{module}".rstrip("."))
        assert hasattr(parent, attribute) or importlib.import_module(f"earmark.stats.{name}"), name
