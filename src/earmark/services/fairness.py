"""Whether both talks of a pair were given alike, with the delays of each: for its rater, and for staff."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from earmark.audits.fairness import Fairness, fairness_of
from earmark.audits.pair_answers import pair_of
from earmark.core.sides import SIDES
from earmark.core.told import told_in
from earmark.protocols.schema import Protocol
from earmark.services.evidence.delays import Delays, delays_of
from earmark.services.evidence.marks import Shown, shown_of
from earmark.services.fact_checks.shown import Checked
from earmark.services.pair_talks import audible, talks_context
from earmark.services.tasks import Material
from earmark.storage.tasks import TurnRow

__all__ = ["Delays", "Fairness", "Talks", "sound_of", "talks_of"]


@dataclass(frozen=True, slots=True)
class Talks:
    """The user's part in both talks, and what the sound tells of each.

    Attributes:
        fairness: The figures that the audits of the talks judge by.
        turns: By side its turns, which the figures name by their places.
        has_words: Whether there are words, and they were read: those that the asker does not see are not.
        sound: By side what is shown of its evidence.
        delays: By side the delays that were measured in it, where its evidence is shown and there.
        checked: By which plug-in the talks are checked, and what it found; None where the study has none.
    """

    fairness: Fairness
    turns: Mapping[str, tuple[TurnRow, ...]]
    has_words: bool
    sound: Mapping[str, Shown]
    delays: Mapping[str, Delays]
    checked: Checked | None = None

    def user_turn(self, side: str, place: int) -> TurnRow:
        """Return a turn of the user by its place among theirs, from 0."""
        return [turn for turn in self.turns[side] if turn.role == "user"][place]


def talks_of(
    protocol: Protocol,
    material: Material,
    *,
    words: bool,
    sound: Mapping[str, Shown],
    checked: Checked | None = None,
    marks: object = None,
) -> Talks:
    """Return the figures of a pair.

    Args:
        protocol: Of the study.
        material: What the task is about.
        words: Whether the words of turns may be read.
        sound: By side what the asker may see of its evidence.
        checked: What a fact-check found.
        marks: What the rater has marked of the talks; see `earmark.core.told`.
    """
    there = {side: shown for side, shown in sound.items() if shown.evidence is not None}
    turns: dict[str, tuple[TurnRow, ...]] = {side: material.turns_of(side) for side in SIDES}
    words = words and any(turn.text.strip() for of in turns.values() for turn in of)
    context = talks_context(material, words=words, told=told_in(marks)) | {
        "evidence": {
            side: audible(shown.evidence, places_only=shown.is_blind)
            for side, shown in there.items()
            if shown.evidence
        }
    }
    if not words:  # how long and how often somebody speaks is seen without the words
        context["turns"] = {side: [_silent(turn) for turn in of] for side, of in turns.items()}
    fairness = fairness_of(pair_of(protocol, {}, context))
    delays = {side: delays_of(shown.evidence) for side, shown in there.items() if shown.evidence}
    return Talks(fairness, turns, words, sound, delays, checked)


def sound_of(connection: Connection, material: Material, *, is_blind: bool) -> dict[str, Shown]:
    """Return by side what is there of its evidence."""
    return {
        one.side: shown_of(connection, one.original_hash, one.agent_channel, is_blind=is_blind)[0]
        for one in material.stimuli
    }


def _silent(turn: TurnRow) -> dict[str, object]:
    return {"speaker": turn.role, "start_s": turn.start_s, "end_s": turn.end_s}
