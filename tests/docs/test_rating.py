from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rating.md").read_text(encoding="utf-8")
WORKBENCH = ROOT / "src/earmark/web/static/workbench"
SCRIPTS = (
    "hearing-keys.js",
    "rating-desk.js",
    "workbench.js",
    "pair/pair-desk.js",
    "pair/composer/composer.js",
)
KEYS = "".join((WORKBENCH / name).read_text(encoding="utf-8") for name in SCRIPTS)
WITHIN = {"b", "Alt+1", "Alt+9"}
"""What a phrase of the protocol and the words for evidence bind, each inside its box."""
SYMBOLS = {"\N{MINUS SIGN}": "-", "↑": "ArrowUp", "↓": "ArrowDown", "Space": "Space", "Enter": "Enter"}


def test_every_key_is_explained_and_no_other() -> None:
    bound = (
        set(re.findall(r'"([^"]+)"', " ".join(re.findall(r"keys: \[(.+?)\], words", KEYS)))) - {"="} | WITHIN
    )
    told = {named(key) for key in re.findall(r"\*\*([^*]+)\*\*", PAGE)}
    assert told == bound


def named(key: str) -> str:
    """Return a key of the page as the bindings name it."""
    chord, _, last = key.rpartition("+") if len(key) > 1 else ("", "", key)
    return f"{chord}+" * bool(chord) + SYMBOLS.get(last, last.lower())
