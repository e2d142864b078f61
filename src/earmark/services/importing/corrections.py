"""Corrections: what other files change about a recording that is in, and what becomes of its votes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection

from earmark.core.corrections import Change, Choice, Kind, OnChange, asks, choice_for, compare_turns
from earmark.core.imports import Refusal, Revised
from earmark.core.wording import said
from earmark.services.importing.recordings import Recording
from earmark.services.studies import Study
from earmark.storage import corrections as rows
from earmark.storage.corrections import Correction, Known, Stake
from earmark.storage.turnlists import NewTurnList, current_list, turns_given

PutSound = Callable[[], Mapping[str, object]]
"""Puts new sound into the object store and returns the columns that tell of it."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is other about a recording than the study has it.

    Attributes:
        changed: What differs; empty where nothing does.
        columns: New values of columns that need no sound to be stored.
        turn_list: The new list, where turns or their words differ.
        put_sound: Stores the new sound, where there is one.
    """

    changed: tuple[Kind, ...] = ()
    columns: Mapping[str, object] = field(default_factory=dict)
    turn_list: NewTurnList | None = None
    put_sound: PutSound | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of a proposal: one of a revision, a refusal, or a refusal for want of a choice."""

    revised: Revised | None = None
    refused: Refusal | None = None
    undecided: Change | None = None


def propose(
    connection: Connection,
    known: Known,
    recording: Recording,
    turn_list: NewTurnList | None,
    *,
    put_sound: PutSound | None = None,
) -> Proposal:
    """Compare what files say of a recording with what the study has.

    A list of turns is compared with the last one that was *given*: a folder that says what it said before
    changes nothing, though its turns were edited since. What files do not say stays as it is.

    Args:
        connection: An open transaction.
        known: The recording as the study has it.
        recording: The recording as the files have it.
        turn_list: The checked list that files give it, or that was cut from new sound; None for neither.
        put_sound: Stores other sound than the study has; None where the sound is the same.
    """
    changed: list[Kind] = [] if put_sound is None else ["sound"]
    columns: dict[str, object] = {}
    if (
        put_sound is None
        and recording.agent_channel not in (None, known.agent_channel)
        and known.channels > 1
    ):
        changed.append("channel")
        columns["agent_channel"] = recording.agent_channel
    differs = None if turn_list is None else _compare(connection, known, turn_list)
    words = {
        name: value
        for name, value in (("language", recording.language), ("text", recording.text))
        if value and value != getattr(known, name)
    }
    if differs is not None:
        changed.append(differs)
    if words and "words" not in changed:
        changed.append("words")
    return Proposal(tuple(changed), columns | words, turn_list if differs else None, put_sound)


def _compare(connection: Connection, known: Known, new: NewTurnList) -> Kind | None:
    """Compare a list with the last one that was given; one that was cut, with the one that holds."""
    if new.origin == "given":
        return compare_turns(turns_given(connection, known.id) or (), new.turns)
    held = current_list(connection, known.id)
    return compare_turns(held.turns if held else (), new.turns)


def settle(
    study: Study, known: Known, proposal: Proposal, *, path: str, on_change: OnChange, dry_run: bool = False
) -> Settled:
    """Make a revision of a recording, or say why not.

    Where raters have made something of it, or are in the middle, and more than words differ, ``on_change``
    says what happens to that. Nothing is asked where nothing was made.
    """
    with study.home.database.read() as connection:
        stake = rows.stake_of(connection, known.id)
        if rows.is_in_pair(connection, known.id):
            return Settled(refused=Refusal(path, None, said("correction.in-pair")))
    choice = _choice(known, proposal, stake, on_change)
    if choice == "refuse":
        return _undecided(known, proposal, stake, path=path)
    revision: int | None = known.revision + 1
    if not dry_run:
        revision = _make(study, known, proposal, choice)
    if revision is None:
        return Settled(refused=Refusal(path, None, said("correction.gone-on")))
    made_nothing = stake.is_empty or not asks(proposal.changed)
    return Settled(
        revised=Revised(
            path=path,
            item=known.item,
            condition=known.condition,
            stimulus=known.id,
            revision=revision,
            changed=proposal.changed,
            submissions=stake.submissions,
            choice=None if made_nothing else choice,
        )
    )


def _choice(known: Known, proposal: Proposal, stake: Stake, on_change: OnChange) -> Choice:
    if stake.is_empty or not asks(proposal.changed):
        return "keep"
    return choice_for(on_change, known.id)


def _make(study: Study, known: Known, proposal: Proposal, choice: Choice) -> int | None:
    sound = dict(proposal.columns) | (dict(proposal.put_sound()) if proposal.put_sound else {})
    correction = Correction(known.revision, sound, proposal.turn_list, again=choice == "again")
    now = study.home.clock()
    return study.home.database.write(
        lambda connection: rows.correct(connection, known.id, correction, at=now)
    )


def _undecided(known: Known, proposal: Proposal, stake: Stake, *, path: str) -> Settled:
    change = Change(
        path=path,
        item=known.item,
        condition=known.condition,
        stimulus=known.id,
        changed=proposal.changed,
        submissions=stake.submissions,
        in_hand=stake.in_hand,
    )
    undecided = said(
        "correction.undecided",
        changed=tuple(said(f"change.{kind}") for kind in proposal.changed),
        submissions=stake.submissions,
        in_hand=stake.in_hand,
    )
    return Settled(refused=Refusal(path, None, undecided), undecided=change)
