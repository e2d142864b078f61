"""The corpus of submissions with what the audits are expected to find, one JSON object a line.

``expect`` has every kind that holds of a case, ``may`` those about which one can argue and that count
neither way. ``flip`` marks sound texts that name their choice, ``grade`` is that of a whole submission.
What is in ``tuning.jsonl`` may be looked at while the rules are changed. The others are by somebody who does
not know the rules: ``opened.jsonl`` was looked at once the figures were taken, ``held.jsonl`` may not be.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from scipy.stats import spearmanr

from earmark.audits.check import Checked, check
from earmark.protocols import load

FOLDER: Final = Path(__file__).parent / "audits" / "corpus"
GRADES: Final = ("exceptional", "good", "acceptable", "below-expectations", "unacceptable")
PROTOCOLS: Final = {name: load(name).protocol for name in ("live-ab", "conversation-turns")}

ALIKE: Final = {"nothing-specific": "bare-verdict"}
"""Kinds that tell the rater the same thing: a longer verdict is one that names nothing."""


@dataclass(frozen=True)
class Case:
    id: str
    protocol: str
    answers: Mapping[str, Any]
    context: Mapping[str, Any]
    expect: frozenset[str]
    may: frozenset[str] = frozenset()
    flip: bool = False
    grade: str | None = None

    @cached_property
    def checked(self) -> Checked:
        return check(PROTOCOLS[self.protocol], dict(self.answers), dict(self.context))

    def flipped(self) -> Case:
        """Return the same case with the opposite vote; a tie becomes a vote for A."""
        answers = deepcopy(dict(self.answers))
        answers["overall"] = {"a": "b", "b": "a", "tie": "a"}[answers["overall"]]
        return Case(self.id, self.protocol, answers, self.context, self.expect)


@dataclass(frozen=True)
class Figures:
    """How the findings of a half compare with what is expected of it, all kinds together."""

    right: int
    missed: Counter[str]
    wrong: Counter[str]
    spearman: float

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed.total())

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong.total())


@cache
def cases(half: str) -> tuple[Case, ...]:
    lines = (FOLDER / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return tuple(
        Case(
            str(row["id"]),
            row["protocol"],
            row.get("answers") or {},
            row.get("context") or {},
            _alike(row.get("expect") or ()),
            _alike(row.get("may") or ()),
            bool(row.get("flip")),
            row.get("grade"),
        )
        for row in rows
    )


def found_in(case: Case) -> frozenset[str]:
    return _alike(finding.id for finding in case.checked.findings)


def figures(half: Iterable[Case]) -> Figures:
    right, missed, wrong, risks, grades = 0, Counter[str](), Counter[str](), [], []
    for case in half:
        checked = case.checked
        found = _alike(finding.id for finding in checked.findings)
        right += len(found & case.expect)
        missed.update(case.expect - found)
        wrong.update(found - case.expect - case.may)
        if case.grade:
            risks.append(checked.risk)
            grades.append(GRADES.index(case.grade))
    return Figures(right, missed, wrong, float(spearmanr(risks, grades).statistic))


def _alike(kinds: Iterable[str]) -> frozenset[str]:
    return frozenset(ALIKE.get(kind, kind) for kind in kinds)
