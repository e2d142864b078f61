"""The files of the pages come from memory, packed for who takes that, and nothing else comes."""

from __future__ import annotations

from importlib.resources import files

from earmark.web.rendering import static
from house import Ask, House

SCRIPT = static("workbench/player.js")
SMALL = static("mark.svg")


def asked(path: str, *, method: str = "GET", packing: str = "gzip") -> Ask:
    return Ask("anonymous", method, path, {"headers": {"Accept-Encoding": packing}})


def test_a_file_comes_packed_or_plain_as_it_is_asked_for(house: House) -> None:
    packed, plain, small = house.ask(asked(SCRIPT), asked(SCRIPT, packing="identity"), asked(SMALL))
    text = (files("earmark.web") / "static/workbench/player.js").read_bytes()
    assert packed.content == plain.content == text
    packings = [answer.headers.get("content-encoding") for answer in (packed, plain, small)]
    assert packings == ["gzip", None, None]
    assert int(packed.headers["content-length"]) < len(text) / 2
    types = [answer.headers["content-type"] for answer in (packed, small)]
    assert types == ["text/javascript; charset=utf-8", "image/svg+xml"]
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_a_file_that_is_kept_packed_comes_by_its_own_name_and_as_it_is(house: House) -> None:
    name = "vendor/harper/harper_wasm_slim_bg.wasm"
    kept = (files("earmark.web") / f"static/{name}.gz").read_bytes()
    packed, hidden = house.ask(asked(static(name)), asked(static(f"{name}.gz")))
    assert int(packed.headers["content-length"]) == len(kept)
    assert (packed.headers["content-encoding"], packed.headers["content-type"]) == (
        "gzip",
        "application/wasm",
    )
    assert packed.content[:4] == b"\0asm"
    assert hidden.status_code == 404


def test_nothing_but_a_file_of_the_pages_can_be_asked_for_and_only_read(house: House) -> None:
    refused = [
        asked(static("../app.py")),
        asked(static("workbench")),
        asked(static("nothing.js")),
        asked(SCRIPT, method="POST"),
    ]
    assert [answer.status_code for answer in house.ask(*refused)] == [404, 404, 404, 405]
