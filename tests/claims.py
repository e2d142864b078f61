"""The claims of a report recomputed from an export, by the examples of docs/reports.md."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from earmark.core.results import QuestionResult

_PAGE = (Path(__file__).parents[1] / "docs" / "reports.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", _PAGE, flags=re.MULTILINE | re.DOTALL)


def recomputed(beside: Path, question: str) -> dict[str, Any]:
    """Run the examples beside an export *out* for one question; return all that they named."""
    found: dict[str, Any] = {}
    here = Path.cwd()
    os.chdir(beside)
    try:
        exec("\n".join(EXAMPLES).replace('"content"', f'"{question}"'), found)  # noqa: S102 - examples of the page
    finally:
        os.chdir(here)
    return found


def compared(beside: Path) -> dict[str, Any]:
    """Run the example of a study of pairs beside an export *out*, which has no scores to begin with."""
    found: dict[str, Any] = {}
    here = Path.cwd()
    os.chdir(beside)
    try:
        exec("import csv\nfrom collections import Counter\nfrom pathlib import Path\n" + EXAMPLES[-1], found)  # noqa: S102 - an example of the page
    finally:
        os.chdir(here)
    return found


def differing(question: QuestionResult, found: dict[str, Any]) -> list[str]:
    """Return where what was recomputed is not what a question found, to a millionth of a point."""
    pairs = [
        *_of_conditions(question, found),
        *_of_differences(question, found),
    ]
    agreement = question.agreement
    if agreement is not None:
        pairs += [("alpha", agreement.alpha, found["agreement"].alpha.alpha)]
        pairs += [("alpha low", agreement.low, found["agreement"].low)]
    if question.more is not None and question.more.buys:
        pairs += [("now", question.more.buys[0].difference_half_width, found["now"])]
    return [f"{what}: {said} and {again}" for what, said, again in pairs if not _same(said, again)]


def _of_conditions(question: QuestionResult, found: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    pairs: list[tuple[str, Any, Any]] = []
    for one in question.conditions:
        counts = [found["histogram"][one.condition, float(point)] for point in question.points]
        pairs += [(f"{one.condition} mean", one.score.mean, found["means"][one.condition])]
        pairs += [(f"{one.condition} histogram", list(one.histogram), counts)]
        if one.interval.method == "two-way":
            ends = found["interval"](one.condition)
            pairs += [(f"{one.condition} low", one.interval.low, ends[0])]
            pairs += [(f"{one.condition} high", one.interval.high, ends[1])]
    return pairs


def _of_differences(question: QuestionResult, found: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    pairs: list[tuple[str, Any, Any]] = []
    most = question.points[-1] - question.points[0]
    for one in question.contrasts.pairs:
        difference, *ends = found["differences"][one.first, one.second]
        low, high, all_low, all_high = (None if end is None else max(-most, min(end, most)) for end in ends)
        name = f"{one.first} and {one.second}"
        pairs += [(f"{name} difference", one.difference, difference)]
        pairs += [(f"{name} low", one.single_low, low), (f"{name} high", one.single_high, high)]
        pairs += [(f"{name} all low", one.low, all_low), (f"{name} all high", one.high, all_high)]
    return pairs


def _same(said: Any, again: Any) -> bool:
    if isinstance(said, float) and isinstance(again, float | int):
        return abs(said - again) < 1e-6
    return bool(said == again)
