"""Import: from recordings to tasks that can be rated, each of them whole or not at all.

It is imported when it is first used: who asks a module beside it for names of files has no need of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from earmark.services.importing.paths import import_paths

__all__ = ["import_paths"]


def __getattr__(name: str) -> object:
    if name == "import_paths":
        from earmark.services.importing.paths import import_paths  # noqa: PLC0415 - as said above

        return import_paths
    message = f"module '{__name__}' has no attribute '{name}'"
    raise AttributeError(message)
