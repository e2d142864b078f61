"""Where each channel of a recording speaks, found on both processors where it takes long.

The fast detector is called every 16 ms and never leaves Python's lock, so that two threads would take turns.
Of a long recording a process of its own therefore hears one channel while this one hears the other; a short
one is done before another process would have begun.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from earmark.audio.detectors import DetectorName
from earmark.audio.leak import Leak, find_leak, own_speech
from earmark.audio.stretches import Stretch
from earmark.audio.voice import gain_to_nominal
from earmark.audio.voice_band import VoiceBand
from earmark.core.errors import EnvironmentProblemError
from earmark.core.wording import tell, unpack
from earmark.engine.jobs import Child
from earmark.services.hearing import TellShare, hear

WORK: Final = "earmark.services.hearing:hear_apart"
WORK_IN_PROCESS_S: Final = 0.5
"""Up to so much work a channel, both are heard here: about what a process needs to begin."""

_SPEED: Final[dict[DetectorName, float]] = {"fast": 1200, "accurate": 100}
"""Seconds of sound in a second of work, to tell roughly what takes long."""

_TICK_S: Final = 0.2
_ONE_CHILD: Final = threading.Lock()
"""Held while a process listens: another would only share the same processors, and take as much memory."""

_DIED: Final = (
    "The process that listened for speech ended without a word, perhaps for want of memory. What was "
    "finished is kept. Run the same command again."
)


@dataclass(frozen=True, slots=True)
class Heard:
    """Who speaks when.

    Attributes:
        stretches: The speech of each of the two channels, without what leaked into it from the other.
        leaks: The leaks that were found, at most one in each direction.
    """

    stretches: tuple[tuple[Stretch, ...], tuple[Stretch, ...]]
    leaks: tuple[Leak, ...]


def listen(band: VoiceBand, detector: DetectorName, *, tell: TellShare) -> Heard:
    """Find the speech of both channels of a recording.

    Raises:
        EnvironmentProblemError: The process that listened came to grief.
    """
    left, right = (_order(band, channel, detector) for channel in (0, 1))
    if band.duration_s / _SPEED[detector] <= WORK_IN_PROCESS_S:
        heard = [hear(left, never_told), hear(right, never_told)]
    else:
        heard = _hear_both(left, right, tell)
    leaks = [
        leak
        for source, target in ((0, 1), (1, 0))
        if (leak := find_leak(band, source=source, target=target)) is not None
    ]
    for leak in leaks:
        heard[leak.target] = own_speech(heard[leak.target], band, leak)
    return Heard((heard[0], heard[1]), tuple(leaks))


def never_told(share: float) -> None:
    """Leave the share untold: it is done in a moment."""
    del share


def _order(band: VoiceBand, channel: int, detector: DetectorName) -> dict[str, object]:
    return {
        "path": str(band.path),
        "channels": band.channels,
        "channel": channel,
        "duration_s": band.duration_s,
        "gain": gain_to_nominal(band.level_db(channel)),
        "detector": detector,
    }


def _hear_both(
    here: Mapping[str, object], apart: Mapping[str, object], tell: TellShare
) -> list[tuple[Stretch, ...]]:
    with _ONE_CHILD, ExitStack() as stack:
        child = Child(WORK, apart)
        stack.callback(child.close)
        stack.callback(child.kill)
        return [hear(here, tell), _answer(child)]


def _answer(child: Child) -> tuple[Stretch, ...]:
    for message in child.messages(every_s=_TICK_S):
        if message is not None and message.kind == "result":
            return tuple(Stretch(start, end) for start, end in message.content["stretches"])
        if message is not None and message.kind == "failure":
            raise EnvironmentProblemError(tell(unpack(message.content["text"])))
    raise EnvironmentProblemError(_DIED)
