"""What the check of a turn list finds, kept short where one fault comes a thousand times."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from earmark.core.turns import TurnFault, TurnRemark

MOST: Final = 20
"""So many findings of one kind are told one by one; of the others only the number."""

Finding = TypeVar("Finding", TurnRemark, TurnFault)


@dataclass(slots=True)
class Findings:
    """Repairs, warnings and faults of one list by their kind, such as ``missing end``."""

    _repairs: dict[str, list[TurnRemark]] = field(default_factory=dict)
    _warnings: dict[str, list[TurnRemark]] = field(default_factory=dict)
    _faults: dict[str, list[TurnFault]] = field(default_factory=dict)

    def repair(self, kind: str, message: str, line: int | None = None) -> None:
        """Note what was changed."""
        self._repairs.setdefault(kind, []).append(TurnRemark(message, line))

    def warn(self, kind: str, message: str, line: int | None = None) -> None:
        """Note what was left as it is."""
        self._warnings.setdefault(kind, []).append(TurnRemark(message, line))

    def fault(self, kind: str, fault: TurnFault) -> None:
        """Note what keeps the list out."""
        self._faults.setdefault(kind, []).append(fault)

    @property
    def repairs(self) -> tuple[TurnRemark, ...]:
        """Every repair, kind by kind."""
        return tuple(_told(self._repairs, lambda text, _: TurnRemark(text)))

    @property
    def warnings(self) -> tuple[TurnRemark, ...]:
        """Every warning, kind by kind."""
        return tuple(_told(self._warnings, lambda text, _: TurnRemark(text)))

    @property
    def faults(self) -> tuple[TurnFault, ...]:
        """Every fault, kind by kind."""
        return tuple(_told(self._faults, lambda text, last: TurnFault(text, last.remedy)))


def _told(found: dict[str, list[Finding]], summary: Callable[[str, Finding], Finding]) -> Iterable[Finding]:
    for kind, members in found.items():
        yield from members[:MOST]
        if len(members) > MOST:
            yield summary(f"and {len(members) - MOST:,} more of this kind ({kind})", members[-1])
