"""What comparisons of two sides found: leaderboards, wins of each pair, and what a place in it adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal

from earmark.core.results.intake import Out
from earmark.protocols.texts import Text
from earmark.stats.pairs.battles import Outcome
from earmark.stats.pairs.errors import Errors
from earmark.stats.pairs.likelihood import Model
from earmark.stats.pairs.network import OpenEnd
from earmark.stats.proportion import Proportion

Position = Literal["side-a", "heard-first"]


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """One condition on a leaderboard.

    Attributes:
        condition: Its name.
        strength: In logits; those of one board add up to 0. None with `reason`.
        standard_error: Of it.
        low: Lower end of the interval; None where the votes set no limit (`open_end`).
        high: Upper end, likewise.
        open_end: On which side the votes set no limit.
        score: Chance to be preferred to another of its board, 0 to 1; a draw counts half.
        board: Number of its board: strengths of two boards cannot be compared.
        rank: By strength; 1 is the strongest.
        best: Best rank that is possible, all ranks together.
        worst: Worst one.
        votes: Comparisons it took part in.
        wins: How often it was preferred.
        losses: How often the other was.
        draws: How often neither was.
        reason: Why a number is missing, or None.
    """

    condition: str | None
    strength: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    open_end: OpenEnd
    score: float | None
    board: int
    rank: int | None
    best: int
    worst: int
    votes: int
    wins: int
    losses: int
    draws: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A leaderboard: the strongest first, those without a strength last.

    Attributes:
        places: The conditions.
        boards: How many boards the comparisons fall into.
        model: What was fitted.
        errors: What errors are clustered by.
        penalised: Whether some strengths have no finite maximum, so that a penalty keeps theirs finite.
        votes: Comparisons that count.
        raters: Number of raters.
        level: Coverage of the intervals, and of the ranks together.
        seed: Of the ranks' critical value.
        reason: Why nothing could be measured, or None.
        out: Votes that do not count, by reason.
    """

    places: tuple[BoardPlace, ...]
    boards: int
    model: Model
    errors: Errors
    penalised: bool
    votes: int
    raters: int | None
    level: float
    seed: int
    reason: str | None = None
    out: tuple[Out, ...] = ()


@dataclass(frozen=True, slots=True)
class PositionEffect:
    """How much a place in the comparison helps, whoever stands there.

    Attributes:
        position: `side-a`: being shown as A. `heard-first`: being heard before the other.
        share: Share of votes for a side that went to it; half is no effect.
        log_odds: What it adds to the logit of winning, beside the strengths; None with `reason`.
        low: Lower end of its interval.
        high: Upper end.
        reason: Why there is no number, or None.
    """

    position: Position
    share: Proportion
    log_odds: float | None
    low: float | None
    high: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PairWins:
    """The votes of one pair of conditions."""

    first: str | None
    second: str | None
    first_wins: int
    second_wins: int
    ties: int
    both_good: int
    both_bad: int


@dataclass(frozen=True, slots=True)
class PreferenceResult:
    """One comparison question.

    Attributes:
        id: Of the question.
        title: Its title.
        outcomes: Votes by outcome: left (A), right (B), tie, both_good, both_bad.
        raters: Number of raters.
        items: Number of items.
        board: Of all votes.
        classes: A board a scenario class (EQ, IQ, Hybrid), by its id; empty where all votes are of one.
        wins: Each pair of conditions that met, in the order of names.
        positions: What places add.
    """

    id: str
    title: Text
    outcomes: Mapping[Outcome, int]
    raters: int
    items: int
    board: BoardResult
    classes: Mapping[str, BoardResult]
    wins: tuple[PairWins, ...]
    positions: tuple[PositionEffect, ...]

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {
            "id": self.id,
            "title": self.title.root,
            "outcomes": dict(self.outcomes),
            "raters": self.raters,
            "items": self.items,
            "board": asdict(self.board),
            "classes": {name: asdict(board) for name, board in self.classes.items()},
            "wins": [asdict(one) for one in self.wins],
            "positions": [asdict(one) for one in self.positions],
        }


@dataclass(frozen=True, slots=True)
class CombinedPlace:
    """One condition on the board across dimensions. Fields as in `BoardPlace`."""

    condition: str | None
    strength: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    rank: int | None
    best: int | None
    worst: int | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class CombinedPart:
    """What one dimension in one scenario class weighs on the board across dimensions; weights add up to 1."""

    scenario_class: str
    question: str
    weight: float
    votes: int
    penalised: bool


@dataclass(frozen=True, slots=True)
class CombinedBoard:
    """The board across dimensions with its rule.

    Attributes:
        places: The strongest first.
        parts: The weights: the priority of each class, 3 : 2 : 1 for its slots.
        class_shares: How much each class counts, by its share of the votes.
        raters: Number of raters.
        level: Coverage.
        seed: Of the ranks' critical value.
        reason: Why there is no board, or None.
        votes: Those of all parts.
        out: Votes on the dimensions of the parts that do not count, by reason.
    """

    places: tuple[CombinedPlace, ...]
    parts: tuple[CombinedPart, ...]
    class_shares: Mapping[str, float]
    raters: int | None
    level: float
    seed: int
    reason: str | None = None
    votes: int = 0
    out: tuple[Out, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleResults:
    """What a study that compares sides found.

    Attributes:
        questions: A result a question.
        combined: The board across them, where classes have priorities.
        classes: Titles of scenario classes, by their ids.
    """

    questions: tuple[PreferenceResult, ...]
    combined: CombinedBoard | None = None
    classes: Mapping[str, Text] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {
            "questions": [question.as_json() for question in self.questions],
            "combined": None if self.combined is None else asdict(self.combined),
            "classes": {name: title.root for name, title in self.classes.items()},
        }
