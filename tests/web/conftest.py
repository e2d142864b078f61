"""A served home, laid once and copied for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from direct import Desk, open_desk
from earmark.services.home import open_home
from earmark.services.throttle import Throttle
from earmark.web.app import create_app
from house import House, Laid, lay_house
from people import NOON


@pytest.fixture(scope="session")
def laid(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Laid:
    folder = tmp_path_factory.mktemp("laid")
    shutil.copy(empty_database, folder)
    with open_home(folder, clock=lambda: NOON) as home:
        return lay_house(home, tmp_path_factory.mktemp("protocol"))


@pytest.fixture(scope="session")
def app(laid: Laid) -> Iterator[FastAPI]:
    """The application, made once; each test gives it a home of its own."""
    with open_home(laid.folder) as home:
        yield create_app(home)


@pytest.fixture
def house(laid: Laid, app: FastAPI, tmp_path: Path) -> Iterator[House]:
    shutil.copytree(laid.folder, tmp_path / "house")
    with open_home(tmp_path / "house", clock=lambda: NOON) as home:
        app.state.home, app.state.throttle = home, Throttle()
        house = House(home, app, laid.ids, laid.tokens)
        yield house
        for browser in house.browsers:
            browser.close()


@pytest.fixture
def desk(app: FastAPI, empty_database: Path, tmp_path: Path) -> Iterator[Desk]:
    """A rater before a conversation of two agent turns, and a clock to turn."""
    shutil.copy(empty_database, tmp_path)
    with open_desk(app, tmp_path) as desk:
        yield desk
