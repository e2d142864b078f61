"""What one speaker says without giving up the floor, as detectors of the voice take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from earmark.audio.evidence.material import Material
from earmark.audio.evidence.talk import speech_of, talk_of
from earmark.audio.turns import Span

_PAUSE_S: Final = 1.0
"""Without a second channel nobody knows whose turn it is: a longer pause ends what is taken together."""


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """A turn of a talk, or what is said between two pauses where there is one channel.

    Attributes:
        channel: Its channel.
        span: Where it is, in seconds.
        turn_id: Its name in a talk, as in the rows of other kinds.
    """

    channel: int
    span: Span
    turn_id: str | None


def spoken_turns(material: Material) -> tuple[SpokenTurn, ...]:
    """Return the turns of all channels."""
    talk = talk_of(material)
    if talk is not None:
        parts = (("user", talk.user, talk.user_channel), ("agent", talk.agent, talk.agent_channel))
        return tuple(
            SpokenTurn(channel, span, f"{role}-{number}")
            for role, part, channel in parts
            for number, span in enumerate(part.turns, 1)
        )
    return tuple(SpokenTurn(0, span, None) for span in _joined(speech_of(material)[0]))


def _joined(spans: tuple[Span, ...]) -> list[Span]:
    joined: list[Span] = []
    for start, end in spans:
        if joined and start - joined[-1][1] < _PAUSE_S:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined
