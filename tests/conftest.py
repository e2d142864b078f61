"""What all tests share: a home whose clock stands still, and small protocols written as folders."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main
import typer.testing
from hypothesis import HealthCheck, settings

from chromium import chromium
from earmark.services.home import Home, open_home
from hall import Build, Hall, lay_hall
from people import NOON
from proof import IN_PROOF
from rows import PROTOCOL, StudyRows

__all__ = ["chromium"]

os.environ["EARMARK_ANALYSE"] = "0"  # the analysis of what tests import would cost more than all of them

# A slow machine is no fault. Every run tries the same few examples; `make proof` searches on.
settings.register_profile(
    "every-run", deadline=None, derandomize=True, max_examples=8, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("proof", settings.get_profile("every-run"), derandomize=False, max_examples=300)
settings.load_profile("proof" if IN_PROOF else "every-run")

# A process builds the command line once; two hundred runs in one process need not do it each time anew.
typer.main.get_command = typer.testing._get_command = cache(typer.main.get_command)


SIGNS = {"server": "mark.server", "browser": "mark.browser", "real": "NEEDS_DATA"}
"""What stands in a file that holds tests of a stage: the Makefile finds the files of each stage by it."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a test whose stage would never read its file, since its mark comes from elsewhere."""
    for item in items:
        for mark, sign in SIGNS.items():
            if item.get_closest_marker(mark) and sign not in _text_of(item.path):
                message = f"{item.nodeid} is marked {mark}, but {sign} does not stand in its file"
                raise pytest.UsageError(message)


@cache
def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def pytest_collection_finish() -> None:
    """Look for garbage less often, and never among the modules: a tenth of the time went there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


_PROTOCOL = """\
schema: 1
id: small-{kind}
version: 1.0.0
languages: [en]
title: {{en: "Small {kind}"}}
summary: {{en: "One scale."}}
item: {{kind: {kind}}}
questions:
  - id: quality
    kind: scale
    ask: {ask}
    title: {{en: "Quality"}}
    prompt: {{en: "How good?"}}
    points:
      - {{value: 1, label: {{en: "Bad"}}}}
      - {{value: 2, label: {{en: "Good"}}}}
"""


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its tables and nothing in them; a test copies it and is spared the migration."""
    folder = tmp_path_factory.mktemp("empty")
    open_home(folder).close()
    return folder / "earmark.sqlite3"


@pytest.fixture
def home(tmp_path: Path, empty_database: Path) -> Iterator[Home]:
    (tmp_path / "home").mkdir()
    shutil.copy(empty_database, tmp_path / "home")
    with open_home(tmp_path / "home", clock=lambda: NOON) as opened:
        yield opened


@pytest.fixture
def build(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Build]:
    """Lay halls, each in a database of its own, and close them afterwards."""
    halls: list[Hall] = []

    def lay(**sizes: Any) -> Hall:
        path = tmp_path_factory.mktemp("hall") / "earmark.sqlite3"
        shutil.copy(empty_database, path)
        halls.append(lay_hall(path, **sizes))
        return halls[-1]

    yield lay
    for hall in halls:
        hall.database.close()


@pytest.fixture
def small_protocol(tmp_path: Path) -> Callable[[str], Path]:
    """Write a protocol of one scale for an item kind (``clip``, ``conversation``) and return its folder."""

    def write(kind: str) -> Path:
        folder = tmp_path / f"small-{kind}"
        folder.mkdir(exist_ok=True)
        ask = "agent-turn" if kind == "conversation" else "item"
        (folder / "protocol.yaml").write_text(_PROTOCOL.format(kind=kind, ask=ask), encoding="utf-8")
        return folder

    return write


@pytest.fixture
def rows(home: Home, tmp_path: Path) -> StudyRows:
    """A study of two five-point scales, to be filled row by row."""
    folder = tmp_path / "two-scales"
    folder.mkdir()
    (folder / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    return StudyRows(home.studies.create("voices", protocol=folder, title="Voices"), at=NOON)
