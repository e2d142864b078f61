"""Turns for conversations that came without a list: cut from where each of the two channels speaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Final

from earmark.audio.detectors import DetectorMissingError, DetectorName, require
from earmark.audio.leak import Leak
from earmark.audio.voice import SETTINGS
from earmark.audio.voice_band import VoiceBand
from earmark.core.cutting import CutSettings, Span, cut_turns
from earmark.core.errors import EnvironmentProblemError
from earmark.core.turns import Role, Turn
from earmark.services.hearing import TellShare
from earmark.services.listening import Heard, listen
from earmark.services.studies import Study
from earmark.storage.turnlists import NewTurnList

_CHANNELS: Final = ("left", "right")


@dataclass(frozen=True, slots=True)
class Cut:
    """What came of cutting one recording.

    Attributes:
        turns: The turns in order of time; none where it is refused.
        settings: All that decided where they are, as plain JSON.
        warnings: What the owner should know, each reading after the name of the file.
        reason: Why it cannot be rated, reading after the name of the file; empty where it can.
        remedy: What mends that.
    """

    turns: tuple[Turn, ...]
    settings: Mapping[str, object]
    warnings: tuple[str, ...] = ()
    reason: str = ""
    remedy: str = ""

    def as_list(self) -> NewTurnList:
        """Return the list to store."""
        return NewTurnList(self.turns, "cut", self.settings)


class Cutter:
    """Cuts turns with the settings of a study, or with another detector than it has set.

    Raises:
        EnvironmentProblemError: The detector is not installed.
    """

    def __init__(self, study: Study, *, detector: DetectorName | None = None) -> None:
        settings = study.settings
        self._study = study
        self._detector = detector or settings.vad
        self._settings = CutSettings(agent_pause_s=settings.agent_pause_s, user_pause_s=settings.user_pause_s)
        try:
            require(self._detector)
        except DetectorMissingError as missing:
            raise EnvironmentProblemError(str(missing)) from missing

    def cut(self, band: VoiceBand, *, agent_channel: int, tell: TellShare) -> Cut:
        """Cut the turns of a recording of two channels.

        Args:
            band: The recording as detectors take it.
            agent_channel: 0 left, 1 right.
            tell: Told how far it is, for what takes longer than a second.

        Raises:
            EnvironmentProblemError: A process that listened came to grief.
        """
        return self._judge(listen(band, self._detector, tell=tell), agent_channel)

    def _judge(self, heard: Heard, agent_channel: int) -> Cut:
        channels: dict[Role, int] = {"agent": agent_channel, "user": 1 - agent_channel}
        spans: dict[Role, list[Span]] = {
            role: [(one.start_s, one.end_s) for one in heard.stretches[channel]]
            for role, channel in channels.items()
        }
        turns = cut_turns(spans, self._settings)
        settings = {
            "voice": asdict(SETTINGS[self._detector]),
            "turns": asdict(self._settings),
            "agent_channel": _CHANNELS[agent_channel],
            "leaks": [asdict(leak) for leak in heard.leaks],
        }
        if not any(turn.role == "agent" for turn in turns):
            side, other = _CHANNELS[agent_channel], _CHANNELS[1 - agent_channel]
            reason = f"nobody speaks on the agent's channel ({side}), so there is nothing to rate"
            remedy = (
                f"If the agent speaks on the {other}, run 'earmark study set {self._study.name} "
                f"--agent-channel {other}'; else check the recording."
            )
            return Cut((), settings, reason=reason, remedy=remedy)
        return Cut(turns, settings, tuple(_warnings(turns, heard, agent_channel)))


def _warnings(turns: tuple[Turn, ...], heard: Heard, agent_channel: int) -> Iterator[str]:
    if all(turn.role == "agent" for turn in turns):
        yield f"nobody speaks on the user's channel ({_CHANNELS[1 - agent_channel]}); it has agent turns only"
    for leak in heard.leaks:
        yield _of_leak(leak)


def _of_leak(leak: Leak) -> str:
    return (
        f"the {_CHANNELS[leak.source]} channel is heard in the {_CHANNELS[leak.target]} one "
        f"({leak.gain_db:.0f} dB, {leak.delay_s * 1000:.0f} ms later); speech there is what is louder"
    )
