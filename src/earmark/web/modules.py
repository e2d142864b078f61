"""Which modules a page's script brings along, so that the page can name them all at once.

A browser finds the imports of a module only when that module is there: a chain of twelve is twelve trips to
the server. A page that lists them has them all fetched beside each other.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Final

_IMPORT: Final = re.compile(r'^(?:import|export)\b[^"\n]*?"(\.[^"]+)";', re.MULTILINE)
"""A static import, which stands on one line of our modules. What is loaded later is none."""


@cache
def modules_of(path: str) -> tuple[str, ...]:
    """Return all modules that a script needs before it runs, itself first, the nearest before the others.

    Args:
        path: The script below `static/`, such as ``workbench/workbench.js``.
    """
    found = [path]
    for module in found:  # grows while it is walked
        found += [other for other in _imports(module) if other not in found]
    return tuple(found)


def _imports(path: str) -> tuple[str, ...]:
    text = (files("earmark.web") / "static" / path).read_text(encoding="utf-8")
    named = (normpath(join(dirname(path), other)) for other in _IMPORT.findall(text))
    return tuple(dict.fromkeys(named))
