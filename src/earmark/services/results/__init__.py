"""Results of a study: what is in, and what it says so far. One kind of finding a file."""

from __future__ import annotations

from earmark.services.results.study import results_of

__all__ = ["results_of"]
