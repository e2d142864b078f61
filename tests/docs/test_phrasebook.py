"""The page on phrasebooks does what it says: its commands print what is shown, and it names every key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel, RootModel
from typer.testing import CliRunner

from earmark import protocols
from earmark.cli.main import app
from earmark.protocols.outline import fields_of
from earmark.protocols.phrasebook.book import Phrasebook

PAGE = (Path(__file__).parents[2] / "docs" / "phrasebook.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def test_a_file_beside_a_copy_of_live_ab_adds_to_its_phrases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, text in BLOCKS:
        if kind == "yaml":
            Path(text.splitlines()[0].removeprefix("# ")).write_text(text, encoding="utf-8")
            continue
        command, _, shown = text.partition("\n")
        assert CliRunner().invoke(app, command.removeprefix("$ earmark ").split()).stdout == shown
    groups = {group.id: group for group in protocols.phrasebook_of(protocols.load("ours")).groups}
    assert [groups["utility"].phrases[-1].id, groups["shop"].phrases[0].id] == ["ours-manual", "shop-price"]
    assert CliRunner().invoke(app, ["protocols", "copy", "live-ab", "ours"]).exit_code != 0


def test_the_reference_has_every_key() -> None:
    written = set(re.findall(r"`([a-z_]+)`", PAGE.partition("## Reference")[2]))
    assert sorted(keys(Phrasebook) - written) == []


def keys(model: type[BaseModel]) -> set[str]:
    """Return each key that a mapping anywhere in a file may have."""
    found = set(fields_of(model))
    for annotation in fields_of(model).values():
        for inner in (annotation, *getattr(annotation, "__args__", ())):
            if isinstance(inner, type) and issubclass(inner, BaseModel) and not issubclass(inner, RootModel):
                found |= keys(inner)
    return found
