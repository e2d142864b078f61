"""Means, agreement and labels of the ratings in a table, without a study."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

from earmark.core.errors import WrongInputError
from earmark.services.table_files import read_columns, wrong_row
from earmark.stats.alpha import Alpha, Distance
from earmark.stats.alpha_intervals import AlphaInterval, alpha_bootstrap
from earmark.stats.contrasts import Contrast, contrasts
from earmark.stats.labels.dawid_skene import dawid_skene
from earmark.stats.labels.glad import glad
from earmark.stats.labels.mace import mace
from earmark.stats.labels.majority import majority
from earmark.stats.labels.result import Labels
from earmark.stats.lopsided import Explanation, explain_alpha
from earmark.stats.mean import MeanScore
from earmark.stats.mos import ConditionMethod, condition_means
from earmark.stats.ratings import Ratings, ratings

_COMMA: Final = re.compile(r"-?\d+,\d+")
LabelMethod = Literal["majority", "dawid-skene", "one-coin", "mace", "glad"]


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of a table's columns."""

    item: str
    rater: str
    value: str
    condition: str | None = None


@dataclass(frozen=True, slots=True)
class MeansFound:
    """Means of conditions, and the differences between them.

    Attributes:
        means: By the condition's label.
        contrasts: One a pair of conditions.
        missing: Rows without a value.
        repeats: Scores beyond the first of a rater on an item; each counts as a score.
        seed: Of the simultaneous limits, and of a bootstrap.
    """

    means: dict[Any, MeanScore]
    contrasts: tuple[Contrast, ...]
    missing: int
    repeats: int
    seed: int

    def as_json(self) -> dict[str, object]:
        """Return the object that ``stats mos --json`` prints."""
        return {
            "conditions": [{"condition": label, **asdict(one)} for label, one in self.means.items()],
            "contrasts": [asdict(one) for one in self.contrasts],
            "missing": self.missing,
            "repeats": self.repeats,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class AgreementFound:
    """Krippendorff's alpha with its interval, and what lies behind it."""

    interval: AlphaInterval
    explanation: Explanation
    missing: int
    repeats: int

    @property
    def alpha(self) -> Alpha:
        """The estimate."""
        return self.interval.alpha

    def as_json(self) -> dict[str, object]:
        """Return the object that ``stats agreement --json`` prints."""
        behind = asdict(self.explanation)
        del behind["alpha"]
        return {
            **asdict(self.alpha),
            "low": self.interval.low,
            "high": self.interval.high,
            "standard_error": self.interval.standard_error,
            "level": self.interval.level,
            "method": self.interval.method,
            "resamples": self.interval.resamples,
            "seed": self.interval.seed,
            "reason": self.interval.reason,
            "explanation": behind,
            "missing": self.missing,
            "repeats": self.repeats,
        }


def mean_table(
    path: str | Path,
    columns: Columns,
    *,
    method: ConditionMethod = "two-way",
    scale: tuple[float, float] | None = None,
    seed: int = 0,
) -> MeansFound:
    """Return each condition's mean and all differences; without a condition column all rows are one.

    Args:
        path: CSV or Parquet.
        columns: Its columns.
        method: What intervals are from.
        scale: The lowest and the highest score there is: intervals of means end there, and a score beyond is
            refused.
        seed: Of all chance.

    Raises:
        WrongInputError: What is wrong with the file, its row named.
    """
    found = read_ratings(path, columns, scale=scale)
    differences = contrasts(found, method="mixed" if method == "mixed" else "two-way", seed=seed)
    means = condition_means(found, method=method, limits=scale, seed=seed)
    return MeansFound(means, differences, found.missing, found.repeats, seed)


def agreement_table(
    path: str | Path,
    columns: Columns,
    *,
    distance: Distance = "ordinal",
    resamples: int = 1000,
    seed: int = 0,
) -> AgreementFound:
    """Return how far raters agree.

    Raises:
        WrongInputError: What is wrong with the file, its row named.
    """
    found = read_ratings(path, columns, numbers=distance != "nominal")
    try:
        interval = alpha_bootstrap(found, distance, resamples=resamples, seed=seed)
    except ValueError as wrong:
        message = f"{path}: {wrong}."
        raise WrongInputError(message) from wrong
    return AgreementFound(interval, explain_alpha(found, distance), found.missing, found.repeats)


def label_table(
    path: str | Path,
    columns: Columns,
    *,
    method: LabelMethod = "dawid-skene",
    starts: int = 10,
    seed: int = 0,
) -> dict[str, object]:
    """Return one label an item, and how far each rater can be relied on, as plain JSON values.

    Raises:
        WrongInputError: What is wrong with the file, its row named.
    """
    found = read_ratings(path, columns, numbers=False)
    joined = _joined(found, method, starts=starts, seed=seed)
    categories = [str(category) for category in joined.categories]
    rows = zip(
        joined.items.tolist(),
        joined.best.tolist(),
        joined.posterior.tolist(),
        joined.tied.tolist(),
        strict=False,  # without ratings there is a reason, and no row
    )
    reliable = zip(found.rater.labels.tolist(), joined.reliability.tolist(), strict=False)
    return {
        "method": joined.method,
        "labels": [
            {
                "item": item,
                "label": label,
                "probability": dict(zip(categories, share, strict=True)),
                "tied": tie,
            }
            for item, label, share, tie in rows
        ],
        "raters": [{"rater": rater, "reliability": reliability} for rater, reliability in reliable],
        "log_likelihood": joined.log_likelihood,
        "converged": joined.converged,
        "starts": joined.starts,
        "seed": seed,
        "missing": found.missing,
        "reason": joined.reason,
    }


def _joined(found: Ratings, method: LabelMethod, *, starts: int, seed: int) -> Labels:
    if method == "majority":
        return majority(found)
    if method == "mace":
        return mace(found, starts=starts, seed=seed)
    if method == "glad":
        return glad(found).labels
    return dawid_skene(found, model=method, starts=starts, seed=seed)


def read_ratings(
    path: str | Path, columns: Columns, *, numbers: bool = True, scale: tuple[float, float] | None = None
) -> Ratings:
    """Read a table of ratings; rows without a value are left out and counted.

    Args:
        path: CSV or Parquet.
        columns: Its columns.
        numbers: Whether values must be numbers.
        scale: Beyond which numbers are refused.

    Raises:
        WrongInputError: What is wrong with the file, its row named.
    """
    names = [columns.item, columns.rater, columns.value, *([columns.condition] if columns.condition else [])]
    read = read_columns(path, names, may_be_empty=[columns.value])
    values: Sequence[Any] = read[columns.value]
    if numbers:
        values = [
            number_in(path, cell, row, name=columns.value, scale=scale)
            for row, cell in enumerate(values, start=1)
        ]
    under = read[columns.condition] if columns.condition else None
    try:
        return ratings(read[columns.item], read[columns.rater], values, condition=under)
    except ValueError as wrong:
        raise wrong_row(path, f"{wrong}.") from wrong


def number_in(
    path: str | Path, cell: object, row: int, *, name: str, scale: tuple[float, float] | None = None
) -> float:
    """Return a cell as a number; an empty one is NaN, which leaves the row out.

    Raises:
        WrongInputError: It is no finite number, or beyond the scale; the row is named.
    """
    if cell is None or cell == "":
        return float("nan")
    try:
        number = float(str(cell))
    except ValueError as wrong:
        hint = " Write a point before decimals." if _COMMA.fullmatch(str(cell)) else ""
        fault = f"row {row}: {name} must be a number, got {str(cell)!r}.{hint}"
        raise wrong_row(path, fault) from wrong
    if math.isinf(number):
        raise wrong_row(path, f"row {row}: {name} is infinite.")
    if scale is not None and not math.isnan(number) and not scale[0] <= number <= scale[1]:
        raise wrong_row(
            path, f"row {row}: {name} is {number:g}, beyond the scale of {scale[0]:g} to {scale[1]:g}."
        )
    return number
