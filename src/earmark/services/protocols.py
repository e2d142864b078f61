"""Protocols as studies pinned them: read once, kept by content hash, so that no entry is ever out of date."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from earmark.protocols import LoadedProtocol, load_files, phrasebook_of
from earmark.protocols.phrasebook.book import Phrasebook
from earmark.protocols.schema import Protocol
from earmark.services.home import Home
from earmark.storage import studies


@dataclass(frozen=True)
class PinnedProtocol:
    """One protocol by its content hash, as Python sees it and as pages receive it."""

    loaded: LoadedProtocol

    @property
    def protocol(self) -> Protocol:
        """The typed protocol."""
        return self.loaded.protocol

    @cached_property
    def as_json(self) -> str:
        """The protocol as JSON text, in all its languages."""
        return json.dumps(self.protocol.model_dump(mode="json", by_alias=True), ensure_ascii=False)

    @property
    def phrasebook(self) -> Phrasebook:
        """The protocol's phrasebook; the first time it is slow, as `phrasebook_of` says."""
        return phrasebook_of(self.loaded)

    @cached_property
    def phrasebook_json(self) -> str:
        """The phrasebook as JSON text, in all its languages."""
        return json.dumps(self.phrasebook.model_dump(mode="json"), ensure_ascii=False)


_pinned: Final[dict[str, PinnedProtocol]] = {}


def pinned_protocol(home: Home, content_hash: str) -> PinnedProtocol:
    """Return the protocol that a study pinned, whatever its folder says by now."""
    if content_hash not in _pinned:
        with home.database.read() as connection:
            files = studies.protocol_files(connection, content_hash)
        _pinned[content_hash] = PinnedProtocol(load_files(files))
    return _pinned[content_hash]
