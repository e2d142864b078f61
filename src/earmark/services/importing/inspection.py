"""What a decoded recording must have before it can be rated: turns that fit it, and a known agent channel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from earmark.audio.rendition import Rendition
from earmark.core.imports import Refusal, Remark
from earmark.core.scenario import scenario_faults
from earmark.core.speakers import Casting, names_nobody, speaker_of
from earmark.core.turn_check import check_turns
from earmark.core.turns import Turn
from earmark.core.utterances import Utterance, check_utterances
from earmark.core.wording import said
from earmark.services.importing.recordings import CHANNELS, Recording
from earmark.services.soundchecks import (
    Finding,
    findings_of,
    findings_of_file,
    has_equal_channels,
    remark_on,
    remark_on_talk,
    told_of_sound,
)
from earmark.services.studies import Study


@dataclass(slots=True)
class Inspection:
    """The findings on one recording; it may be stored only where it passes.

    `findings` are what the sound itself gives rise to; each is a warning, too. `list_refused` says that its
    turn list was refused when it was read, which needs no second refusal; `waits_for_turns` that it has none,
    and that turns are to be cut; `words` are then said in them by nobody knows whom; `listed_channel` is the
    agent's channel as its turn list has it; `cut_with` how its turns were cut, where they have been by now.
    """

    turns: tuple[Turn, ...] = ()
    agent_channel: int | None = None
    refused: list[Refusal] = field(default_factory=list)
    repaired: list[Remark] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    list_refused: bool = False
    waits_for_turns: bool = False
    words: tuple[Utterance, ...] = ()
    listed_channel: int | None = None
    cut_with: Mapping[str, object] | None = None

    @property
    def passes(self) -> bool:
        """Tell whether nothing keeps the recording out."""
        return not (self.refused or self.list_refused)


_BEYOND: Final = 16.0
"""Times full scale, 24 dB: no codec overshoots so far, and what is cut off there is noise."""

_MIXED: Final = {
    "talk": ("talk.one-channel", "talk.same-sound", "talk.same-files"),
    "list": ("list.one-channel", "list.same-sound", "list.same-files"),
}
_LIKENESS: Final = 0.95
"""Two channels more like than this, at any level, hold the same talk, whatever noise was added to one."""


def inspect(
    recording: Recording,
    rendition: Rendition,
    study: Study,
    *,
    agent_speakers: tuple[str, ...] = (),
    known_channel: int | None = None,
) -> Inspection:
    """Check a recording for a study. A study of clips asks for nothing but sound.

    Labels of the agent are those of the recording's manifest, else ``agent_speakers``, else the study's own.
    ``known_channel`` is the agent's channel as the study has it of a recording that is corrected.
    """
    inspection = Inspection()
    if study.protocol.item.is_talk:
        inspection = _inspect_turns(recording, rendition, study, agent_speakers)
        if rendition.source.channels > 1:
            _find_agent(inspection, recording, study, known_channel)
            if not has_equal_channels(rendition.measures):  # where they are, nobody is on one of them
                _refuse_unknown_agent(inspection, recording, study)
    if study.protocol.item.is_pair:
        _inspect_as_side(inspection, recording, study)
    _inspect_sound(inspection, recording, rendition, study)
    return inspection


def _inspect_as_side(inspection: Inspection, recording: Recording, study: Study) -> None:
    """Ask of a side of a pair what tells it from the other, and for a scenario of a known class."""
    if recording.condition is None:
        inspection.refused.append(Refusal(str(recording.path), None, said("pair.no-condition")))
    place = str(recording.manifest or recording.path)
    for fault in scenario_faults(study.protocol, recording.scenario):
        inspection.refused.append(Refusal(place, recording.line, fault))


def _inspect_turns(
    recording: Recording, rendition: Rendition, study: Study, agent_speakers: tuple[str, ...]
) -> Inspection:
    duration_s = rendition.source.duration_s
    if lacks_speakers(recording, study, agent_speakers):
        inspection = _inspect_words(recording, rendition)
        if inspection.passes or not any(map(speaker_of, recording.turns or ())):
            return inspection  # with a name in it, who that is can be said, and the check says how
    if recording.turns is not None:
        return inspect_list(recording, study, duration_s=duration_s, agent_speakers=agent_speakers)
    inspection = Inspection()
    if recording.turns_path is not None:
        inspection.list_refused = True
    elif not (study.protocol.item.is_pair and _is_mixed(rendition)):  # a side may be heard without turns
        _find_whether_to_cut(inspection, recording, rendition)
    return inspection


def lacks_speakers(recording: Recording, study: Study, agent_speakers: tuple[str, ...]) -> bool:
    """Tell whether a recording has a list of turns that does not say who speaks."""
    named = _agents_named(recording, study, agent_speakers)
    return recording.turns is not None and names_nobody(recording.turns, named)


def _agents_named(recording: Recording, study: Study, agent_speakers: tuple[str, ...]) -> tuple[str, ...]:
    return recording.agent_speakers or agent_speakers or study.settings.agent_speakers


def _inspect_words(recording: Recording, rendition: Rendition) -> Inspection:
    """Let turns be cut for words without a speaker, or refuse where nobody is heard alone."""
    inspection = Inspection()
    _find_whether_to_cut(inspection, recording, rendition, of="list")
    if inspection.waits_for_turns:
        inspect_words(inspection, recording, duration_s=rendition.source.duration_s)
        how = said("words.given" if inspection.words else "words.none", count=len(inspection.words))
        inspection.repaired.insert(0, Remark(str(recording.turns_path), None, how))
    return inspection


def inspect_words(inspection: Inspection, recording: Recording, *, duration_s: float) -> None:
    """Check words without a speaker against the length of their sound, in seconds."""
    checked, place = check_utterances(recording.turns or (), duration_s=duration_s), str(recording.turns_path)
    inspection.words = checked.utterances
    inspection.refused.extend(Refusal(place, one.line, one.said) for one in checked.faults)
    repairs = (*recording.list_repairs, *checked.repairs)
    inspection.repaired.extend(Remark(place, one.line or recording.line, one.said) for one in repairs)
    inspection.warnings.extend(
        Remark(place, one.line or recording.line, one.said) for one in recording.list_warnings
    )


def inspect_list(
    recording: Recording, study: Study, *, duration_s: float, agent_speakers: tuple[str, ...] = ()
) -> Inspection:
    """Check the turn list that files give a conversation against the length of its sound, in seconds."""
    inspection, said = Inspection(), _said_channel(recording, study)
    speakers = _agents_named(recording, study, agent_speakers)
    casting = Casting(speakers, said, study.name, recording.path.name if recording.turns_path else "")
    checked = check_turns(recording.turns or (), duration_s=duration_s, casting=casting)
    place, repairs = str(recording.turns_path or recording.path), (*recording.list_repairs, *checked.repairs)
    inspection.turns = checked.turns
    inspection.listed_channel = checked.agent_channel
    inspection.refused.extend(Refusal(place, one.line, one.said) for one in checked.faults)
    inspection.repaired.extend(Remark(place, one.line or recording.line, one.said) for one in repairs)
    inspection.warnings.extend(
        Remark(place, one.line or recording.line, one.said)
        for one in (*recording.list_warnings, *checked.warnings)
    )
    return inspection


def _find_whether_to_cut(
    inspection: Inspection,
    recording: Recording,
    rendition: Rendition,
    *,
    of: Literal["talk", "list"] = "talk",
) -> None:
    """Let turns be cut where each speaker has a channel, or refuse."""
    if _is_mixed(rendition):
        mixed = said(_MIXED[of][_how_mixed(recording, rendition)], **_names(recording))
        place = recording.path if of == "talk" else recording.turns_path
        inspection.refused.append(Refusal(str(place), None, mixed))
    else:
        inspection.waits_for_turns = True


def _how_mixed(recording: Recording, rendition: Rendition) -> int:
    if recording.agent_path is not None:
        return 2
    return 0 if rendition.source.channels == 1 else 1


def _names(recording: Recording) -> dict[str, str]:
    return {"name": recording.path.stem, "other": (recording.agent_path or recording.path).name}


def _is_mixed(rendition: Rendition) -> bool:
    """Tell whether both speakers are on every channel."""
    return rendition.source.channels == 1 or (rendition.measures.likeness or 0) > _LIKENESS


def _said_channel(recording: Recording, study: Study) -> int | None:
    """Return the agent's channel as manifest or study say it."""
    if recording.agent_channel is not None:
        return recording.agent_channel
    setting = study.settings.agent_channel
    return None if setting is None else CHANNELS[setting]


