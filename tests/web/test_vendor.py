from __future__ import annotations

import gzip
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

VENDOR = Path(str(files("earmark.web"))) / "static" / "vendor"


def listed() -> dict[str, str]:
    """File -> SHA-256 as the page beside the files says."""
    page = (VENDOR / "README.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| ")]
    return {row[0].strip(): row[-1].strip() for row in rows[1:]}


def published(path: Path) -> bytes:
    """Return a file as its package has it."""
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content


def test_every_vendored_file_is_the_one_its_row_tells_of() -> None:
    there = {
        str(path.relative_to(VENDOR)): sha256(published(path)).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name not in {"LICENSE", "README.md"}
    }
    assert there == listed()


def test_every_vendored_package_has_its_licence_beside_it() -> None:
    packages = {name.split("/")[0] for name in listed()}
    assert {path.parent.name for path in VENDOR.rglob("LICENSE")} == packages
