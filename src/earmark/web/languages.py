"""The languages of the pages: catalogues read at start-up, and which one a request gets.

A catalogue is ``locale/<language>/LC_MESSAGES/earmark.po``; English is in the sources. A further language is
one more file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel import Locale, negotiate_locale
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from starlette.requests import Request

from earmark.services.sessions import Visitor

SOURCE: Final = "en"
COOKIE: Final = "earmark-language"


@dataclass(frozen=True, slots=True)
class Language:
    """One language of the pages: its tag, what its speakers call it, and its texts."""

    tag: str
    name: str
    translations: NullTranslations
    messages: dict[str, str | list[str]]


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "translated where it is shown"
    """Mark a text for translation later."""
    return message


@cache
def languages() -> dict[str, Language]:
    """Return all languages by tag, English first."""
    found = {SOURCE: Language(SOURCE, "English", NullTranslations(), {})}
    for folder in sorted((files("earmark.web") / "locale").iterdir(), key=lambda entry: entry.name):
        found[folder.name] = _read(folder.name)
    return found


def _read(tag: str) -> Language:
    path = files("earmark.web") / "locale" / tag / "LC_MESSAGES" / "earmark.po"
    with path.open("rb") as stream:
        catalog = read_po(stream, locale=tag)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    messages = dict(_texts(message) for message in catalog if message.id and message.string)
    name = Locale.parse(tag, sep="-").display_name or tag
    return Language(tag, name, Translations(compiled), messages)


def _texts(message: Message) -> tuple[str, str | list[str]]:
    """Return a message as scripts look it up: by its singular, plural forms as a list."""
    key = message.id if isinstance(message.id, str) else message.id[0]
    text = message.string if isinstance(message.string, str) else list(message.string or ())
    return key, text


def known(tag: str | None) -> str | None:
    """Return the tag where there is such a language."""
    return tag if tag in languages() else None


def choose_language(request: Request, visitor: Visitor | None) -> str:
    """Return the language of an answer: the visitor's own, else the cookie's, else the browser's."""
    return (
        known(visitor.language if visitor else None)
        or known(request.cookies.get(COOKIE))
        or _negotiate(request.headers.get("accept-language", ""))
    )


def _negotiate(header: str) -> str:
    wanted: list[tuple[float, str]] = []
    for entry in header.split(","):
        tag, _, weight = entry.strip().partition(";q=")
        try:
            wanted.append((float(weight or 1), tag))
        except ValueError:
            continue
    tags = [tag for weight, tag in sorted(wanted, key=lambda pair: -pair[0]) if tag and weight > 0]
    return negotiate_locale(tags, list(languages()), sep="-") or SOURCE


def translate(language: str, message: str) -> str:
    """Return a text in a language, or as it is where that has no translation."""
    return languages()[known(language) or SOURCE].translations.gettext(message)
