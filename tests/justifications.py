"""Justifications with what is expected of the audits, one a line; see the head of ``tuning.txt``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from earmark.audits.review import draft_of, review
from earmark.protocols import load

FOLDER: Final = Path(__file__).parent / "audits" / "justifications"
PROTOCOL: Final = load("conversation-turns").protocol


@dataclass(frozen=True)
class Row:
    """One justification. ``kinds`` is empty for a sound one; of several, any will do."""

    line: int
    language: str
    dimension: str
    score: int
    kinds: frozenset[str]
    text: str
    earlier: tuple[str, ...]

    def found(self) -> frozenset[str]:
        answer = {"score": self.score, "justification": self.text}
        draft = draft_of(PROTOCOL.question(self.dimension), answer, earlier=self.earlier)
        return frozenset(finding.id for finding in review(PROTOCOL, draft, language=self.language).findings)


def rows(half: str) -> list[Row]:
    text = (FOLDER / f"{half}.txt").read_text(encoding="utf-8")
    lines = enumerate(text.splitlines(), start=1)
    return [_row(number, line) for number, line in lines if line.strip() and not line.startswith("#")]


def _row(number: int, line: str) -> Row:
    cells = [cell.strip() for cell in line.split(" |")]
    language, dimension, score, kinds, text, *earlier = cells
    names = frozenset(name.strip() for name in kinds.split(",") if name.strip())
    before = tuple(one.strip() for one in earlier[0].split("//")) if earlier else ()
    return Row(number, language, dimension, int(score), names, text, before)
