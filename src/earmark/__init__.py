"""Human evaluation of speech and voice agents, from recordings to numbers one can trust.

    >>> import earmark
    >>> with earmark.open("earmark-data") as home:        # doctest: +SKIP
    ...     home.studies["my-study"].results()

Everything below is imported when it is first used, so that ``earmark --help`` stays fast.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from earmark import audio, protocols, stats
    from earmark.exports import charts
    from earmark.services.home import open_home as open  # noqa: A004 - earmark.open is the library's front door

__version__ = "0.1.0"
__all__ = ["__version__", "audio", "charts", "open", "protocols", "stats"]


def __getattr__(name: str) -> object:
    if name == "charts":
        return importlib.import_module("earmark.exports.charts")
    if name == "open":
        return importlib.import_module("earmark.services.home").open_home
    if name in __all__:
        return importlib.import_module(f"earmark.{name}")
    message = f"module 'earmark' has no attribute '{name}'"
    raise AttributeError(message)
