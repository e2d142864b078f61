"""The page on protocols does what it says: its examples run, and its reference has every key."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, RootModel
from typer.testing import CliRunner

from earmark.cli.main import app
from earmark.protocols.outline import fields_of
from earmark.protocols.schema import Protocol

PAGE = (Path(__file__).parents[2] / "docs" / "protocols.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the files that the page shows; the first line of each names it."""
    for kind, text in BLOCKS:
        named = re.match(r"(?:# |<!-- )(\S+\.(?:yaml|md))(?: -->)?\n", text)
        if named:
            path = tmp_path / named[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.removeprefix(named[0]) if kind == "markdown" else text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder_of_the_page")
def test_each_command_prints_what_the_page_shows() -> None:
    sessions = [text for kind, text in BLOCKS if kind == "console"]
    assert len(sessions) == 2
    for session in sessions:
        command, _, shown = session.partition("\n")
        result = CliRunner().invoke(app, command.removeprefix("$ earmark ").split())
        assert result.stdout == shown


def test_the_python_example_runs() -> None:
    [example] = [text for kind, text in BLOCKS if kind == "python"]
    names: dict[str, object] = {}
    exec(compile(example, "docs/protocols.md", "exec"), names)  # noqa: S102 - it is our own page
    assert re.fullmatch("[0-9a-f]{64}", names["loaded"].hash)


def test_the_reference_has_every_key_of_the_schema() -> None:
    reference = PAGE.partition("## Reference")[2]
    written = set(re.findall(r"`([a-z_]+)`", reference))
    assert sorted(set(keys(Protocol)) - written) == []


def keys(annotation: object) -> Iterator[str]:
    """Yield each key that a mapping anywhere in an annotation may have."""
    is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
    if is_model and not issubclass(annotation, RootModel):
        for key, inner in fields_of(annotation).items():
            yield key
            yield from keys(inner)
    for inner in getattr(annotation, "__args__", ()):
        yield from keys(inner)
