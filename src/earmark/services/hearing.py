"""What a process of its own does for `services.listening`; it imports as little as it can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from earmark.audio.detectors import RATE_HZ
from earmark.audio.stretches import Stretch, stretches_of
from earmark.audio.voice import SETTINGS, VoiceMeter
from earmark.audio.voice_file import blocks_of
from earmark.core.errors import EnvironmentProblemError
from earmark.engine.jobs import Channel

TellShare = Callable[[float], None]
"""Told which share of a recording, 0..1, has been listened to."""


def hear_apart(order: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """Do an order in a process of its own; stops where nobody waits for it any more."""

    def tell(share: float) -> None:
        channel.progress({"share": share})
        if channel.is_stopped():
            message = "Nobody waits for what was to be heard."
            raise EnvironmentProblemError(message)

    return {"stretches": [[one.start_s, one.end_s] for one in hear(order, tell)]}


def hear(order: Mapping[str, Any], tell: TellShare) -> tuple[Stretch, ...]:
    """Find the speech of one channel.

    The order is plain JSON: ``path``, ``channels`` and ``duration_s`` of a voice band, the ``channel`` in it,
    the ``gain`` that brings it to the nominal level, and the ``detector``.
    """
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
