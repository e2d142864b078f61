"""The filters of a results page: what can be chosen, and what is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from babel import Locale, UnknownLocaleError

from earmark.core.errors import UnknownFilterError
from earmark.core.scope import KINDS, WITHOUT, Scope
from earmark.web.languages import N_, translate

_TITLES: Final = {
    "condition": N_("Condition"),
    "language": N_("Language"),
    "category": N_("Category of scenario"),
    "class": N_("Class of scenario"),
    "group": N_("Group of raters"),
}

_NONE: Final = {
    "condition": N_("Without a condition"),
    "language": N_("Without a language"),
    "category": N_("Without a category"),
    "class": N_("Without a class"),
    "group": N_("Without a group"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """One name that can be chosen."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """One kind of names: its key in the address, and what can be chosen."""

    key: str
    title: str
    options: tuple[Option, ...]


def filters_of(names: Scope, scope: Scope, language: str) -> tuple[Filter, ...]:
    """Return the filters that leave something to choose: of two names or more, or in use."""
    return tuple(_filters(names, scope, language))


def unknown_filter(error: UnknownFilterError, language: str) -> str:
    """Return what the page says where its address asks for what is not there."""
    if error.name is None:
        text = translate(
            language, N_("Nothing is filtered: the address asks for “%(key)s”, by which results cannot be.")
        )
        return text % {"key": error.kind}
    text = translate(
        language,
        N_(
            "Nothing is filtered: the address asks for what this study does not have, %(kind)s “%(name)s”. "
            "There is: %(known)s."
        ),
    )
    known = ", ".join(_label(error.kind, name, language) for name in error.known) or "\N{EN DASH}"
    return text % {"kind": translate(language, _TITLES[error.kind]), "name": error.name, "known": known}


def _filters(names_there: Scope, scope: Scope, language: str) -> Iterator[Filter]:
    for key, kind in KINDS.items():
        offered, chosen = getattr(names_there, kind), getattr(scope, kind)
        if len(offered) > 1 or chosen:
            names = sorted({*offered, *chosen})
            options = tuple(Option(name, _label(key, name, language), name in chosen) for name in names)
            yield Filter(key, translate(language, _TITLES[key]), options)


def _label(key: str, name: str, language: str) -> str:
    if name == WITHOUT:
        return translate(language, _NONE[key])
    return _language(name, language) if key == "language" else name


def _language(tag: str, language: str) -> str:
    """Return what a language is called in another, or its tag where nobody has a name for it."""
    try:
        return Locale.parse(tag, sep="-").get_display_name(language) or tag
    except (UnknownLocaleError, ValueError):
        return tag
