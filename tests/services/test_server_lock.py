from __future__ import annotations

import os

import pytest

from earmark.core.errors import EnvironmentProblemError
from earmark.services.home import Home
from earmark.services.server_lock import DEFAULT_ADDRESS, served_at, server_lock

ADDRESS = "http://127.0.0.1:9999"


def test_a_second_holder_is_told_who_holds_the_folder(home: Home) -> None:
    folder = home.settings.home
    with (
        server_lock(folder, address=ADDRESS),
        pytest.raises(EnvironmentProblemError, match=f"process {os.getpid()} at {ADDRESS}\\."),
        server_lock(folder, address="elsewhere"),
    ):
        pass


def test_a_file_left_behind_is_no_obstacle(home: Home) -> None:
    (home.settings.home / "serve.lock").write_text("process 1 at http://gone.test\n", encoding="utf-8")
    with server_lock(home.settings.home, address=ADDRESS):
        assert served_at(home) == ADDRESS


def test_links_lead_to_where_a_server_runs_or_would_run(home: Home) -> None:
    before = served_at(home)
    with server_lock(home.settings.home, address=ADDRESS):
        during = served_at(home)
    assert (before, during, served_at(home)) == (DEFAULT_ADDRESS, ADDRESS, DEFAULT_ADDRESS)
