"""What axe-core finds wrong on a page, for the tests of all pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

_AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"

needs_axe = pytest.mark.skipif(not _AXE.exists(), reason="axe-core is not here: npm ci brings it")

_RUN = """async (within) => {
  const { violations } = await axe.run(within ?? document, { resultTypes: ["violations"] });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}"""


def faults_of(page: Page, where: str, *, within: str | None = None) -> list[str]:
    """Return the serious and critical faults of a page, or of a part of it, each with where it was found."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = [f"{where}: {fault}" for fault in page.evaluate(_RUN, within)]
    page.evaluate("() => { window.violations = []; }")  # of axe itself, which styles what it measures
    return found
