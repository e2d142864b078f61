from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from earmark.services.home import open_home
from earmark.services.people import make_founder

pytestmark = pytest.mark.server

COMMAND = (
    sys.executable,
    "-c",
    "from earmark.cli.main import main; main()",
    "serve",
    "--json",
    "--port",
    "0",
)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, str | None]]]:
    """Start a server on a free port and yield it with what it announced."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen((*COMMAND, "--home", str(folder)), text=True, **pipes) as server:
        try:
            assert server.stdout is not None
            yield server, json.loads(server.stdout.readline())
        finally:
            server.kill()


def test_a_first_run_is_set_up_by_its_link_and_the_next_after_a_kill_remembers_its_people(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as (server, announced):
        link = announced["set_up"] or ""
        assert link.startswith(f"{announced['address']}/links/")
        assert announced["sign_in"] is None
        done = httpx2.post(link, data={"name": "Ada", "password": "ten letters or more"})
        assert (done.status_code, done.headers["location"]) == (303, "/")
        assert_that_a_second_server_is_refused(tmp_path, server.pid, announced["address"])
        os.kill(server.pid, signal.SIGKILL)
        server.wait(timeout=20)
    with serving(tmp_path) as (server, announced):
        assert (announced["set_up"], announced["sign_in"]) == (None, None)
        assert httpx2.get(f"{announced['address']}/sign-in").status_code == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) == 0


def assert_that_a_second_server_is_refused(folder: Path, pid: int, address: str | None) -> None:
    second = subprocess.run((*COMMAND, "--home", str(folder)), capture_output=True, text=True, check=False)
    assert (second.returncode, second.stdout) == (3, "")
    assert f"process {pid} at {address}" in second.stderr


def test_a_founder_without_a_password_gets_a_link_that_signs_in_once(tmp_path: Path) -> None:
    with open_home(tmp_path) as home:
        make_founder(home, "Ada")
    with serving(tmp_path) as (server, announced):
        link = announced["sign_in"] or ""
        assert announced["set_up"] is None
        assert link.startswith(f"{announced['address']}/links/")
        assert [httpx2.post(link).status_code for _ in range(2)] == [303, 404]
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=20) == 0
