"""Turns for conversations that came without a list: cut from where each of the two channels speaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from earmark.audio.detectors import DetectorMissingError, DetectorName, require
from earmark.audio.leak import Leak
from earmark.audio.voice import SETTINGS
from earmark.audio.voice_band import VoiceBand
from earmark.core.attaching import Attached, attach_words
from earmark.core.cutting import CutSettings, Span, cut_turns
from earmark.core.errors import EnvironmentProblemError
from earmark.core.turns import Role, Turn
from earmark.core.utterances import Utterance, digest_of
from earmark.core.wording import Said, said
from earmark.services.hearing import TellShare
from earmark.services.listening import Heard, listen, never_told
from earmark.services.soundchecks import ROLES, side_named
from earmark.services.studies import Study
from earmark.storage.turnlists import WORDS, NewTurnList, Origin

_CHANNELS: Final = ("left", "right")
_MOST_SHOWN: Final = 40  # characters


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

    def as_list(self, origin: Origin = "cut") -> NewTurnList:
        """Return the list to store."""
        return NewTurnList(self.turns, origin, self.settings)

    def with_words(self, words: Sequence[Utterance], speech: Mapping[Role, Sequence[Span]] | None) -> Cut:
        """Return the turns with the words that are spoken in them; without any, as they are."""
        if not words:
            return self
        attached = attach_words(self.turns, words, speech)
        return replace(
            self,
            turns=attached.turns,
            settings={**self.settings, WORDS: digest_of(words)},
            warnings=(*self.warnings, *_of_words(attached, len(words))),
        )


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

    def cut(
        self,
        band: VoiceBand,
        *,
        agent_channel: int,
        tell: TellShare,
        words: Sequence[Utterance] = (),
        two_files: bool = False,
    ) -> Cut:
        """Cut the turns of a recording of two channels.

        Args:
            band: The recording as detectors take it.
            agent_channel: 0 left, 1 right.
            tell: Told how far it is, for what takes longer than a second.
            words: What is said in it, by nobody knows whom: given to the turns it is spoken in.
            two_files: Whether each speaker has a file, so that what is wrong is told of files.

        Raises:
            EnvironmentProblemError: A process that listened came to grief.
        """
        heard = listen(band, self._detector, tell=tell)
        cut = self._judge(heard, agent_channel, two_files=two_files)
        return cut if cut.refused else cut.with_words(words, _speech(heard, agent_channel))

    def attach(
        self, turns: Sequence[Turn], words: Sequence[Utterance], band: VoiceBand, *, agent_channel: int
    ) -> Cut:
        """Give other words to turns that a recording has already; the turns stay as they are."""
        heard = listen(band, self._detector, tell=never_told)
        return Cut(tuple(turns), {}).with_words(words, _speech(heard, agent_channel))

    def _judge(self, heard: Heard, agent_channel: int, *, two_files: bool) -> Cut:
        turns = cut_turns(_speech(heard, agent_channel), self._settings)
        settings = {
            "voice": asdict(SETTINGS[self._detector]),
            "turns": asdict(self._settings),
            "agent_channel": _CHANNELS[agent_channel],
            "leaks": [asdict(leak) for leak in heard.leaks],
        }
        if not any(turn.role == "agent" for turn in turns):
            refused = said("cut.no-agent-file") if two_files else self._no_agent(agent_channel)
            return Cut((), settings, refused=refused)
        return Cut(turns, settings, tuple(_warnings(turns, heard, agent_channel, two_files=two_files)))

    def _no_agent(self, agent_channel: int) -> Said:
        return said(
            "cut.no-agent",
            side=side_named(agent_channel),
            other=side_named(1 - agent_channel),
            study=self._study.name,
            option=_CHANNELS[1 - agent_channel],
        )


def _warnings(
    turns: tuple[Turn, ...], heard: Heard, agent_channel: int, *, two_files: bool
) -> Iterator[Said]:
    if all(turn.role == "agent" for turn in turns):
        no_user = said("cut.no-user", side=side_named(1 - agent_channel))
        yield said("cut.no-user-file") if two_files else no_user
    for leak in heard.leaks:
        yield _of_leak(leak, two_files=two_files)


def _speech(heard: Heard, agent_channel: int) -> dict[Role, list[Span]]:
    channels: dict[Role, int] = {"agent": agent_channel, "user": 1 - agent_channel}
    return {
        role: [(one.start_s, one.end_s) for one in heard.stretches[channel]]
        for role, channel in channels.items()
    }


def _of_words(attached: Attached, count: int) -> Iterator[Said]:
    for code, found in (("words.unsure", attached.unsure), ("words.left-out", attached.left_out)):
        if found:
            first = found[0]
            yield said(code, count=len(found), of=count, at=first.start_s, first=_shortened(first.text))


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def _of_leak(leak: Leak, *, two_files: bool) -> Said:
    source, target = (
        said(f"role.{ROLES[channel]}") if two_files else side_named(channel)
        for channel in (leak.source, leak.target)
    )
    return said(
        "cut.leak-of-file" if two_files else "cut.leak",
        source=source,
        target=target,
        gain=leak.gain_db,
        delay=leak.delay_s * 1000,
    )
