"""A page names every module that its script needs, so that a browser fetches them beside each other."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from earmark.web.modules import modules_of
from earmark.web.rendering import script, static
from house import Ask, House

STATIC = files("earmark.web") / "static"


def test_a_page_names_the_modules_of_its_script_each_once(house: House) -> None:
    (page,) = house.ask(Ask("rater", "GET", "/studies/voices/rate"))
    named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page.text)
    wanted = [static(path) for path in modules_of("workbench/workbench.js")]
    assert named[: len(wanted)] == wanted
    assert len(wanted) == len(set(wanted)) > 50
    text = (STATIC / "workbench/later.js").read_text(encoding="utf-8")
    later = re.findall(r'import\("\./(?:[\w-]+/)*([\w-]+\.js)"\)', text)
    assert len(later) == 10
    assert [path for path in modules_of("workbench/workbench.js") if path.rpartition("/")[2] in later] == []


@pytest.mark.parametrize("path", ["workbench/workbench.js", "editor/turn-editor.js", "import/import-page.js"])
def test_no_import_of_a_module_is_overlooked(path: str) -> None:
    """Whatever stands behind ``from`` or ``import`` in quotes is in the list, on one line or on several."""
    texts = [(STATIC / module).read_text(encoding="utf-8") for module in modules_of(path)]
    code = [re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for text in texts]
    imported = {name for text in code for name in re.findall(r'(?:from|import)\s+"[^"]*?([^"/]+)"', text)}
    assert imported == {module.rpartition("/")[2] for module in modules_of(path)[1:]}


def test_a_script_runs_after_what_it_needs_is_named() -> None:
    assert str(script("js/sign-out.js")).splitlines() == [
        f'<link rel="modulepreload" href="{static("js/sign-out.js")}">',
        f'<link rel="modulepreload" href="{static("workbench/shelf.js")}">',
        f'<link rel="modulepreload" href="{static("js/messages.js")}">',
        f'<script type="module" src="{static("js/sign-out.js")}"></script>',
    ]
