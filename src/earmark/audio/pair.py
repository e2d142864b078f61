"""Two files, one a speaker, as one recording of two channels on one clock: the user left, the agent right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.decode import BLOCK_SAMPLES, Block, Sound, SoundInfo, UndecodableError, open_sound
from earmark.audio.notes import SoundNote, note
from earmark.audio.resampling import resampled

USER_CHANNEL: Final = 0
AGENT_CHANNEL: Final = 1
_NAMES: Final = ("user", "agent")
_HIGHEST_RATE_HZ: Final = 48_000
_TOLD_S: Final = 0.01  # a shorter difference is that of two recorders' blocks


class Pair:
    """Two open files that yield their samples together once, as a `Sound` does.

    The higher of their rates is taken, at most 48 kHz; a file with two channels gives their mean; the shorter
    one is silent at its end.
    """

    channels: Final = 2

    def __init__(self, user: Sound, agent: Sound) -> None:
        self._sides = (user, agent)
        self.sample_rate_hz = min(_HIGHEST_RATE_HZ, max(user.sample_rate_hz, agent.sample_rate_hz))
        self._lengths = [0, 0]

    def blocks(self) -> Iterator[Block]:
        """Yield all samples in order, shape (2, samples), at most `BLOCK_SAMPLES` at once."""
        tapes = [_Tape(_mono(side, self.sample_rate_hz)) for side in self._sides]
        while True:
            parts = [tape.take(BLOCK_SAMPLES) for tape in tapes]
            longest = max(map(len, parts))
            if not longest:
                return
            self._lengths = [before + len(part) for before, part in zip(self._lengths, parts, strict=True)]
            yield np.stack([np.pad(part, (0, longest - len(part))) for part in parts])

    @property
    def highest(self) -> float:
        """Largest absolute sample of both."""
        return max(side.highest for side in self._sides)

    @property
    def not_finite(self) -> int:
        """Samples of both that were no numbers."""
        return sum(side.not_finite for side in self._sides)

    @property
    def parts(self) -> tuple[SoundInfo, ...]:
        """What each file holds: the user's, the agent's."""
        return tuple(side.info for side in self._sides)

    @property
    def info(self) -> SoundInfo:
        """What both make together; what is wrong with one of them is told by `parts`."""
        user, agent = self.parts
        return SoundInfo(
            sample_rate_hz=self.sample_rate_hz,
            channels=self.channels,
            duration_s=max(self._lengths) / self.sample_rate_hz,
            container=f"{user.container} and {agent.container}",
            codec=f"{user.codec} and {agent.codec}",
            mended=tuple(self._changes()),
        )

    def _changes(self) -> Iterator[SoundNote]:
        rates = [side.sample_rate_hz for side in self._sides]
        if len({*rates, self.sample_rate_hz}) > 1:
            yield note("two-rates", user=rates[0], agent=rates[1], heard=self.sample_rate_hz)
        for name, side in zip(_NAMES, self._sides, strict=True):
            if side.channels > 1:
                yield note(f"mean-heard-{name}")
        shorter_s = abs(self._lengths[0] - self._lengths[1]) / self.sample_rate_hz
        if shorter_s >= _TOLD_S:
            name = _NAMES[int(self._lengths[1] < self._lengths[0])]
            yield note(f"shorter-{name}", seconds=shorter_s)


@contextmanager
def open_pair(user: Path, agent: Path) -> Iterator[Pair]:
    """Open the files of both speakers.

    Raises:
        UndecodableError: No sound can be taken from one of them; also while blocks are read.
        OSError: One cannot be read at all.
    """
    with open_sound(user) as user_sound, open_sound(agent) as agent_sound:
        for name, side in zip(_NAMES, (user_sound, agent_sound), strict=True):
            if side.channels > Pair.channels:
                raise UndecodableError(note(f"channels-{name}", count=side.channels))
        yield Pair(user_sound, agent_sound)


def _mono(side: Sound, rate: int) -> Iterator[NDArray[np.float32]]:
    means = (block.mean(axis=0, dtype=np.float32, keepdims=True) for block in side.blocks())
    return (block[0] for block in resampled(means, side.sample_rate_hz, rate, channels=1))


class _Tape:
    """Gives samples of shape (samples,) in the portions that are asked for."""

    def __init__(self, blocks: Iterator[NDArray[np.float32]]) -> None:
        self._blocks = blocks
        self._left = np.empty(0, np.float32)

    def take(self, most: int) -> NDArray[np.float32]:
        """Return the next samples, fewer than ``most`` only at the end."""
        parts, held = [self._left], len(self._left)
        while held < most and (block := next(self._blocks, None)) is not None:
            parts.append(block)
            held += len(block)
        joined = np.concatenate(parts)
        self._left = joined[most:]
        return joined[:most]