def _find_agent(inspection: Inspection, recording: Recording, study: Study, known: int | None) -> None:
    """Take the channel from the manifest, else the list, else the study; never guess it from the sound."""
    listed = inspection.listed_channel
    candidates = (recording.agent_channel, listed, known, _said_channel(recording, study))
    inspection.agent_channel = next((channel for channel in candidates if channel is not None), None)
    if recording.agent_channel is not None and listed not in (None, recording.agent_channel):
        inspection.warnings.append(
            Remark(str(recording.path), recording.line, said("talk.two-channels-said"))
        )


def _refuse_unknown_agent(inspection: Inspection, recording: Recording, study: Study) -> None:
    if inspection.agent_channel is None:
        unknown = said("talk.unknown-channel", study=study.name)
        inspection.refused.append(Refusal(str(recording.path), None, unknown))


def _inspect_sound(inspection: Inspection, recording: Recording, rendition: Rendition, study: Study) -> None:
    path = str(recording.path)
    if rendition.highest > _BEYOND:
        whole_numbers = said("sound.whole-numbers", times=rendition.highest)
        inspection.refused.append(Refusal(path, None, whole_numbers))
        return
    conversation = study.protocol.item.is_talk
    files = list(zip(map(str, recording.paths), rendition.parts, strict=True))
    found = [
        *((file, finding) for file, part in files for finding in findings_of_file(part)),
        *((path, finding) for finding in findings_of(rendition, conversation=conversation)),
    ]
    inspection.findings = [finding for _, finding in found]
    inspection.warnings.extend(_told(recording, file, finding) for file, finding in found)
    mended = [(file, note) for file, part in files for note in part.mended]
    if recording.agent_path is not None:
        mended.extend((path, note) for note in rendition.source.mended)
    inspection.repaired.extend(Remark(file, None, told_of_sound(note)) for file, note in mended)


def _told(recording: Recording, file: str, finding: Finding) -> Remark:
    of_talk = recording.agent_path is not None and file == str(recording.path)
    return remark_on_talk(recording.paths, finding) if of_talk else remark_on(file, finding)
