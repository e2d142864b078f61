from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rating.md").read_text(encoding="utf-8")
KEYS = (ROOT / "src/earmark/web/static/workbench/hearing-keys.js").read_text(encoding="utf-8")
SYMBOLS = {"\N{MINUS SIGN}": "-", "↑": "ArrowUp", "↓": "ArrowDown", "Space": "Space"}


def test_every_key_of_hearing_is_explained_and_no_other() -> None:
    bound = set(re.findall(r'"([^"]+)"', " ".join(re.findall(r"keys: \[([^\]]+)\]", KEYS)))) - {"="}
    told = {named(key) for key in re.findall(r"\*\*([^*]+)\*\*", PAGE)}
    assert told == bound


def named(key: str) -> str:
    """Return a key of the page as the bindings name it."""
    chord, _, last = key.rpartition("+") if len(key) > 1 else ("", "", key)
    return f"{chord}+" * bool(chord) + SYMBOLS.get(last, last.lower())
