"""Labels as small whole numbers: coded once, then everything is counted by code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

Codes = NDArray[np.integer[Any]]
_CHUNK: Final = 1 << 17
_NEAR_ZERO: Final = 1000
_Label = TypeVar("_Label")


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """A column as codes into its different labels.

    Attributes:
        codes: Shape (n,), whole numbers from 0; every label has at least one row, unless rows were left out.
        labels: Shape (k,), the different labels: numbers ascending, all else in the order of its text.
    """

    codes: Codes
    labels: NDArray[Any]

    def __len__(self) -> int:
        return self.codes.size

    @property
    def count(self) -> int:
        """How many different labels there are."""
        return self.labels.size

    def rows(self, which: NDArray[Any]) -> Coded:
        """Return some rows (a mask or places), under the same labels."""
        return Coded(self.codes[which], self.labels)

    def compacted(self) -> Coded:
        """Return the same rows without the labels that no row has."""
        present = np.bincount(self.codes, minlength=self.count) > 0
        if present.all():
            return self
        places = np.cumsum(present) - 1
        return Coded(places[self.codes].astype(_smallest(self.count)), self.labels[present])


def encode(values: ArrayLike | Iterable[Any], *, what: str = "values") -> Coded:
    """Code a column.

    Whole numbers that lie close together are counted rather than sorted, and those that are codes already
    (0 to k - 1, each present) are kept as they are, without a copy; text is looked up in one dictionary.

    Args:
        values: Shape (n,): a sequence, a NumPy array, or a column of a pandas, polars or Arrow table.
        what: The column's name, for the error.

    Raises:
        ValueError: The column is not one-dimensional, or a label is missing (None, NaN or empty text).
    """
    if isinstance(values, list) and values and isinstance(values[0], str):
        coded = _text(values)  # without an array of objects in between, which takes twice the time
        if "" not in coded.labels and all(isinstance(label, str) for label in coded.labels):
            return coded
    array = column(values)
    if array.ndim != 1:
        message = f"{what} must be one-dimensional, got {array.ndim} dimensions"
        raise ValueError(message)
    if array.dtype.kind in "iub":
        return _whole(array.astype(np.int8) if array.dtype.kind == "b" else array)
    missing = absent(array)
    if missing.any():
        row = int(np.argmax(missing))
        message = f"{what} has no label in row {row + 1} ({int(missing.sum())} such rows)"
        raise ValueError(message)
    return _real(array) if array.dtype.kind == "f" else _text(array.tolist())


def column(values: ArrayLike | Iterable[Any]) -> NDArray[Any]:
    """Return a column of any usual kind as an array; text stays objects, and nothing is None or NaN."""
    for name in ("to_numpy", "to_pylist"):
        convert = cast("Callable[[], Any] | None", getattr(values, name, None))
        if convert is not None:
            return _array(convert())
    return _array(values if isinstance(values, np.ndarray | Sequence) else np.asarray(values))


def columns_of(table: object, names: Iterable[str]) -> list[NDArray[Any]]:
    """Return the named columns of a mapping or of a pandas, polars or Arrow table, all of one length.

    Raises:
        ValueError: A column is missing (the error lists those that are there), or lengths differ.
    """
    present = _names(table)
    found = []
    for name in names:
        if present and name not in present:
            message = f"there is no column {name!r}; there are {', '.join(map(repr, present))}"
            raise ValueError(message)
        found.append(column(cast("Mapping[str, Any]", table)[name]))
    if len({array.size for array in found}) > 1:
        message = f"columns differ in length: {', '.join(str(array.size) for array in found)}"
        raise ValueError(message)
    return found


def absent(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which entries hold nothing: None, NaN or empty text."""
    if array.dtype.kind == "f":
        return np.asarray(np.isnan(array))
    if array.dtype.kind in "iub":
        return np.zeros(array.shape, dtype=np.bool_)
    nothing = [entry is None or entry == "" or entry != entry for entry in array.ravel().tolist()]  # noqa: PLR0124 - NaN
    return np.array(nothing, dtype=np.bool_).reshape(array.shape)


def chunks(n: int, *, at_least: int = 0) -> Iterable[slice]:
    """Cut n rows into pieces that stay in the processor's cache, so that counting needs no second copy."""
    step = max(_CHUNK, at_least)
    return (slice(start, start + step) for start in range(0, n, step))


