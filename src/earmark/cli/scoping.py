"""The options that choose a part of a study, for all commands that show results."""

from __future__ import annotations

from typing import Annotated

import typer

from earmark.core.scope import Scope

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
GroupOption = Annotated[list[str] | None, typer.Option("--group", help=f"Only raters of this group. {_MORE}")]


def scope_of(**names: list[str] | None) -> Scope:
    """Return the scope that options ask for; each is named by its kind."""
    return Scope(**{kind: tuple(given or ()) for kind, given in names.items()})
