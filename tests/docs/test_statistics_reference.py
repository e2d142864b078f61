"""Every function that the pages on statistics name says in its docstring what it takes and gives."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest

import earmark.stats

DOCS = Path(__file__).parents[2] / "docs"
STATS = Path(str(earmark.stats.__file__)).parent
PAGES = [(DOCS / name).read_text(encoding="utf-8") for name in ("statistics.md", "statistics-pairs.md")]


def named() -> dict[str, object]:
    """The functions that the pages import, or name with their module, as `module.function`."""
    text = "\n".join(PAGES)
    paths = set(re.findall(r"`((?:[a-z_0-9]+\.){1,2}[a-z_0-9]+)[`(]", text))
    for module, names in re.findall(r"from earmark\.stats\.([\w.]+) import ([\w, ]+)", text):
        paths |= {f"{module}.{name.strip()}" for name in names.split(",")}
    found = {}
    for path in sorted(paths):
        module, _, name = path.rpartition(".")
        if not (STATS / module.replace(".", "/")).with_suffix(".py").is_file():
            continue
        function = getattr(importlib.import_module(f"earmark.stats.{module}"), name, None)
        if inspect.isfunction(function):
            found[path] = function
    return found


FUNCTIONS = named()


def test_the_pages_name_the_functions() -> None:
    assert len(FUNCTIONS) > 45


@pytest.mark.parametrize("path", FUNCTIONS)
def test_a_named_function_describes_each_argument_and_what_it_raises(path: str) -> None:
    text = inspect.getdoc(FUNCTIONS[path]) or ""
    arguments = inspect.signature(FUNCTIONS[path]).parameters
    assert [one for one in arguments if not re.search(rf"^ *\**{one}: ", text, re.MULTILINE)] == []
    source = inspect.getsource(FUNCTIONS[path])
    assert "raise ValueError" not in source or "Raises:" in text
