"""Ctrl-C and SIGTERM as a wish to end at the next good moment."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType

from earmark.cli.output import note


@contextmanager
def stopped_gently() -> Iterator[Event]:
    """Lend an event that the first Ctrl-C or SIGTERM sets; the second ends the process at once.

    That is safe wherever each thing is stored whole or not at all.
    """
    asked = Event()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def ask(number: int, frame: FrameType | None) -> None:
        del number, frame
        asked.set()
        for each in before:
            signal.signal(each, signal.SIG_DFL)
        note("Stopping after the recordings under way. Press Ctrl-C again to stop at once.")

    for each in before:
        signal.signal(each, ask)
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
