"""What an install of the product brings, with any of its extras: by the metadata of what is installed."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
UNWANTED = {
    "torch",
    "torchaudio",
    "tensorflow",
    "librosa",
    "essentia",
    "praat-parselmouth",
    "opensmile",
    "ten-vad",
}
"""Too heavy, or under a licence that does not go with the product's."""
COPYLEFT = re.compile(r"(?<!L)(?<!Lesser )\b(A?GPL|Affero|General Public)", re.IGNORECASE)


def declared() -> dict[str, list[str]]:
    """Return the requirements of the product, and those of each extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {"": project["dependencies"], **project["optional-dependencies"]}


def brought(requirements: list[str]) -> dict[str, Distribution]:
    """Return all that requirements bring, themselves among it, by canonical name."""
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(line), "") for line in requirements]
    seen: set[tuple[str, str]] = set()
    while waiting:
        wanted, extra = waiting.pop()
        name = canonicalize_name(wanted.name)
        applies = wanted.marker is None or wanted.marker.evaluate({"extra": extra})
        if not applies or (name, str(wanted.extras)) in seen:
            continue
        seen.add((name, str(wanted.extras)))
        found[name], lines = lines_of(name)
        waiting += [(line, each) for line in lines for each in ("", *wanted.extras)]
    return found


@cache
def lines_of(name: str) -> tuple[Distribution, tuple[Requirement, ...]]:
    """Return an installed package and what it requires."""
    package = distribution(name)
    return package, tuple(map(Requirement, package.requires or ()))


def licence_of(package: Distribution) -> str:
    """Return what a package says of its licence in its metadata, in a line."""
    about = package.metadata
    classifiers = [each for each in about.get_all("Classifier") or () if each.startswith("License")]
    short = (about.get("License") or "").partition("\n")[0]
    return "; ".join(filter(None, (about.get("License-Expression"), short, *classifiers)))


@pytest.mark.parametrize("extra", sorted(set(declared())))
def test_no_extra_brings_torch_librosa_or_code_under_the_gpl(extra: str) -> None:
    packages = brought([*declared()[""], *declared()[extra]])
    assert len(packages) > 20
    assert packages.keys() & UNWANTED == set()
    licences = {name: licence_of(package) for name, package in packages.items()}
    assert {name: text for name, text in licences.items() if COPYLEFT.search(text)} == {}


def test_all_that_extras_bring_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    pinned = {canonicalize_name(line.partition("==")[0]) for line in lines}
    assert brought([line for of in declared().values() for line in of]).keys() - pinned == set()