def _names(table: object) -> list[str]:
    if isinstance(table, Mapping):
        return list(table)
    names = getattr(table, "column_names", getattr(table, "columns", ()))
    return [str(name) for name in names]


def _array(values: Any) -> NDArray[Any]:  # noqa: ANN401 - whatever a table hands out
    if isinstance(values, np.ndarray):
        return values
    if isinstance(values, Sequence) and any(isinstance(entry, str) or entry is None for entry in values):
        listed = np.empty(len(values), dtype=object)
        listed[:] = values
        return listed
    return np.asarray(values)


def _whole(array: Codes) -> Coded:
    if array.size == 0:
        return Coded(array.astype(np.int32), array)
    low, high = int(array.min()), int(array.max())
    low = 0 if 0 <= low <= _NEAR_ZERO else low  # then nothing needs to be subtracted
    if high - low > 4 * array.size + 2 * _NEAR_ZERO:
        return _sorted_out(array)
    present = _present(array, low, high)
    labels = (np.flatnonzero(present) + low).astype(array.dtype)
    if low == 0 and labels.size == present.size:
        return Coded(array, labels)
    places = (np.cumsum(present) - 1).astype(_smallest(labels.size))
    codes: Codes = np.empty(array.size, dtype=places.dtype)
    for piece in chunks(array.size):
        codes[piece] = places[array[piece] if low == 0 else array[piece].astype(np.int64) - low]
    return Coded(codes, labels)


def _present(array: Codes, low: int, high: int) -> NDArray[np.bool_]:
    """Return which whole numbers from `low` to `high` occur."""
    counts = np.zeros(high - low + 1, dtype=np.int64)
    for piece in chunks(array.size, at_least=counts.size):
        counts += np.bincount(
            array[piece] if low == 0 else array[piece].astype(np.int64) - low, minlength=counts.size
        )
    return counts > 0


def _real(array: NDArray[Any]) -> Coded:
    """Code decimal numbers; scores such as 4.0 take the short way of whole ones."""
    if array.size and np.abs(array).max() <= np.iinfo(np.int16).max:
        small = array.astype(np.int16)
        if (small == array).all():
            coded = _whole(small)
            return Coded(coded.codes, coded.labels.astype(array.dtype))
    return _sorted_out(array)


def _sorted_out(array: NDArray[Any]) -> Coded:
    labels, codes = np.unique(array, return_inverse=True)
    return Coded(codes.astype(_smallest(labels.size)), labels)


def _text(values: list[Any]) -> Coded:
    """Code labels by one look into a dictionary each, in which a new one gets the next number."""
    met: defaultdict[Any, int] = defaultdict(count().__next__)
    found = looked_up(met, values)
    names = _sorted(met)
    places = np.empty(len(names), dtype=_smallest(len(names)))
    places[[met[name] for name in names]] = np.arange(len(names))
    labels = np.empty(len(names), dtype=object)
    labels[:] = names
    return Coded(places[found] if len(names) else places, labels)


def looked_up(table: Mapping[Any, int], values: Iterable[Any]) -> NDArray[np.integer[Any]]:
    """Look each value up in a table of whole numbers from 0, in the shortest array that holds them.

    Raises:
        KeyError: A value is not in the table.
        TypeError: A value cannot be looked up (a list).
    """
    try:  # small numbers become bytes in half the time that they take to become an array
        return np.frombuffer(bytearray(map(table.__getitem__, values)), np.uint8)
    except ValueError:  # more than a byte
        return np.array(list(map(table.__getitem__, values)))


def _sorted(labels: Iterable[_Label]) -> list[_Label]:
    """Sort labels; those that cannot be compared with each other are sorted by kind and text."""
    listed = list(labels)
    if all(isinstance(label, str) for label in listed):
        return cast("list[_Label]", sorted(cast("list[str]", listed)))
    if all(isinstance(label, int | float) for label in listed):
        return cast("list[_Label]", sorted(cast("list[float]", listed)))
    return sorted(listed, key=lambda label: (type(label).__name__, str(label)))


def _smallest(labels: int) -> type[np.int16 | np.int32]:
    return np.int16 if labels <= np.iinfo(np.int16).max else np.int32
