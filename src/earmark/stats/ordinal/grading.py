"""What is graded, by what: the data of an ordinal model, and how its numbers are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.coding import encode
from earmark.stats.ordinal.links import ENDLESS, Floats
from earmark.stats.quantiles import normal_quantile

Codes = NDArray[np.intp]

ONE_GRADE: Final = "not measurable: all scores are equal"
NO_SCORES: Final = "not measurable: no scores yet"
ENDLESS_EFFECT: Final = "not measurable: the scores set no limit to it"
UNDISTINGUISHED: Final = "not measurable: the design cannot tell it from the other effects"


@dataclass(frozen=True, slots=True)
class Effect:
    """What one column of the design adds to the latent score.

    Attributes:
        name: The column.
        estimate: In units of the link (logits, probits); None where it cannot be told.
        standard_error: Its standard error.
        low: Lower end of the interval.
        high: Upper end.
        reason: Why there is no number, or None.
    """

    name: Any
    estimate: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Graded:
    """Scores as grades.

    Attributes:
        grade: Shape (n,), places in `levels`.
        levels: The grades that occur, ascending.
        design: Shape (n, p).
        known: Shape (n,), what is known of each latent score beforehand; 0 where nothing is.
    """

    grade: Codes
    levels: tuple[Any, ...]
    design: Floats
    known: Floats | float = 0.0

    def cuts(self, thresholds: Floats, eta: Floats) -> tuple[Floats, Floats]:
        """Return the cut above and the cut below each row's grade, less eta and what is known."""
        all_cuts = np.concatenate([[-ENDLESS], thresholds, [ENDLESS]])
        off = eta + self.known
        return all_cuts[self.grade + 1] - off, all_cuts[self.grade] - off

    def by_threshold(self, above: Floats, below: Floats) -> Floats:
        """Add up what each row says of the cut above and of the cut below its grade, one sum a threshold.

        Args:
            above: Shape (n,) or (n, q).
            below: As `above`.
        """
        size = len(self.levels)
        columns = [(above, below)] if above.ndim == 1 else list(zip(above.T, below.T, strict=True))
        sums = np.column_stack(
            [np.bincount(self.grade, a, size)[:-1] + np.bincount(self.grade, b, size)[1:] for a, b in columns]
        )
        return np.asarray(sums[:, 0] if above.ndim == 1 else sums, dtype=np.float64)


def graded(values: ArrayLike | Sequence[Any], design: ArrayLike | None) -> Graded:
    """Code the scores; their order is that of numbers, or of their codes where they are no numbers.

    Raises:
        ValueError: A score is missing, the design is not finite or has another number of rows.
    """
    coded = encode(values, what="values")
    n = coded.codes.size
    columns = np.zeros((n, 0)) if design is None else np.asarray(design, dtype=np.float64)
    columns = columns[:, None] if columns.ndim == 1 else columns
    if columns.shape[0] != n or not np.isfinite(columns).all():
        message = "the design must be finite, with one row a score"
        raise ValueError(message)
    packed = coded.compacted()
    return Graded(packed.codes.astype(np.intp), tuple(packed.labels.tolist()), columns)


def dummies(labels: ArrayLike | Sequence[Any], *, reference: Any = None) -> tuple[Floats, tuple[Any, ...]]:  # noqa: ANN401 - a label of any kind
    """Return a design with one column a label but the reference, and the names of the columns.

    Args:
        labels: Shape (n,).
        reference: The label that all others are compared with; None takes the first in order.
    """
    coded = encode(labels, what="labels")
    names = coded.labels.tolist()
    base = 0 if reference is None else names.index(reference)
    others = [code for code in range(len(names)) if code != base]
    return (coded.codes[:, None] == np.array(others, dtype=np.intp)).astype(np.float64), tuple(
        names[code] for code in others
    )


def told(design: Floats) -> NDArray[np.bool_]:
    """Return which columns are no combination of a constant and the columns before them."""
    if not design.shape[1]:
        return np.zeros(0, dtype=bool)
    triangle = np.linalg.qr(np.column_stack([np.ones(len(design)), design]), mode="r")
    rest = np.zeros(design.shape[1])
    shown = np.abs(np.diag(triangle))[1:]  # what the columns before leave of each; fewer where rows are fewer
    rest[: shown.size] = shown
    size: Floats = np.linalg.norm(design, axis=0)
    return np.asarray(rest > 1e-8 * np.maximum(size, 1e-300))


def effects(
    names: Sequence[Any], kept: NDArray[np.bool_], values: Floats, errors: Floats, *, level: float
) -> tuple[Effect, ...]:
    """Put estimates beside their names; one that ran away, or was left out, gets its reason."""
    z = normal_quantile((1 + level) / 2)
    place = iter(range(values.size))
    found = []
    for name, stays in zip(names, kept, strict=True):
        if not stays:
            found.append(Effect(name, None, None, None, None, UNDISTINGUISHED))
            continue
        at = next(place)
        value, error = float(values[at]), float(errors[at])
        if abs(value) > FAR or not np.isfinite(error):
            found.append(Effect(name, None, None, None, None, ENDLESS_EFFECT))
        else:
            found.append(Effect(name, value, error, value - z * error, value + z * error))
    return tuple(found)


FAR: Final = 15.0
"""Latent units beyond which an effect has run away: nobody's scores differ by so much and overlap."""
