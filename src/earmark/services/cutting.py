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
from earmark.core.wording import Said, said
from earmark.services.hearing import TellShare
from earmark.services.listening import Heard, listen
from earmark.services.soundchecks import side_named
from earmark.services.studies import Study
from earmark.storage.turnlists import NewTurnList

_CHANNELS: Final = ("left", "right")


@dataclass(frozen=True, slots=True)
class Cut:
    """What came of cutting one recording.

    Attributes:
        turns: The turns in order of time; none where it is refused.
        settings: All that decided where they are, as plain JSON.
        warnings: What the owner should know.
        refused: Why it cannot be rated; None where it can.
    """

    turns: tuple[Turn, ...]
    settings: Mapping[str, object]
    warnings: tuple[Said, ...] = ()
    refused: Said | None = None

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
            other = _CHANNELS[1 - agent_channel]
            refused = said(
                "cut.no-agent",
                side=side_named(agent_channel),
                other=side_named(1 - agent_channel),
                study=self._study.name,
                option=other,
            )
            return Cut((), settings, refused=refused)
        return Cut(turns, settings, tuple(_warnings(turns, heard, agent_channel)))


def _warnings(turns: tuple[Turn, ...], heard: Heard, agent_channel: int) -> Iterator[Said]:
    if all(turn.role == "agent" for turn in turns):
        yield said("cut.no-user", side=side_named(1 - agent_channel))
    for leak in heard.leaks:
        yield _of_leak(leak)


def _of_leak(leak: Leak) -> Said:
    return said(
        "cut.leak",
        source=side_named(leak.source),
        target=side_named(leak.target),
        gain=leak.gain_db,
        delay=leak.delay_s * 1000,
    )
