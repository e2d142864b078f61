"""From the texts of a protocol's folder to the typed model, or to everything that is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from pydantic import ValidationError

from earmark.protocols import checks, wording
from earmark.protocols.bundle import PHRASEBOOK_FOLDER, PROTOCOL_FILE
from earmark.protocols.checks.languages import declared
from earmark.protocols.faults import ProtocolError, ProtocolFault
from earmark.protocols.located import Located, locate
from earmark.protocols.outline import Outline, outline
from earmark.protocols.problem import Problem
from earmark.protocols.schema import GuidePage, Protocol


def read(files: Mapping[str, str], shown: Callable[[str], str]) -> Protocol:
    """Return the protocol that the files hold.

    Args:
        files: Path in the folder to text.
        shown: Makes of a path in the folder the path that faults name, so that it can be opened.

    Raises:
        ProtocolError: With every fault of every file, in reading order.
    """
    name = shown(PROTOCOL_FILE)
    if PROTOCOL_FILE not in files:
        raise ProtocolError((ProtocolFault(name, 1, 1, "there is no such file", "a protocol"),))
    located = locate(files[PROTOCOL_FILE], name)
    seen = outline(located.data)
    protocol, errors = _validate(located.data, seen)
    found = [*errors, *checks.problems(seen, files)]
    faults = {_fault(problem, located, name) for problem in found}
    refused = {(fault.line, fault.column) for fault in located.faults}
    faults = {fault for fault in faults if (fault.line, fault.column) not in refused}  # already told why
    faults |= {*located.faults, *_page_faults(files, seen, shown)}
    if protocol is None or faults:
        raise ProtocolError(tuple(sorted(faults)))
    return protocol


def _validate(data: object, seen: Outline) -> tuple[Protocol | None, list[Problem]]:
    """Hold the data against the schema: strictly as JSON, where a list is a tuple but '4' is no number."""
    if not isinstance(data, dict):
        return None, [Problem((), "the file holds no keys", wording.expectation(Protocol))]
    try:
        text = json.dumps(data)
        protocol = Protocol.model_validate_json(text, strict=True, by_alias=True, by_name=False)
    except ValidationError as error:
        return None, list(wording.problems(error.errors(include_url=False), seen))
    return protocol, []


def _fault(problem: Problem, located: Located, file: str) -> ProtocolFault:
    place = located.key_at(problem.path) if problem.at_key else located.value_at(problem.path)
    return ProtocolFault(file, *place, problem.message, problem.expected)


def _page_faults(
    files: Mapping[str, str], seen: Outline, shown: Callable[[str], str]
) -> Iterator[ProtocolFault]:
    """Yield pages that hold nothing, and pages that nobody would ever see."""
    languages, pages = declared(seen), [page.raw.get("id") for page in seen.of(GuidePage)]
    listed = {f"guide/{language}/{page}.md" for language in languages for page in pages}
    pages_there = (path for path in files if not path.startswith(PHRASEBOOK_FOLDER))
    for path in sorted({*pages_there} - {PROTOCOL_FILE}):
        if languages and path not in listed:
            message = f"this page is not shown: '{PROTOCOL_FILE}' does not list it in this language"
            yield ProtocolFault(shown(path), 1, 1, message, "an entry under 'guide'")
        elif not files[path].strip():
            yield ProtocolFault(shown(path), 1, 1, "this page is empty", "text in Markdown")
