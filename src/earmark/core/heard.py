"""In which form the two recordings of a pair are heard, so that not even their channels tell them apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Layout = Literal["as-it-is", "agent-right", "one-channel"]
"""What becomes of the channels: they stay, change places, or are heard together as one."""

AGENT_CHANNEL: Final = 1
"""Where the agent of a pair is heard: on the right."""


@dataclass(frozen=True, slots=True)
class Channels:
    """The channels of a recording, and which is the agent's; None where none is, or nobody has said."""

    count: int
    agent: int | None

    def heard(self, layout: Layout) -> Channels:
        """Return the channels as they are heard in a layout."""
        if layout == "one-channel":
            return Channels(1, None)
        return Channels(self.count, AGENT_CHANNEL) if layout == "agent-right" else self


def layouts_of(one: Channels, other: Channels) -> tuple[Layout, Layout]:
    """Return the layouts that make two recordings alike.

    Of two with two channels the agent is heard on one side. Where one recording has one channel alone, the
    other is heard as one, too: a listener would know it at once.
    """
    if one.count != other.count:
        return _as_one(one), _as_one(other)
    return _agent_right(one), _agent_right(other)


def _as_one(channels: Channels) -> Layout:
    return "as-it-is" if channels.count == 1 else "one-channel"


def _agent_right(channels: Channels) -> Layout:
    is_left = channels.count > 1 and channels.agent not in (None, AGENT_CHANNEL)
    return "agent-right" if is_left else "as-it-is"


def heard_channel(channel: int, layout: Layout) -> int:
    """Return where a channel of the recording is heard, below 0 what is on both."""
    if layout == "one-channel":
        return min(channel, 0)
    return 1 - channel if layout == "agent-right" and channel >= 0 else channel
