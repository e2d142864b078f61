"""What was computed and still holds, kept in memory so that the next one who asks does not wait."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, Generic, TypeVar

Value = TypeVar("Value")

MOST: Final = 32


class Kept(Generic[Value]):
    """The latest values by key, each with the stamp of what it was made from.

    Whoever asks for a key that another one is making waits for it, and both get the same.
    """

    def __init__(self, *, most: int = MOST) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, tuple[Hashable, Value]] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key as it was made under this stamp; else make it, and forget the older one.

        Args:
            key: What is asked for.
            stamp: What differs as soon as the value would.
            make: Makes it. What it raises is raised, and nothing is kept.
        """
        with self._lock:
            making = self._making.setdefault(key, Lock())
        with making:
            known = self._values.get(key)
            if known is None or known[0] != stamp:
                known = (stamp, make())
            self._keep(key, known)
            return known[1]

    def _keep(self, key: Hashable, known: tuple[Hashable, Value]) -> None:
        with self._lock:
            self._values[key] = known
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                gone, _ = self._values.popitem(last=False)
                self._making.pop(gone, None)
