"""Ratings in long form: who gave which item which value, and under which condition, as codes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.coding import Coded, Codes, absent, chunks, column, columns_of, encode

Floats = NDArray[np.float64]

MOST: Final = 1e60
"""The largest score, and one over it the least but 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings in long form. All columns have one length n, the number of ratings.

    A rater may rate an item more than once: each rating is kept and counts as one, `repeats` says how many
    there are, and `without_repeats` leaves them out.

    Attributes:
        item: What was rated: a clip, a turn, a call.
        rater: Who rated it.
        value: The score or category.
        condition: What the item was made by (system, voice); one condition for all where none was given.
        missing: Rows that came without a value and were left out.
    """

    item: Coded
    rater: Coded
    value: Coded
    condition: Coded
    missing: int = 0

    @property
    def n(self) -> int:
        """The number of ratings."""
        return len(self.value)

    @property
    def levels(self) -> Floats:
        """The different values as numbers, ascending.

        Raises:
            ValueError: The values are categories, not numbers.
        """
        try:
            return np.asarray(self.value.labels, dtype=np.float64)
        except (TypeError, ValueError) as error:
            message = f"the values must be numbers, got {self.value.labels.tolist()[:5]!r}"
            raise ValueError(message) from error

    @property
    def scores(self) -> Floats:
        """Shape (n,), the values as numbers."""
        return self.levels[self.value.codes]

    @property
    def repeats(self) -> int:
        """How many ratings are beyond the first of the same rater on the same item."""
        size = self.item.count * self.rater.count
        if size > 16 * self.n + 1_000_000:
            ordered = np.sort(self._pair())  # a tenth of the time that `unique` takes to put them by hash
            return int(np.count_nonzero(ordered[1:] == ordered[:-1]))
        seen = np.zeros(size, dtype=np.bool_)
        seen[self._pair()] = True
        return self.n - int(np.count_nonzero(seen))

    def rows(self, which: NDArray[Any]) -> Ratings:
        """Return some rows (a mask or places); items, raters, values and conditions without rows are gone."""
        parts = (self.item, self.rater, self.value, self.condition)
        item, rater, value, condition = (part.rows(which).compacted() for part in parts)
        return replace(self, item=item, rater=rater, value=value, condition=condition)

    def without_repeats(self) -> Ratings:
        """Return only the first rating of each rater on each item, in the order of the rows."""
        if not self.repeats:  # without sorting, and the usual case
            return self
        _, first = np.unique(self._pair(), return_index=True)
        return self.rows(np.sort(first))

    def condition_of_item(self) -> Codes:
        """Return the condition of each item.

        Raises:
            ValueError: An item was rated under two conditions; its name is in the message.
        """
        owner = np.zeros(self.item.count, dtype=self.condition.codes.dtype)
        owner[self.item.codes] = self.condition.codes
        astray = owner[self.item.codes] != self.condition.codes
        if astray.any():
            name = self.item.labels[self.item.codes[np.argmax(astray)]]
            message = f"item {name!r} was rated under more than one condition"
            raise ValueError(message)
        return owner

    def _pair(self) -> NDArray[np.int64]:
        return self.rater.codes.astype(np.int64) * max(self.item.count, 1) + self.item.codes


def ratings(
    item: ArrayLike | Iterable[Any],
    rater: ArrayLike | Iterable[Any],
    value: ArrayLike | Iterable[Any],
    *,
    condition: ArrayLike | Iterable[Any] | None = None,
) -> Ratings:
    """Put ratings together from columns, whose labels are coded here and never again.

    Args:
        item: Shape (n,), labels or codes of what was rated.
        rater: Shape (n,), labels or codes of who rated.
        value: Shape (n,), scores or categories. Rows with None, NaN or empty text are left out and counted.
        condition: Shape (n,), labels or codes; None puts all ratings under one condition.

    Raises:
        ValueError: Lengths differ, a label other than a value is missing, or a score is infinite or beyond
            1e60.
    """
    columns = [column(one) for one in (item, rater, value, *(() if condition is None else (condition,)))]
    if len({array.size for array in columns}) > 1:
        sizes = ", ".join(str(array.size) for array in columns)
        message = f"item, rater, value and condition must have one length, got {sizes}"
        raise ValueError(message)
    gone = absent(columns[2])
    left_out = int(gone.sum())
    if left_out:
        columns = [array[~gone] for array in columns]
    _refuse_boundless(columns[2])
    size = columns[2].size
    under = encode(columns[3], what="condition") if condition is not None else _one_condition(size)
    return Ratings(
        item=encode(columns[0], what="item"),
        rater=encode(columns[1], what="rater"),
        value=encode(columns[2], what="value"),
        condition=under,
        missing=left_out,
    )


def ratings_from_table(
    table: object, *, item: str, rater: str, value: str, condition: str | None = None
) -> Ratings:
    """Put ratings together from a mapping of columns, or a pandas, polars or Arrow table, by column name.

    Args:
        table: Where the columns are found.
        item: Column of what was rated.
        rater: Column of who rated it.
        value: Column of the score or category; where it is empty the row is left out and counted.
        condition: Column of the condition, or None.

    Raises:
        ValueError: A column is missing (the error lists what is there), or as for `ratings`.
    """
    names = [item, rater, value, *(() if condition is None else (condition,))]
    columns = columns_of(table, names)
    under = columns[3] if condition is not None else None
    return ratings(columns[0], columns[1], columns[2], condition=under)


def ratings_from_matrix(matrix: ArrayLike) -> Ratings:
    """Put ratings together from a table: a row an item, a column a rater; blanks are not rated.

    Args:
        matrix: Shape (items, raters), numbered from 0. None, NaN and empty text are blanks.

    Raises:
        ValueError: There are not two dimensions, or a score is infinite or beyond 1e60.
    """
    table = np.asarray(matrix)
    if table.ndim != 2:  # noqa: PLR2004 - rows and columns
        message = f"a matrix must have two dimensions, got {table.ndim}"
        raise ValueError(message)
    rated = np.argwhere(~absent(table))
    return ratings(rated[:, 0], rated[:, 1], table[rated[:, 0], rated[:, 1]])


@dataclass(frozen=True, eq=False)
class Cells:
    """How often each item got each value: all that agreement needs. Only what occurs is listed.

    Attributes:
        item: Shape (c,), code of the item, ascending.
        level: Shape (c,), code of the value.
        count: Shape (c,), how often.
        items: Number of items.
        levels: Number of different values.
    """

    item: NDArray[np.int64]
    level: NDArray[np.int64]
    count: Floats
    items: int
    levels: int

    @cached_property
    def sizes(self) -> Floats:
        """Shape (items,), the ratings of each item."""
        return _sums(self.item, self.count, self.items)

    def per_item(self, weights: Floats) -> Floats:
        """Add up the counts times weights (one a cell) of each item."""
        return _sums(self.item, self.count * weights, self.items)

    def per_level(self) -> Floats:
        """Add up the counts of each value."""
        return _sums(self.level, self.count, self.levels)

    def table(self) -> Floats:
        """Return the counts as a table, shape (items, levels)."""
        table = np.zeros((self.items, self.levels))
        table[self.item, self.level] = self.count
        return table


def cells_of(ratings: Ratings) -> Cells:
    """Count how often each item got each value, in one pass that needs a few megabytes at most."""
    keys, count = _counted(ratings)
    item, level = np.divmod(keys, max(ratings.value.count, 1))
    return Cells(item, level, count, ratings.item.count, ratings.value.count)


def keys_of(ratings: Ratings, rows: slice = slice(None)) -> NDArray[np.int64]:
    """Return the number of each rating's cell, counted through all items and values."""
    keys: NDArray[np.int64] = np.multiply(ratings.item.codes[rows], ratings.value.count, dtype=np.int64)
    keys += ratings.value.codes[rows]
    return keys


