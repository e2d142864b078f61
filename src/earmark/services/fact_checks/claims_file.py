"""A plug-in for a start: claims that somebody wrote into a file, found again by the words of the agent.

``claims.jsonl`` in the plug-in's folder has a JSON object a line: ``says``, the words by which a turn is
known; ``verdict``; and optionally ``claim``, else the words themselves, ``affects_task``, ``source``, and
``scenario``, the title of the only scenario that it holds for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rapidfuzz import fuzz, process, utils

from earmark.core.documents import UnusableJsonError, parse_json
from earmark.core.errors import WrongInputError
from earmark.core.fact_checks import Claim, Talk

FILE: Final = "claims.jsonl"
_LIKE: Final = 85
"""How like the words of a turn must be to those of a claim as a whole, 0 to 100."""

_WORD_LIKE: Final = 80
"""How like each single word must be to one that is said, so that another hour or name is another claim."""

_FIELDS: Final = frozenset({"says", "claim", "verdict", "affects_task", "source", "scenario"})


@dataclass(frozen=True, slots=True)
class ClaimsFile:
    """The claims of a file."""

    rows: tuple[Mapping[str, Any], ...]

    def check(self, talk: Talk) -> Iterator[Claim]:
        """Yield the claims whose words an agent's turn says."""
        title = talk.scenario.get("title")
        for place, turn in enumerate(talk.turns):
            for row in self.rows:
                is_meant = turn.role == "agent" and row.get("scenario", title) == title
                if is_meant and _says(turn.text, row["says"]):
                    yield Claim(
                        place,
                        row.get("claim", row["says"]),
                        row["verdict"],
                        row.get("affects_task", False),
                        row.get("source", ""),
                    )


def open_claims_file(folder: Path) -> ClaimsFile:
    """Open the file of claims in a folder.

    Raises:
        WrongInputError: There is none, or a line of it is no claim.
    """
    path = folder / FILE
    if not path.exists():
        message = f"There is no {FILE} in the folder of this study's fact-check."
        raise WrongInputError(message)
    lines = path.read_text(encoding="utf-8").splitlines()
    return ClaimsFile(tuple(_row(line, number) for number, line in enumerate(lines, 1) if line.strip()))


def _row(line: str, number: int) -> Mapping[str, Any]:
    try:
        row = parse_json(line)
    except UnusableJsonError as error:
        message = f"{error.said.with_words(subject=f'{FILE}, line {number}').reason}."
        raise WrongInputError(message) from error
    if not isinstance(row, dict) or not row.keys() <= _FIELDS or not {"says", "verdict"} <= row.keys():
        known = ", ".join(sorted(_FIELDS))
        message = f"{FILE}, line {number}: a claim has 'says' and 'verdict', and of fields only {known}."
        raise WrongInputError(message)
    return row


def _says(text: str, words: str) -> bool:
    """Tell whether a turn says the words of a claim, be they a part of it."""
    said, wanted = utils.default_process(text), utils.default_process(words)
    whole = fuzz.ratio if len(wanted) > len(said) else fuzz.partial_ratio
    return whole(wanted, said) >= _LIKE and all(_is_said(word, said.split()) for word in wanted.split())


def _is_said(word: str, said: list[str]) -> bool:
    if word.isdigit():
        return word in said
    return process.extractOne(word, said, scorer=fuzz.ratio, score_cutoff=_WORD_LIKE) is not None
