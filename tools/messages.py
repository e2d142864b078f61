"""Bring the catalogues of the pages up to date with the texts in templates, Python and JavaScript.

    python tools/messages.py          # add new texts to every catalogue, drop those that are gone
    python tools/messages.py --check  # change nothing; fail if a catalogue lacks a translation

A further language: make the folder src/earmark/web/locale/<tag>/LC_MESSAGES, run this, translate the file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

WEB = Path(__file__).parents[1] / "src" / "earmark" / "web"
METHODS = [
    ("static/vendor/**", "ignore"),
    ("**.py", "python"),
    ("**.html", "jinja2.ext.babel_extract"),
    ("static/**.js", "javascript"),
]
_HEADER = """\
msgid ""
msgstr ""
"Language: {tag}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {forms}\\n"

"""
KEYWORDS = DEFAULT_KEYWORDS | {"translate": (2,), "say": None}


def texts_in_use() -> Catalog:
    """Return every text of the pages that can be translated, with where it stands."""
    catalog = Catalog(project="Earmark")
    options = {
        "**.html": {"newstyle_gettext": "true", "trimmed": "true"},
        "static/**.js": {"parse_template_string": "true"},  # say("…") may stand inside a template string
    }
    found = extract_from_dir(WEB, METHODS, options, KEYWORDS, comment_tags=("Translators:",))
    for name, line, message, comments, context in found:
        catalog.add(message, None, [(f"{name}", line)], auto_comments=comments, context=context)
    return catalog


def catalogues() -> Iterator[tuple[str, Path]]:
    """Yield language and file of each catalogue."""
    for folder in sorted((WEB / "locale").iterdir()):
        yield folder.name, folder / "LC_MESSAGES" / "earmark.po"


def read(tag: str, path: Path) -> Catalog:
    """Read a catalogue; one that is not there yet is empty."""
    if not path.exists():
        return Catalog(locale=Locale.parse(tag, sep="-"), project="Earmark")
    with path.open("rb") as stream:
        return read_po(stream, locale=tag)


def update(tag: str, path: Path) -> None:
    """Write a catalogue with today's texts, keeping the translations it has."""
    catalog = read(tag, path)
    catalog.update(texts_in_use(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    write(catalog, path)


def write(catalog: Catalog, path: Path) -> None:
    """Write a catalogue sorted by text and without dates, so that two people's changes rarely meet."""
    with path.open("wb") as stream:
        stream.write(_HEADER.format(tag=catalog.locale_identifier, forms=catalog.plural_forms).encode())
        write_po(stream, catalog, width=110, omit_header=True, sort_output=True, no_location=True)


def untranslated(tag: str, path: Path) -> list[str]:
    """Return the texts in use that a catalogue does not translate."""
    catalog = read(tag, path)
    missing = []
    for message in texts_in_use():
        known = catalog.get(message.id, message.context) if message.id else None
        if message.id and (known is None or not known.string or not all(_forms(known.string)) or known.fuzzy):
            missing.append(message.id if isinstance(message.id, str) else message.id[0])
    return missing


def _forms(string: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)


def main() -> int:
    """Run as the arguments say."""
    if "--check" not in sys.argv:
        for tag, path in catalogues():
            update(tag, path)
    lacking = [(tag, text) for tag, path in catalogues() for text in untranslated(tag, path)]
    for tag, text in lacking:
        print(f"{tag}: {text!r}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
