"""A protocol with the files it was read from: what a study pins, and what the database gives back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from earmark.protocols.faults import ProtocolError, ProtocolFault

if TYPE_CHECKING:
    from earmark.protocols.schema import Protocol

PROTOCOL_FILE: Final = "protocol.yaml"

PHRASEBOOK_FOLDER: Final = "phrasebook/"

FALLBACK: Final = "en"
"""The language of what has not been translated; every text of a protocol has it."""


@dataclass(frozen=True)
class LoadedProtocol:
    """One checked protocol.

    Attributes:
        protocol: The typed model.
        files: Path in the protocol's folder (``protocol.yaml``, ``guide/ko/overview.md``) to text.
        hash: SHA-256 of the files in hexadecimal: the same folder gives the same hash on every machine.
    """

    protocol: Protocol
    files: Mapping[str, str]
    hash: str

    @property
    def has_phrasebook(self) -> bool:
        """Whether it lends sentences, which can then be practised."""
        return any(path.startswith(PHRASEBOOK_FOLDER) for path in self.files)

    @property
    def has_graded_examples(self) -> bool:
        """Whether a file of its phrasebook holds graded examples."""
        words = (text for path, text in self.files.items() if path.startswith(PHRASEBOOK_FOLDER))
        return any(text.startswith("graded:") or "\ngraded:" in text for text in words)

    def guide(self, language: str, page: str) -> str:
        """Return the Markdown of a page of the guide, in English where it is not in ``language``.

        Raises:
            KeyError: The protocol has no such page.
        """
        text = self.files.get(f"guide/{language}/{page}.md")
        return self.files[f"guide/{FALLBACK}/{page}.md"] if text is None else text


def content_hash(files: Mapping[str, str]) -> str:
    """Return the SHA-256 over paths and texts in the order of the paths, in hexadecimal."""
    digest = sha256()
    for path in sorted(files):
        for part in (path, files[path]):
            encoded = part.encode()
            digest.update(len(encoded).to_bytes(8, "big"))
            digest.update(encoded)
    return digest.hexdigest()


def files_of(protocol_file: Path) -> dict[str, str]:
    """Read a protocol's file, as ``protocol.yaml``, and beside it guide pages and the phrasebook.

    Line ends become those of Unix, so that a checkout on Windows has the same hash.

    Raises:
        ProtocolError: There is no such file, or files are not UTF-8.
    """
    if not protocol_file.is_file():
        missing = protocol_file.as_posix()
        raise ProtocolError((ProtocolFault(missing, 1, 1, "there is no such file", "a protocol's folder"),))
    folder = protocol_file.parent
    paths = {PROTOCOL_FILE: protocol_file}
    beside = (*folder.glob("guide/*/*.md"), *folder.glob(f"{PHRASEBOOK_FOLDER}*.yaml"))
    paths |= {path.relative_to(folder).as_posix(): path for path in sorted(beside)}
    contents = {name: path.read_bytes() for name, path in paths.items()}
    faults = tuple(fault for name in paths for fault in _encoding_faults(paths[name], contents[name]))
    if faults:
        raise ProtocolError(faults)
    return {name: text.decode("utf-8-sig").replace("\r\n", "\n") for name, text in contents.items()}


def _encoding_faults(path: Path, content: bytes) -> Iterator[ProtocolFault]:
    try:
        content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        yield ProtocolFault(path.as_posix(), line, column, "this byte is not UTF-8", "text in UTF-8")
