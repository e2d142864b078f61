"""Comparisons as data: two sides, an outcome, and who chose on what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.coding import column, columns_of, encode, looked_up
from earmark.stats.pairs.arrays import Codes, Floats

Outcome = Literal["left", "right", "tie", "both_good", "both_bad"]

OUTCOMES: Final[tuple[Outcome, ...]] = ("left", "right", "tie", "both_good", "both_bad")
"""The outcomes in the order of their codes. The last three are draws, each kept apart from the others."""

LEFT, RIGHT, TIE, BOTH_GOOD, BOTH_BAD = range(5)
MIRRORED: Final = np.array([RIGHT, LEFT, TIE, BOTH_GOOD, BOTH_BAD], dtype=np.int8)
"""What an outcome is once the sides are swapped."""


@dataclass(frozen=True, slots=True)
class Battles:
    """Votes between two sides in long form, as integer codes.

    Attributes:
        left: Shape (n,), the contestant on the left, as a place in `names`.
        right: Shape (n,), the contestant on the right; never the one on the left.
        outcome: Shape (n,), places in `OUTCOMES`.
        names: The contestants.
        rater: Shape (n,), who chose, or None where it is not known.
        item: Shape (n,), what was compared (text, scenario), or None.
        covariates: Shape (n, p), each what the left side has more of (louder, slower, longer) than the right.
        covariate_names: One name a column of `covariates`.
    """

    left: Codes
    right: Codes
    outcome: NDArray[np.int8]
    names: tuple[Any, ...]
    rater: Codes | None = None
    item: Codes | None = None
    covariates: Floats | None = None
    covariate_names: tuple[str, ...] = ()

    def __len__(self) -> int:
        return self.left.size

    def where(self, chosen: NDArray[np.bool_]) -> Battles:
        """Return some of the votes. All contestants and all codes stay as they are."""
        return replace(
            self,
            left=self.left[chosen],
            right=self.right[chosen],
            outcome=self.outcome[chosen],
            rater=None if self.rater is None else self.rater[chosen],
            item=None if self.item is None else self.item[chosen],
            covariates=None if self.covariates is None else self.covariates[chosen],
        )


def battles(
    left: ArrayLike | Sequence[Any],
    right: ArrayLike | Sequence[Any],
    outcome: ArrayLike | Sequence[Any],
    *,
    rater: ArrayLike | Sequence[Any] | None = None,
    item: ArrayLike | Sequence[Any] | None = None,
    covariates: Mapping[str, ArrayLike] | None = None,
    names: Sequence[Any] | None = None,
) -> Battles:
    """Make battles from columns, coding every label once.

    Args:
        left: Shape (n,), labels of the left side; with `names`, integer codes into them.
        right: Shape (n,), likewise.
        outcome: Shape (n,), words of `OUTCOMES`, or their places as integers.
        rater: Shape (n,), labels.
        item: Shape (n,), labels.
        covariates: One column of shape (n,) a name: left minus right, finite.
        names: The contestants, where `left` and `right` are codes already; one may have no vote.

    Raises:
        ValueError: Columns of unlike length, an unknown outcome, a contestant against itself, a missing
            label or a covariate that is not finite. The first such row is named, counted from 1.
    """
    lefts, rights, labels = _sides(left, right, names)
    columns = {} if covariates is None else {name: _finite(name, of) for name, of in covariates.items()}
    made = Battles(
        left=lefts,
        right=rights,
        outcome=_outcomes(outcome),
        names=labels,
        rater=None if rater is None else _codes(rater, "rater"),
        item=None if item is None else _codes(item, "item"),
        covariates=np.column_stack(list(columns.values())) if columns else None,
        covariate_names=tuple(columns),
    )
    _check(made)
    return made


def battles_from(
    table: object,
    *,
    left: str = "left",
    right: str = "right",
    outcome: str = "outcome",
    rater: str | None = None,
    item: str | None = None,
    covariates: Sequence[str] = (),
) -> Battles:
    """Make battles from a table: a dict of columns, or a frame of pandas, polars or Arrow.

    Args:
        table: Where the columns are found by name.
        left: Column of the left side.
        right: Column of the right side.
        outcome: Column of the outcome.
        rater: Column of the rater.
        item: Column of the item.
        covariates: Columns of covariates.

    Raises:
        ValueError: A column is not there, or as `battles` says.
    """
    names = [left, right, outcome, *(name for name in (rater, item) if name is not None), *covariates]
    columns = dict(zip(names, columns_of(table, names), strict=True))
    return battles(
        columns[left],
        columns[right],
        columns[outcome],
        rater=None if rater is None else columns[rater],
        item=None if item is None else columns[item],
        covariates={name: columns[name] for name in covariates} or None,
    )


def swapped(votes: Battles, chosen: NDArray[np.bool_] | None = None) -> Battles:
    """Return the same votes with left and right exchanged.

    Args:
        votes: The battles.
        chosen: Shape (n,), in which rows; None for all.
    """
    at = np.ones(len(votes), dtype=bool) if chosen is None else chosen
    sign = np.where(at, -1.0, 1.0)[:, None]
    return replace(
        votes,
        left=np.where(at, votes.right, votes.left),
        right=np.where(at, votes.left, votes.right),
        outcome=np.where(at, MIRRORED[votes.outcome], votes.outcome),
        covariates=None if votes.covariates is None else votes.covariates * sign,
    )


def relative_difference(left: ArrayLike, right: ArrayLike) -> Floats:
    """Return ``(left - right) / (left + right)``: how much longer, slower or louder the left is, -1 to 1.

    Args:
        left: Shape (n,), a quantity of the left side, 0 or more; NaN where unknown.
        right: Shape (n,), of the right side.

    Returns:
        Shape (n,). 0 where one side is unknown or both are 0: such a vote says nothing of the effect.
    """
    a, b = np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64)
    total = a + b
    known = np.isfinite(total) & (total > 0)
    return np.divide(a - b, total, out=np.zeros_like(total), where=known)


def _sides(left: Any, right: Any, names: Sequence[Any] | None) -> tuple[Codes, Codes, tuple[Any, ...]]:  # noqa: ANN401 - columns of any library
    if names is not None:
        sides = np.asarray(left, dtype=np.intp), np.asarray(right, dtype=np.intp)
        if any(side.size and not 0 <= side.min() <= side.max() < len(names) for side in sides):
            message = f"codes of the sides must lie between 0 and {len(names) - 1}"
            raise ValueError(message)
        return *sides, tuple(names)
    count = len(left)
    if isinstance(left, list) and isinstance(right, list):
        both = encode(left + right, what="left and right")
    else:
        both = encode(np.concatenate([column(left), column(right)]), what="left and right")
    codes = both.codes.astype(np.intp)
    return codes[:count], codes[count:], tuple(both.labels.tolist())


def _codes(labels: ArrayLike | Sequence[Any], what: str) -> Codes:
    return encode(labels, what=what).codes.astype(np.intp)


def _outcomes(outcome: ArrayLike | Sequence[Any]) -> NDArray[np.int8]:
    if isinstance(outcome, np.ndarray) and outcome.dtype.kind in "iu":
        wrong = np.flatnonzero((outcome < 0) | (outcome >= len(OUTCOMES)))
        if wrong.size:
            message = f"row {wrong[0] + 1}: outcome {outcome[wrong[0]]} is none of 0 to {len(OUTCOMES) - 1}"
            raise ValueError(message)
        return outcome.astype(np.int8, copy=False)
    words = outcome.tolist() if isinstance(outcome, np.ndarray) else list(outcome)  # type: ignore[arg-type]
    if words and isinstance(words[0], int):
        return _outcomes(np.array(words))
    place = {word: code for code, word in enumerate(OUTCOMES)}
    try:
        return looked_up(place, words).view(np.int8)
    except (KeyError, TypeError) as unknown:
        row, word = next((n, word) for n, word in enumerate(words, start=1) if word not in OUTCOMES)
        message = f"row {row}: outcome {word!r} is none of {', '.join(OUTCOMES)}"
        raise ValueError(message) from unknown


def _finite(name: str, values: ArrayLike) -> Floats:
    numbers = np.asarray(values, dtype=np.float64)
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if wrong.size:
        message = f"row {wrong[0] + 1}: covariate {name!r} is no finite number"
        raise ValueError(message)
    return numbers


def _check(made: Battles) -> None:
    parts = (made.left, made.right, made.outcome, made.rater, made.item, made.covariates)
    if len({part.shape[0] for part in parts if part is not None}) > 1:
        message = "all columns must be of one length"
        raise ValueError(message)
    itself = np.flatnonzero(made.left == made.right)
    if itself.size:
        message = f"row {itself[0] + 1}: {made.names[made.left[itself[0]]]!r} stands against itself"
        raise ValueError(message)
