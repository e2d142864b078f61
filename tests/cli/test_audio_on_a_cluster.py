"""Analysis on a Dask cluster: the same rows, and nothing lost with a worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from earmark.cli.main import app
from earmark.core.errors import EnvironmentProblemError, WrongInputError
from proof import IN_PROOF
from sounds import write_sound
from speech import RATE, speech


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["audio", "analyse", *map(str, arguments)])


def test_a_cluster_is_named_by_its_scheduler_and_told_of_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = write_sound(tmp_path / "a.wav", speech(0.5), RATE)
    both = ["--engine", "dask", "--scheduler", "tcp://127.0.0.1:1"]
    for wrong in (both[:2], both[2:], [*both, "--jobs", "2"]):
        assert isinstance(run(sound, *wrong).exception, WrongInputError)
    monkeypatch.setitem(sys.modules, "distributed", None)
    missing = run(sound, *both).exception
    assert isinstance(missing, EnvironmentProblemError)
    assert "earmark[dask]" in str(missing)


@pytest.mark.timeout(900)
@pytest.mark.skipif(not IN_PROOF, reason="a cluster takes its time")
def test_a_worker_that_is_killed_on_its_way_loses_nothing(tmp_path: Path) -> None:
    from distributed import LocalCluster  # noqa: PLC0415 - an extra, and slow to import

    for number in range(40):
        write_sound(tmp_path / f"{number:02}.wav", speech(1.0 + number / 100), RATE)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        command = [sys.executable, "-m", "earmark", "audio", "analyse", str(tmp_path), "--json"]
        where = ["--engine", "dask", "--scheduler", cluster.scheduler_address]
        with subprocess.Popen([*command, *where], stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            first = running.stdout.readline()
            os.kill(cluster.workers[0].process.process.pid, signal.SIGKILL)
            rest = running.stdout.read()
        assert running.returncode == 0
    local = run(tmp_path, "--json", "--jobs", "1").stdout.splitlines()
    assert (len(local), (first + rest).splitlines()) == (40, local)
