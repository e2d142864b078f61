"""Which part of a study is looked at: the one filter that addresses, commands and Python share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final, Self

from earmark.core.errors import UnknownFilterError

WITHOUT: Final = ""
"""The name that stands for what has no condition, language, category, class or group."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Names to keep, by kind; an empty tuple keeps all. Names of one kind are alternatives, kinds add up.

    Attributes:
        condition: Names of conditions.
        language: Languages of recordings, such as ``ko``.
        category: Categories of scenarios, as the scenario's field ``category`` has them.
        scenario_class: Classes of scenarios, as the field ``class`` has them.
        group: Groups of raters, as the study's owner named them.
    """

    condition: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    scenario_class: tuple[str, ...] = ()
    group: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field in fields(self):
            object.__setattr__(self, field.name, tuple(sorted(set(getattr(self, field.name)))))

    def __bool__(self) -> bool:
        """Whether anything is filtered."""
        return any(getattr(self, field.name) for field in fields(self))

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[str, str]]) -> Self:
        """Return the scope of an address's query.

        Raises:
            UnknownFilterError: A key is no kind.
        """
        kept: dict[str, list[str]] = {}
        for key, value in pairs:
            if key not in KINDS:
                raise UnknownFilterError(key, None, tuple(KINDS))
            kept.setdefault(KINDS[key], []).append(value)
        return cls(**{kind: tuple(values) for kind, values in kept.items()})

    def as_pairs(self) -> tuple[tuple[str, str], ...]:
        """Return the keys and values of an address's query."""
        return tuple((key, value) for key, kind in KINDS.items() for value in getattr(self, kind))

    def as_json(self) -> dict[str, list[str]]:
        """Return it as plain JSON values."""
        return {key: list(getattr(self, kind)) for key, kind in KINDS.items()}


KINDS: Final = {
    "condition": "condition",
    "language": "language",
    "category": "category",
    "class": "scenario_class",
    "group": "group",
}
"""The word for each kind in addresses, options and JSON, and the attribute that holds it."""

EVERYTHING: Final = Scope()
