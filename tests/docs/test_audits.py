"""The page on audits does what it says: its example prints what is shown, and it names every audit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from earmark.audits.review import AUDITS as JUSTIFICATION_AUDITS
from earmark.audits.risk import WEIGHTS
from earmark.cli.main import app
from earmark.protocols.checks.audits import AUDITS

PAGE = (Path(__file__).parents[2] / "docs" / "audits.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r"^With this in `(\w+\.json)`\n\n```json\n(.*?)^```$.*?^```console\n(.*?)^```$",
    PAGE,
    flags=re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize(("name", "document", "printed"), EXAMPLES, ids=[name for name, _, _ in EXAMPLES])
def test_the_command_prints_what_the_page_shows(
    name: str, document: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text(document, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    command, _, shown = printed.partition("\n")
    assert CliRunner().invoke(app, command.removeprefix("$ earmark ").split()).stdout == shown


def test_the_table_has_every_audit_with_its_settings() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|.*\|([^|]*)\|$", PAGE, flags=re.MULTILINE)
    named = {name: tuple(re.findall(r"`([a-z_]+)`,", settings)) for name, settings in rows}
    assert named == AUDITS


def test_the_page_tells_what_each_finding_leaves() -> None:
    weights = [weight for name, weight in WEIGHTS.items() if name in JUSTIFICATION_AUDITS]
    assert sorted(weights) == [0.2, 0.35, 0.35, 0.4, 0.45, 0.5, 0.5, 0.9]
    assert WEIGHTS.keys() == AUDITS.keys()
