"""What the check of a turn list finds, kept short where one fault comes a thousand times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from earmark.core.turns import TurnNote
from earmark.core.wording import Said, said

MOST: Final = 20
"""So many findings of one kind are told one by one; of the others only the number."""

_ByCode = dict[str, list[TurnNote]]


@dataclass(slots=True)
class Findings:
    """Repairs, warnings and faults of one list by their code, such as ``turns.missing-end``."""

    _repairs: _ByCode = field(default_factory=dict)
    _warnings: _ByCode = field(default_factory=dict)
    _faults: _ByCode = field(default_factory=dict)

    def repair(self, sentence: Said, line: int | None = None) -> None:
        """Note what was changed."""
        self._repairs.setdefault(sentence.code, []).append(TurnNote(sentence, line))

    def warn(self, sentence: Said, line: int | None = None) -> None:
        """Note what was left as it is."""
        self._warnings.setdefault(sentence.code, []).append(TurnNote(sentence, line))

    def fault(self, sentence: Said, line: int | None = None) -> None:
        """Note what keeps the list out."""
        self._faults.setdefault(sentence.code, []).append(TurnNote(sentence, line))

    @property
    def repairs(self) -> tuple[TurnNote, ...]:
        """Every repair, kind by kind."""
        return tuple(_told(self._repairs))

    @property
    def warnings(self) -> tuple[TurnNote, ...]:
        """Every warning, kind by kind."""
        return tuple(_told(self._warnings))

    @property
    def faults(self) -> tuple[TurnNote, ...]:
        """Every fault, kind by kind."""
        return tuple(_told(self._faults))


def _told(found: _ByCode) -> Iterator[TurnNote]:
    for code, members in found.items():
        yield from members[:MOST]
        if len(members) > MOST:
            kind = said(code.replace("turns.", "kind.", 1))
            yield TurnNote(said("turns.more", count=len(members) - MOST, kind=kind))
