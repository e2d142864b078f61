"""Protocols may not take the keys that the rating page has for itself."""

import re
from pathlib import Path

import earmark
from earmark.protocols.checks.shortcuts import PAGE_KEYS

WORKBENCH = Path(earmark.__file__).parent / "web" / "static" / "workbench"


def test_every_single_key_that_the_rating_page_binds_is_kept_from_protocols() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in sorted(WORKBENCH.glob("*.js")))
    bindings = ",".join(re.findall(r"keys: (\[.+?\]), words", scripts))
    bound = set(re.findall(r'"(.)"', bindings))
    assert "k" in bound
    assert bound - PAGE_KEYS == set()
