"""What a study found so far: how far it is, and what its questions say."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from earmark.core.results.battles import BattleResults
from earmark.core.results.choices import ChoiceResult
from earmark.core.results.evidence import EvidenceResults
from earmark.core.results.flags import FlagsResult
from earmark.core.results.progress import MarkCount, Progress, total
from earmark.core.results.raters import RaterResult
from earmark.core.results.scales import QuestionResult
from earmark.core.scope import EVERYTHING, Scope


@dataclass(frozen=True, slots=True)
class Making:
    """By what the numbers were made, for whoever makes them again.

    Attributes:
        versions: Of Earmark, NumPy and SciPy.
        level: Coverage of every interval.
        seed: Of all that is drawn by chance.
        resamples: Of raters and of items, for limits that hold at once.
    """

    versions: dict[str, str]
    level: float
    seed: int
    resamples: int


NOT_SAID: Final = Making({}, 0.95, 0, 0)


@dataclass(frozen=True, slots=True)
class StudyResults:
    """The results of one study at one moment.

    Skips and discards are counted apart: a skip says something of the rater, a discard of the recording.

    Attributes:
        at: When they were computed, microseconds since 1970 UTC.
        progress: Of the whole study, whatever the scope.
        skips: Of the whole study.
        discards: Of the whole study.
        questions: Scale questions, in the protocol's order.
        choices: Choices of one answer about one recording, and the entries of checklists.
        flags: Questions that ask for error flags.
        battles: Comparisons of two sides; None where the protocol compares nothing.
        evidence: How turns are taken, from the sound; None where no talks are rated.
        raters: Who submitted something that counts, in the order of their labels.
        scope: Which part of the study the numbers are of.
        names: What the scope can choose from.
        making: By what the numbers were made.
    """

    study: str
    title: str
    state: str
    protocol: str
    protocol_version: str
    protocol_hash: str
    at: int
    progress: Progress
    skips: tuple[MarkCount, ...]
    discards: tuple[MarkCount, ...]
    questions: tuple[QuestionResult, ...]
    choices: tuple[ChoiceResult, ...] = ()
    flags: tuple[FlagsResult, ...] = ()
    battles: BattleResults | None = None
    evidence: EvidenceResults | None = None
    raters: tuple[RaterResult, ...] = ()
    scope: Scope = EVERYTHING
    names: Scope = EVERYTHING
    making: Making = NOT_SAID

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values: what has no value is null, never NaN."""
        return {
            "study": self.study,
            "title": self.title,
            "state": self.state,
            "protocol": {
                "id": self.protocol,
                "version": self.protocol_version,
                "hash": self.protocol_hash,
            },
            "scope": self.scope.as_json(),
            "names": self.names.as_json(),
            "making": asdict(self.making),
            "progress": asdict(self.progress),
            "skips": _counted(self.skips),
            "discards": _counted(self.discards),
            "questions": [question.as_json() for question in self.questions],
            "choices": [choice.as_json() for choice in self.choices],
            "flags": [flags.as_json() for flags in self.flags],
            "battles": None if self.battles is None else self.battles.as_json(),
            "evidence": None if self.evidence is None else self.evidence.as_json(),
            "raters": [asdict(rater) for rater in self.raters],
        }


def _counted(counts: tuple[MarkCount, ...]) -> dict[str, object]:
    return {"total": total(counts), "reasons": [asdict(count) for count in counts]}
