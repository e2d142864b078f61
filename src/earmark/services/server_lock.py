"""One server a data folder: a lock that the system lets go of by itself when its holder ends, however."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from earmark.core.errors import EnvironmentProblemError
from earmark.services.home import Home

DEFAULT_ADDRESS: Final = "http://127.0.0.1:8484"
_FILE: Final = "serve.lock"


@contextmanager
def server_lock(folder: Path, *, address: str) -> Iterator[None]:
    """Hold the folder for this server. What an ended one left in the file is no obstacle.

    Raises:
        EnvironmentProblemError: Another server holds it; the message says which and where.
    """
    with (folder / _FILE).open("a+", encoding="utf-8") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as held:
            stream.seek(0)
            holder = stream.read().strip() or "another process"
            message = (
                f"This data folder is served already by {holder}. Use that one, stop it first, "
                "or serve another folder with --home."
            )
            raise EnvironmentProblemError(message) from held
        stream.truncate(0)
        stream.write(f"process {os.getpid()} at {address}\n")
        stream.flush()
        yield
        stream.truncate(0)


def served_at(home: Home) -> str:
    """Return the address for links: the setting, else where a server is running, else where one would."""
    if home.settings.public_url:
        return home.settings.public_url.rstrip("/")
    path = home.settings.home / _FILE
    written = path.read_text(encoding="utf-8").strip() if path.exists() else ""
    return written.rpartition(" at ")[2] or DEFAULT_ADDRESS
