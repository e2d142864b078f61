"""What a study found so far: how far it is, and each question's mean by condition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from earmark.protocols.texts import Text
from earmark.stats.mean import MeanScore


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a study is. All are counts of now.

    Attributes:
        tasks_open: Tasks that are handed out until they have their votes.
        waiting_for_owner: Tasks that raters discarded; nobody gets them until the owner decides.
        tasks_withdrawn: Tasks that the owner took out.
        votes_wanted: Counted submissions wanted by all tasks; of a withdrawn one only those that are in.
        votes_in: Submissions that count.
        in_hand: Tasks that a rater holds, with time left.
        raters_active: Raters with at least one submission, counted or extra.
        late: Submissions that came after their lease was over, counted or extra.
        extra: Submissions beyond the votes wanted: kept and exported, in no mean.
        corrections: Earlier revisions of submissions: kept and exported, in no mean.
        set_aside: Submissions on recordings that were corrected and are rated again: kept, in no mean.
        retracted: Submissions whose rater skipped or discarded the item afterwards: kept, in no mean.
    """

    tasks_open: int
    waiting_for_owner: int
    tasks_withdrawn: int
    votes_wanted: int
    votes_in: int
    in_hand: int
    raters_active: int
    late: int
    extra: int
    corrections: int
    set_aside: int = 0
    retracted: int = 0


@dataclass(frozen=True, slots=True)
class MarkCount:
    """How often one way out was taken for one reason. A question is named where one dimension was left."""

    exit: str
    scope: str
    question: str | None
    reason: str
    n: int


@dataclass(frozen=True, slots=True)
class ConditionResult:
    """One condition on one question.

    Attributes:
        condition: Its name; None gathers the recordings without one.
        score: The mean with its interval.
        histogram: Number of scores at each point of the scale, in the scale's order.
    """

    condition: str | None
    score: MeanScore
    histogram: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """One scale question: the points of its scale and a result a condition, in the order of their names."""

    id: str
    title: Text
    points: tuple[int, ...]
    conditions: tuple[ConditionResult, ...]

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {
            "id": self.id,
            "title": self.title.root,
            "points": list(self.points),
            "conditions": [
                {
                    "condition": result.condition,
                    **asdict(result.score),
                    "histogram": {
                        str(point): n for point, n in zip(self.points, result.histogram, strict=True)
                    },
                }
                for result in self.conditions
            ],
        }


@dataclass(frozen=True, slots=True)
class StudyResults:
    """The results of one study at one moment.

    Skips and discards are counted apart: a skip says something of the rater, a discard of the recording.

    Attributes:
        at: When they were computed, microseconds since 1970 UTC.
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
            "progress": asdict(self.progress),
            "skips": _counted(self.skips),
            "discards": _counted(self.discards),
            "questions": [question.as_json() for question in self.questions],
        }


def total(counts: Iterable[MarkCount]) -> int:
    """Add up how often."""
    return sum(count.n for count in counts)


def _counted(counts: tuple[MarkCount, ...]) -> dict[str, object]:
    return {"total": total(counts), "reasons": [asdict(count) for count in counts]}
