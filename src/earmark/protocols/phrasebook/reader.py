"""From the files under ``phrasebook/`` to one book, or to everything that is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from earmark.protocols import wording
from earmark.protocols.base import PLACEHOLDER
from earmark.protocols.bundle import PHRASEBOOK_FOLDER
from earmark.protocols.checks import languages
from earmark.protocols.faults import ProtocolError, ProtocolFault
from earmark.protocols.located import Located, Path, locate
from earmark.protocols.outline import Outline, outline
from earmark.protocols.phrasebook.book import (
    ChainLink,
    Phrasebook,
    PhraseGroup,
    Placeholder,
    StudyNote,
    TermGroup,
    merged,
    placeholders_of,
)
from earmark.protocols.problem import Problem, meant, one_of
from earmark.protocols.texts import Text

_GROUPS: Final = (PhraseGroup, TermGroup)


@dataclass(frozen=True)
class _File:
    """One file as it was read, faulty or not."""

    shown: str
    located: Located
    seen: Outline
    part: Phrasebook | None
    problems: tuple[Problem, ...]


def read_phrasebook(
    files: Mapping[str, str], wanted: tuple[str, ...], shown: Callable[[str], str] = str
) -> Phrasebook:
    """Return the book that a protocol's files hold; an empty one where they hold none.

    Args:
        files: Path in the protocol's folder to text; what is not under ``phrasebook/`` is left alone.
        wanted: The languages that every text must have.
        shown: Makes of a path in the folder the path that faults name.

    Raises:
        ProtocolError: With every fault of every file, in reading order.
    """
    paths = sorted(path for path in files if path.startswith(PHRASEBOOK_FOLDER))
    read = [_read_file(files[path], shown(path), wanted) for path in paths]
    faults = {fault for file in read for fault in _faults(file, read)}
    if faults:
        raise ProtocolError(tuple(sorted(faults)))
    return merged(file.part for file in read if file.part)


def _read_file(text: str, name: str, wanted: tuple[str, ...]) -> _File:
    located = locate(text, name)
    seen = outline(located.data, Phrasebook)
    part, problems = _validate(located.data, seen)
    problems += languages.translations_into(seen, wanted)
    return _File(name, located, seen, part, tuple(problems))


def _validate(data: object, seen: Outline) -> tuple[Phrasebook | None, list[Problem]]:
    if not isinstance(data, dict):
        return None, [Problem((), "the file holds no keys", one_of(Phrasebook.model_fields))]
    try:
        return Phrasebook.model_validate_json(json.dumps(data), strict=True), []
    except ValidationError as error:
        return None, list(wording.problems(error.errors(include_url=False), seen))


def _faults(file: _File, read: list[_File]) -> Iterator[ProtocolFault]:
    """Yield what is wrong with a file by itself and among the others; every fault names its entry."""
    yield from file.located.faults
    for problem in (*file.problems, *_strangers(file, read), *_placeholder_problems(file, read)):
        at_key, path = problem.at_key, problem.path
        place = file.located.key_at(path) if at_key else file.located.value_at(path)
        message = f"{_entry(file.seen, path)}{problem.message}"
        yield ProtocolFault(file.shown, *place, message, problem.expected)


def _entry(seen: Outline, path: Path) -> str:
    """Return ``in 'overall-3': `` for what stands in an entry with an id."""
    around = [part for part in seen.parts if part.path and part.path == path[: len(part.path)]]
    ids = [str(part.raw["id"]) for part in around if isinstance(part.raw.get("id"), str)]
    return f"in '{ids[-1]}': " if ids else ""


def _strangers(file: _File, read: list[_File]) -> Iterator[Problem]:
    """Yield ids given twice, groups that have a title nowhere, links to notes that are not there."""
    titled = {part.raw.get("id") for other in read for part in other.seen.of(*_GROUPS) if "title" in part.raw}
    notes = [str(part.raw.get("id")) for other in read for part in other.seen.of(StudyNote)]
    for path, identifier in _repeated(file, read):
        yield Problem(path, f"the id '{identifier}' is given twice", "an id of its own")
    for group in file.seen.of(*_GROUPS):
        if group.raw.get("id") not in titled:
            yield Problem(group.path, "the group has no title in any file", "a title, or the id of a group")
    for link in file.seen.of(ChainLink):
        if isinstance(link.raw.get("note"), str) and link.raw["note"] not in notes:
            named = link.raw["note"]
            yield Problem(
                (*link.path, "note"), f"there is no note '{named}'{meant(named, notes)}", one_of(notes)
            )


def _repeated(file: _File, read: list[_File]) -> Iterator[tuple[Path, str]]:
    """Yield the ids of this file that the same kind of entry bears further up, or in a file before it."""
    seen: set[tuple[type, object]] = set()
    for other in read:
        for part in other.seen.parts:
            identifier = part.raw.get("id")
            if not isinstance(identifier, str) or (part.model in _GROUPS and "title" not in part.raw):
                continue
            key = (part.model, identifier)
            if other is file and key in seen:
                yield (*part.path, "id"), identifier
            seen.add(key)
        if other is file:
            return


def _placeholder_problems(file: _File, read: list[_File]) -> Iterator[Problem]:
    """Yield placeholders that no file lists, loose braces, and texts whose languages differ in them."""
    known = [str(part.raw.get("id")) for other in read for part in other.seen.of(Placeholder)]
    for text in file.seen.of(Text):
        written = {language: words for language, words in text.raw.items() if isinstance(words, str)}
        sets = {language: placeholders_of(words) for language, words in written.items()}
        for language, words in written.items():
            path = (*text.path, language)
            for name in sorted(sets[language] - set(known)):
                yield Problem(path, f"there is no placeholder '{name}'{meant(name, known)}", one_of(known))
            if set(PLACEHOLDER.sub("", words)) & {"{", "}"}:
                yield Problem(path, "a brace stands outside a placeholder", "an id in braces, as in {turn}")
        if len(set(sets.values())) > 1:
            message = "the languages of this text have different placeholders"
            yield Problem(text.path, message, "the same ones in each")
