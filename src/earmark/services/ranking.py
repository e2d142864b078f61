"""Rank contestants by the comparisons in a table, without a study."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from earmark.services.table_files import read_columns, wrong_row
from earmark.stats.pairs.battles import Battles, battles
from earmark.stats.pairs.boards import Board, board
from earmark.stats.pairs.goodness import Goodness, goodness
from earmark.stats.pairs.likelihood import Model


@dataclass(frozen=True, slots=True)
class Ranking:
    """A board with what its fit says of itself.

    Attributes:
        board: Standings and rank sets.
        goodness: How well the model fits.
        seed: Of the rank sets.
    """

    board: Board
    goodness: Goodness
    seed: int

    def as_json(self) -> dict[str, object]:
        """Return the object that ``stats rank --json`` prints."""
        found = self.board.strengths
        rows = [
            {**asdict(standing), "rank": each.rank, "best": each.best, "worst": each.worst}
            for standing, each in zip(self.board.standings, self.board.ranks, strict=True)
        ]
        return {
            "model": found.model,
            "errors": found.errors,
            "level": found.level,
            "seed": self.seed,
            "votes": found.votes,
            "clusters": found.clusters,
            "boards": found.network.boards,
            "penalised": found.penalised,
            "log_likelihood": found.log_likelihood,
            "ranking": rows,
            "effects": [asdict(effect) for effect in found.effects],
            "draws": asdict(found.draws),
            "goodness": asdict(self.goodness),
            "reason": found.reason,
        }


@dataclass(frozen=True, slots=True)
class Sides:
    """The names of a table's columns.

    Attributes:
        left: Of the contestant on the left.
        right: Of the one on the right.
        winner: Of the outcome: left, right, tie, both_good or both_bad.
        rater: Of the rater; with it errors know that a rater's votes go together.
    """

    left: str
    right: str
    winner: str
    rater: str | None = None


def rank_table(
    path: str | Path,
    sides: Sides,
    *,
    model: Model = "davidson",
    position: bool = False,
    seed: int = 0,
    level: float = 0.95,
) -> Ranking:
    """Rank the contestants of a table of comparisons.

    Args:
        path: CSV or Parquet.
        sides: Its columns.
        model: As for `strengths`.
        position: Estimate what being on the left adds.
        seed: Of the rank sets.
        level: Coverage of the intervals.

    Raises:
        WrongInputError: What is wrong with the file, its row named.
    """
    votes = read_battles(path, sides)
    found = board(votes, seed=seed, model=model, position=position, level=level)
    return Ranking(found, goodness(found.strengths), seed)


def read_battles(path: str | Path, sides: Sides) -> Battles:
    """Read a table of comparisons.

    Raises:
        WrongInputError: What is wrong with the file, its row named.
    """
    named = [sides.left, sides.right, sides.winner, *([sides.rater] if sides.rater else [])]
    columns = read_columns(path, named)
    rater = columns[sides.rater] if sides.rater else None
    try:
        return battles(columns[sides.left], columns[sides.right], columns[sides.winner], rater=rater)
    except ValueError as wrong:
        raise wrong_row(path, f"{wrong}.") from wrong
