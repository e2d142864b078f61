"""Where each channel of a recording speaks, found on both processors where it takes long.

The fast detector is called every 16 ms and never leaves Python's lock, so that two threads would take turns.
Long recordings are therefore heard by two processes, one a channel; short ones are done before a process of
its own would have begun.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from earmark.audio.detectors import RATE_HZ, DetectorName
from earmark.audio.leak import Leak, find_leak, own_speech
from earmark.audio.stretches import Stretch, stretches_of
from earmark.audio.voice import SETTINGS, VoiceMeter, gain_to_nominal
from earmark.audio.voice_band import VoiceBand, blocks_of
from earmark.core.errors import EnvironmentProblemError
from earmark.engine.jobs import Channel, Child

TellShare = Callable[[float], None]
"""Told which share of a recording, 0..1, has been listened to."""

WORK_IN_PROCESS_S: Final = 0.5
"""Up to so much work a channel is done here: about what a process needs to begin."""

_SPEED: Final[dict[DetectorName, float]] = {"fast": 1200, "accurate": 100}
"""Seconds of sound in a second of work, to tell roughly what takes long."""

WORK: Final = "earmark.services.listening:hear_channel"
_TICK_S: Final = 0.2
_PAIRS: Final = threading.Lock()
"""Held while two processes listen: two more would only share the same processors."""

_DIED: Final = (
    "The process that listened for speech ended without a word, perhaps for want of memory. What was "
    "finished is kept. Run the same command again."
)


@dataclass(frozen=True, slots=True)
class Heard:
    """Who speaks when.

    Attributes:
        stretches: The speech of each channel, without what leaked into it from the other.
        leaks: The leaks that were found, at most one in each direction.
    """

    stretches: tuple[tuple[Stretch, ...], ...]
    leaks: tuple[Leak, ...]


def listen(band: VoiceBand, detector: DetectorName, *, tell: TellShare) -> Heard:
    """Find the speech of both channels of a recording.

    Raises:
        EnvironmentProblemError: A process that listened came to grief.
    """
    orders = [_order(band, channel, detector) for channel in range(band.channels)]
    if band.duration_s / _SPEED[detector] <= WORK_IN_PROCESS_S:
        heard = [_hear(order, never_told) for order in orders]
    else:
        heard = _hear_apart(orders, tell)
    leaks = [
        leak
        for source, target in ((0, 1), (1, 0))
        if (leak := find_leak(band, source=source, target=target)) is not None
    ]
    for leak in leaks:
        heard[leak.target] = own_speech(heard[leak.target], band, leak)
    return Heard(tuple(heard), tuple(leaks))


def never_told(share: float) -> None:
    """Leave the share untold: it is done in a moment."""
    del share


def hear_channel(order: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """Do in a process of its own what `listen` asks for; stops where nobody waits for it any more."""

    def tell(share: float) -> None:
        channel.progress({"share": share})
        if channel.is_stopped():
            raise EnvironmentProblemError(_DIED)

    stretches = _hear(order, tell)
    return {"stretches": [[one.start_s, one.end_s] for one in stretches]}


def _order(band: VoiceBand, channel: int, detector: DetectorName) -> dict[str, object]:
    return {
        "path": str(band.path),
        "channels": band.channels,
        "channel": channel,
        "duration_s": band.duration_s,
        "gain": gain_to_nominal(band.level_db(channel)),
        "detector": detector,
    }


def _hear(order: Mapping[str, Any], tell: TellShare) -> tuple[Stretch, ...]:
    meter = VoiceMeter(channels=1, sample_rate_hz=RATE_HZ, detector=order["detector"], gains=[order["gain"]])
    done, of = 0, max(1, round(order["duration_s"] * RATE_HZ))
    for block in blocks_of(Path(order["path"]), channels=order["channels"], channel=order["channel"]):
        meter.add(block)
        done += block.shape[1]
        tell(min(1.0, done / of))
    (stretches,) = stretches_of(meter.track(), SETTINGS[order["detector"]])
    return tuple(_within(stretches, order["duration_s"]))


def _within(stretches: Sequence[Stretch], duration_s: float) -> Iterator[Stretch]:
    """Leave out the filling up to a whole frame, which is after the end of the sound."""
    for one in stretches:
        if one.start_s < duration_s:
            yield Stretch(one.start_s, min(one.end_s, duration_s))


def _hear_apart(orders: Sequence[Mapping[str, object]], tell: TellShare) -> list[tuple[Stretch, ...]]:
    shares = [0.0] * len(orders)

    def tell_of(number: int, share: float) -> None:
        shares[number] = share
        tell(sum(shares) / len(shares))

    with _PAIRS, ExitStack() as stack:
        children = [Child(WORK, order) for order in orders]
        for child in children:
            stack.callback(child.close)
            stack.callback(child.kill)
        return [_answer(child, partial(tell_of, number)) for number, child in enumerate(children)]


def _answer(child: Child, tell: TellShare) -> tuple[Stretch, ...]:
    for message in child.messages(every_s=_TICK_S):
        if message is None:
            continue
        if message.kind == "progress":
            tell(message.content["share"])
        elif message.kind == "result":
            return tuple(Stretch(start, end) for start, end in message.content["stretches"])
        else:
            raise EnvironmentProblemError(str(message.content["text"]))
    raise EnvironmentProblemError(_DIED)
