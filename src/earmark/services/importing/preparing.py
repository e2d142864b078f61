"""The last step of recordings that are stored before their turns are cut, now or by a later run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from earmark.audio.voice_band import write_voice_band
from earmark.core.imports import Refusal, Remark
from earmark.core.progress import IsStopped
from earmark.core.utterances import Utterance
from earmark.core.wording import said
from earmark.services.importing.cutting import Cut, Cutter
from earmark.services.listening import never_told
from earmark.services.studies import Study
from earmark.services.workrooms import workroom
from earmark.storage.preparing import Waiting, bring_turns, take_out, waiting_recordings


@dataclass(frozen=True, slots=True)
class TakenUp:
    """What came of one recording that waited for its turns; nothing where another run was quicker."""

    repaired: tuple[Remark, ...] = ()
    refused: tuple[Refusal, ...] = ()


def conclude(study: Study, stimulus_id: str, cut: Cut) -> bool:
    """Store the turns that were cut, or take out what has none; False where somebody was quicker."""
    now = study.home.clock()
    if cut.refused is not None:
        return study.home.database.write(lambda connection: take_out(connection, stimulus_id))
    new = cut.as_list()
    return study.home.database.write(lambda connection: bring_turns(connection, stimulus_id, new, at=now))


def take_up(study: Study, cutter: Cutter, is_stopped: IsStopped) -> Iterator[TakenUp]:
    """Cut the turns of what an interrupted run had stored and not come to."""
    with study.home.database.read() as connection:
        waiting = waiting_recordings(connection, study.id)
    for one in waiting:
        if not is_stopped():
            yield _take_up_one(study, cutter, one)


def _take_up_one(study: Study, cutter: Cutter, one: Waiting) -> TakenUp:
    with workroom(study.home.settings.home) as folder:
        sound = study.home.objects.file(one.rendition_hash)
        band = write_voice_band(sound, folder / "voice")
        cut = cutter.cut(
            band,
            agent_channel=one.agent_channel,
            tell=never_told,
            words=tuple(Utterance(*words) for words in one.words),
            two_files=len(one.file_names) > 1,
        )
    if not conclude(study, one.stimulus_id, cut):
        return TakenUp()
    if cut.refused is not None:
        return TakenUp(refused=(Refusal(one.file_names[-1], None, cut.refused),))
    told = (said("cut.taken-up", count=len(cut.turns)), *cut.warnings)
    return TakenUp(repaired=tuple(Remark(one.file_names[0], None, one_said) for one_said in told))
