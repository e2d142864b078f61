"""The options that choose a part of a study, for all commands that show results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from earmark.core.scope import KINDS, Scope

if TYPE_CHECKING:
    from earmark.core.results import StudyResults

_MORE = "Give it again for another one as well; an empty name is what has none."

ConditionOption = Annotated[
    list[str] | None, typer.Option("--condition", help=f"Only this condition. {_MORE}")
]
LanguageOption = Annotated[
    list[str] | None, typer.Option("--language", help=f"Only recordings in this language. {_MORE}")
]
CategoryOption = Annotated[
    list[str] | None, typer.Option("--category", help=f"Only scenarios of this category. {_MORE}")
]
ClassOption = Annotated[
    list[str] | None, typer.Option("--class", help=f"Only scenarios of this class. {_MORE}")
]


def scope_of(**names: list[str] | None) -> Scope:
    """Return the scope that options ask for; each is named by its kind."""
    return Scope(**{kind: tuple(given or ()) for kind, given in names.items()})


def check(results: StudyResults) -> None:
    """Refuse a name that the study does not have, since nothing would be left of a typing error.

    Raises:
        WrongInputError: A name is unknown; the message has those that are known.
    """
    from earmark.core.errors import WrongInputError

    for key, kind in KINDS.items():
        known = getattr(results.names, kind)
        for name in getattr(results.scope, kind):
            if name not in known:
                names = ", ".join(repr(one) for one in known) or "none"
                message = f"The study has no {key} '{name}'. It has: {names}."
                raise WrongInputError(message)