def _sums(codes: NDArray[np.int64], weights: Floats, size: int) -> Floats:
    return np.bincount(codes, weights=weights, minlength=size).astype(np.float64, copy=False)


def _counted(ratings: Ratings) -> tuple[NDArray[np.int64], Floats]:
    size = ratings.item.count * ratings.value.count
    if size > 4 * ratings.n + 1_000_000:  # mostly empty, as with values on a line
        keys, count = np.unique(keys_of(ratings), return_counts=True)
        return keys, count.astype(np.float64)
    counts = np.zeros(size, dtype=np.int64)
    for piece in chunks(ratings.n, at_least=size):
        counts += np.bincount(keys_of(ratings, piece), minlength=size)
    filled = np.flatnonzero(counts)
    return filled, counts[filled].astype(np.float64)


def _one_condition(n: int) -> Coded:
    return Coded(np.broadcast_to(np.int16(0), (n,)), np.array(["all"][: min(n, 1)], dtype=object))


def _refuse_boundless(values: NDArray[Any]) -> None:
    """Refuse scores whose fourth powers, which some rules take, would be infinite or nothing."""
    if values.dtype.kind != "f":
        return
    size = np.abs(values)
    wrong = ~((size <= MOST) & ((size >= 1 / MOST) | (size == 0)))
    if wrong.any():
        row = int(np.argmax(wrong))
        what = f"beyond {MOST:g}, or nearer 0 than {1 / MOST:g}" if np.isfinite(size[row]) else "infinite"
        message = f"value in row {row + 1} is {what}"
        raise ValueError(message)
