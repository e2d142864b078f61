"""What no single part of a protocol can tell: references, languages, conditions and keys that must agree.

Each check takes the outline of the data and yields problems. The data may be faulty in other ways, so checks
look only at what is of the type they need; the schema reports the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import chain
from typing import Final

from earmark.protocols.checks import audits, conditions, languages, references, shortcuts
from earmark.protocols.outline import Outline
from earmark.protocols.problem import Problem

CHECKS: Final[tuple[Callable[[Outline], Iterator[Problem]], ...]] = (
    languages.declarations,
    languages.translations,
    references.repeated_ids,
    references.unknown_names,
    conditions.waiting,
    conditions.impossible,
    conditions.priorities,
    conditions.targets,
    conditions.severities,
    shortcuts.clashes,
    audits.audit_names,
)


def problems(outline: Outline, files: Collection[str]) -> Iterator[Problem]:
    """Yield what every check finds in the data and in the paths of the protocol's files."""
    yield from chain.from_iterable(check(outline) for check in CHECKS)
    yield from languages.missing_pages(outline, files)
