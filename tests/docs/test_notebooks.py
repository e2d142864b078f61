"""The notebooks of docs/ run from their first cell to their last, and show figures."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from earmark.services.home import Home
from proof import IN_PROOF
from rows import PROTOCOL, StudyRows

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"


def run(name: str, beside: Path) -> list[dict[str, Any]]:
    """Execute a notebook in a folder; return what its cells gave, by kind of output."""
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(beside)}}).execute()
    return [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ())]


def figures(outputs: list[dict[str, Any]]) -> int:
    return sum("altair-viz" in output.get("text/html", "") for output in outputs)


def test_the_notebook_of_a_plain_table_runs(tmp_path: Path) -> None:
    chance = np.random.default_rng(5)
    with (tmp_path / "scores.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["condition", "item", "rater", "value"])
        for name, level in {"plain": 2.6, "warm": 3.8}.items():
            for item in range(6):
                values = np.clip(np.rint(chance.normal(level, 0.8, 5)), 1, 5)
                writer.writerows([name, f"text {item}", f"rater {n}", int(v)] for n, v in enumerate(values))
    outputs = run("plain-table", tmp_path)
    assert "'warm'" in outputs[0]["text/plain"]
    assert figures(outputs) == 1


@pytest.mark.skipif(not IN_PROOF, reason="a second kernel takes seconds: make proof runs it")
def test_the_notebook_of_the_demo_study_runs(home: Home, tmp_path: Path) -> None:
    (tmp_path / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    rows = StudyRows(home.studies.create("demo-conversations", protocol=tmp_path), at=home.clock())
    rows.clips(["Fjord", "Meadow", "Pebble"], items=3, raters=3, question="quality")
    rows.save()
    (tmp_path / "earmark-demo").symlink_to(home.settings.home)
    assert figures(run("demo-study", tmp_path)) == 2
