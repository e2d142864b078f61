"""A second process that looks at the same recording: threads would take turns, by Python's lock.

It is forked. So it begins at once, where a new one would import for a third of a second, and has the samples
without a copy.
"""

from __future__ import annotations

import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection

from earmark.audio.evidence.material import Detector, Findings, Material, found_by


def can_fork() -> bool:
    """Tell whether this process may be forked: alone, since locks that other threads hold would stay shut."""
    return sys.platform == "linux" and threading.active_count() == 1 and not current_process().daemon


@contextmanager
def twin(detectors: Sequence[Detector], material: Material) -> Iterator[Callable[[], list[Findings]]]:
    """Look with these detectors in a second process; what this yields waits for what it has found.

    If that process ends without a word, as for want of memory, they look in this one.
    """
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_tell, args=(sender, detectors, material), daemon=True)
    with warnings.catch_warnings():
        # Python counts the threads of OpenBLAS, too, which is made for being forked.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    sender.close()
    try:
        yield lambda: _told(receiver, detectors, material)
    finally:
        process.kill()
        process.join()
        receiver.close()


def _tell(sender: Connection, detectors: Sequence[Detector], material: Material) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the other process explains a Ctrl-C
    found = [found_by(each, material) for each in detectors]
    sender.send([(each.rows, each.measures, each.not_measurable) for each in found])


def _told(receiver: Connection, detectors: Sequence[Detector], material: Material) -> list[Findings]:
    try:
        found = receiver.recv()
    except EOFError:
        return [found_by(each, material) for each in detectors]
    return [Findings(detector, material, *parts) for detector, parts in zip(detectors, found, strict=True)]
