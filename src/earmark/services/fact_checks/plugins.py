"""The fact-check plug-ins that are installed: entry points of packages, by name."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from earmark.core.errors import NotFoundError
from earmark.core.fact_checks import GROUP, FactCheck

if TYPE_CHECKING:
    from pathlib import Path

    from earmark.services.home import Home


def plugin_names() -> tuple[str, ...]:
    """Return the names of those that are installed, sorted."""
    return tuple(sorted({one.name for one in entry_points(group=GROUP)}))


def open_plugin(name: str, folder: Path) -> FactCheck:
    """Open a plug-in with the folder of its data.

    Raises:
        NotFoundError: No package has it. What the plug-in itself raises, it raises.
    """
    found = tuple(entry_points(group=GROUP, name=name))
    if not found:
        known = ", ".join(plugin_names()) or "none"
        message = f"There is no fact-check '{name}' installed; there are {known}."
        raise NotFoundError(message)
    opened: FactCheck = found[0].load()(folder)
    return opened


def folder_of(home: Home, study_name: str) -> Path:
    """Return where the data of a study's fact-check lies; it need not be there."""
    return home.settings.home / "fact-checks" / study_name
