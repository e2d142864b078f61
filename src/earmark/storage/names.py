"""Names of people as keys: two spellings of one name are one name."""

from __future__ import annotations

import unicodedata

from sqlalchemy.engine.default import DefaultExecutionContext


def name_key(name: str) -> str:
    """Return what two spellings of one name share: composed Unicode, one case, single spaces.

    A Korean name typed on a Mac may come decomposed; it is the same name.
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def key_of_row(context: DefaultExecutionContext) -> str:
    """Fill `person.name_key` from the name of the row being written."""
    return name_key(context.get_current_parameters()["name"])  # type: ignore[no-untyped-call]  # SQLAlchemy's
