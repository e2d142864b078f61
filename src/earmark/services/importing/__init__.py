"""Import: from recordings to tasks that can be rated, each of them whole or not at all."""

from earmark.services.importing.paths import import_paths

__all__ = ["import_paths"]
