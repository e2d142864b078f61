"""Sound and other large things, by the hash of their content, in a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import obstore
from obstore.store import LocalStore

from earmark.core.errors import EnvironmentProblemError, NotFoundError

_BLOCK: Final = 1 << 20
_LOST: Final = "This sound is not in the object store. Restore it from a backup or import it again."


def content_hash(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, reading it in blocks."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


class Objects:
    """Content-addressed storage: keys are SHA-256 of the bytes, so that a second put changes nothing."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._store = LocalStore(folder)

    def put_file(self, path: Path) -> str:
        """Store a file and return its hash; obstore writes it whole or not at all."""
        key = content_hash(path)
        if not self.local_path(key).exists():
            with _written():
                obstore.put(self._store, _place(key), path, max_concurrency=2)  # of 5 MB each in memory
        return key

    def put_bytes(self, content: bytes) -> str:
        """Store bytes and return their hash."""
        key = hashlib.sha256(content).hexdigest()
        if not self.local_path(key).exists():
            with _written():
                obstore.put(self._store, _place(key), content)
        return key

    def get(self, key: str) -> bytes:
        """Return the bytes; NotFoundError where the store has lost them."""
        try:
            return bytes(obstore.get(self._store, _place(key)).bytes())
        except FileNotFoundError as missing:
            raise NotFoundError(_LOST) from missing

    def local_path(self, key: str) -> Path:
        """Return where the object lies as a file, if it is there."""
        return self._folder / _place(key)

    def has(self, key: str) -> bool:
        """Tell whether the object is there."""
        return self.local_path(key).is_file()

    def file(self, key: str) -> Path:
        """Return the object as a file, for serving byte ranges; NotFoundError where the store has lost it."""
        if not self.has(key):
            raise NotFoundError(_LOST)
        return self.local_path(key)


@contextmanager
def _written() -> Iterator[None]:
    """Say what keeps the store from taking an object: obstore's own words are for its developers."""
    try:
        yield
    except obstore.exceptions.BaseError as error:
        cause = "the disk is full" if "StorageFull" in str(error) else "it cannot be written to"
        message = (
            f"The object store could not keep a file: {cause}. Whatever was finished before is kept. "
            "Make room or check its rights, and do the same again."
        )
        raise EnvironmentProblemError(message) from error


def _place(key: str) -> str:
    return f"{key[:2]}/{key}"
