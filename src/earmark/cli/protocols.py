"""``earmark protocols``: which protocols there are, what one asks, and whether a folder holds a right one."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from earmark.cli.output import JsonFlag, note, show
from earmark.core.errors import WrongInputError
from earmark.protocols import LoadedProtocol, ProtocolError, ProtocolFault, load, names, phrasebook_of

if TYPE_CHECKING:
    from earmark.protocols.schema import Protocol

app = typer.Typer(help="Protocols: what raters are asked, and by which rules.", no_args_is_help=True)

Language = Annotated[str, typer.Option("--lang", help="Language of the texts, such as en or ko.")]

EXIT_FAULTY = 2


@dataclass(frozen=True)
class Checked:
    """What came of checking one path: the protocol, or its faults."""

    path: str
    loaded: LoadedProtocol | None
    faults: tuple[ProtocolFault, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the object that ``check --json`` prints for this path."""
        found = {**_row(self.loaded.protocol), "hash": self.loaded.hash} if self.loaded else {}
        return {"path": self.path, **found, "faults": [asdict(fault) for fault in self.faults]}

    def as_text(self) -> str:
        """Return a line of confirmation, or a line a fault."""
        if self.loaded is None:
            return "\n".join(str(fault) for fault in self.faults)
        protocol = self.loaded.protocol
        return f"{self.path}: {protocol.id} {protocol.version} is right ({', '.join(protocol.languages)})"


@app.command("list")
def list_protocols(*, as_json: JsonFlag = False) -> None:
    """List the built-in protocols."""
    rows = [_row(load(name).protocol) for name in names()]
    lines = [f"{row['id']:<20} {row['version']:<7} {row['title']}" for row in rows]
    show({"protocols": rows}, "\n".join(lines), as_json=as_json)


@app.command("show")
def show_protocol(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A built-in protocol, or a folder.")],
    *,
    language: Language = "en",
    as_json: JsonFlag = False,
) -> None:
    """Show what a protocol asks, and by which rules."""
    from earmark.cli.summary import summary  # it brings the whole schema

    loaded = load(name)
    languages = loaded.protocol.languages
    if language not in languages and not as_json:
        note(f"{name} has no texts in '{language}', only in {', '.join(languages)}; English is shown.")
    model = loaded.protocol.model_dump(mode="json", by_alias=True)
    show({**model, "hash": loaded.hash}, summary(loaded.protocol, language), as_json=as_json)


@app.command("copy")
def copy_protocol(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A built-in protocol, or a folder.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.")],
    *,
    as_json: JsonFlag = False,
) -> None:
    """Copy a protocol into a folder of yours, to change it or add to it."""
    loaded = load(name)
    if folder.exists():
        message = f"{folder} is there already; name a folder that is not. Nothing was written."
        raise WrongInputError(message)
    for path, text in loaded.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    protocol = loaded.protocol
    text = f"{folder}: a copy of {protocol.id} {protocol.version}"
    show({"folder": str(folder), **_row(protocol), "files": sorted(loaded.files)}, text, as_json=as_json)


@app.command("check")
def check_protocols(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Folders, or built-in protocols.")],
    *,
    as_json: JsonFlag = False,
) -> None:
    """Check protocols and name every fault with its file, line and column."""
    results = [_check(path) for path in paths]
    text = "\n".join(result.as_text() for result in results)
    show({"protocols": [result.as_json() for result in results]}, text, as_json=as_json)
    if any(result.faults for result in results):
        raise typer.Exit(EXIT_FAULTY)


def _check(path: str) -> Checked:
    try:
        loaded = load(path)
        phrasebook_of(loaded)
        return Checked(path, loaded)
    except ProtocolError as error:
        return Checked(path, None, error.faults)


def _row(protocol: Protocol) -> dict[str, object]:
    return {
        "id": protocol.id,
        "version": protocol.version,
        "title": protocol.title.in_language("en"),
        "languages": list(protocol.languages),
    }
