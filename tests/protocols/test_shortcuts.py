"""Protocols may not take the keys that the rating page has for itself."""

import re
from pathlib import Path

import earmark
from earmark.protocols.checks.shortcuts import PAGE_KEYS, PAIR_KEYS, clashes
from earmark.protocols.outline import outline

WORKBENCH = Path(earmark.__file__).parent / "web" / "static" / "workbench"


def bound_in(pattern: str) -> set[str]:
    scripts = "".join(path.read_text(encoding="utf-8") for path in sorted(WORKBENCH.glob(pattern)))
    bindings = ",".join(re.findall(r"keys: (\[.+?\]), words", scripts))
    return set(re.findall(r'"(.)"', bindings))


def test_every_single_key_that_the_rating_page_binds_is_kept_from_protocols() -> None:
    assert "k" in bound_in("*.js")
    assert bound_in("*.js") - PAGE_KEYS == set()
    assert bound_in("pair/**/*.js") - PAGE_KEYS == PAIR_KEYS


def test_the_keys_of_the_page_of_a_pair_are_kept_from_protocols_of_pairs_alone() -> None:
    for kind, told in (("pair", ["the key 'y' already belongs to the rating page"]), ("clip", [])):
        found = clashes(
            outline({"item": {"kind": kind}, "exits": [{"id": "skip", "act": "skip", "key": "y"}]})
        )
        assert [one.message for one in found] == told
