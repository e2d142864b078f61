"""The gate that every turn list passes before any of it is stored."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from earmark.core.speakers import Casting, channel_of, folded, roles_of, speaker_of
from earmark.core.turn_findings import Findings
from earmark.core.turn_times import OVERRUN_S, ROUNDING_S, Span, spans_of
from earmark.core.turns import CheckedTurns, Role, Turn, WrittenTurn
from earmark.core.wording import Said, said

_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ud800-\udfff]")
_NOBODY: Final = Casting()


MOST_TURNS: Final = 10_000
"""Turns of one recording: those of ten hours. More keep the database from raters' work for minutes."""


@dataclass(frozen=True, slots=True)
class _Draft:
    turn: Turn
    one: WrittenTurn
    speaker: str


def check_turns(
    written: Sequence[WrittenTurn], *, duration_s: float, casting: Casting = _NOBODY
) -> CheckedTurns:
    """Check a turn list against a sound of ``duration_s`` seconds.

    Roles come from their usual spellings or from the casting; they are never swapped or guessed. What can be
    mended without a guess is mended and named: forms of times, milliseconds, missing ends, turns that reach
    beyond the sound by at most `OVERRUN_S`, turns given twice, order, characters that cannot be shown.
    Everything else is a fault; of a list of more than `MOST_TURNS` that alone is told.
    """
    findings = Findings()
    if fault := too_many(written):
        findings.fault(fault)
        return CheckedTurns((), None, faults=findings.faults)
    roles = roles_of(written, casting, findings)
    spans = spans_of(written, findings, duration_s=duration_s)
    drafts = list(_drafts(spans, roles, findings))
    drafts = _without_repeats(drafts, findings)
    ordered = sorted(drafts, key=lambda draft: (draft.turn.start_s, draft.turn.end_s))
    if any(before.turn.start_s > after.turn.start_s for before, after in pairwise(drafts)):
        findings.repair(said("turns.out-of-order"))
    turns = _part(ordered, findings)
    _check_list(written, turns, findings)
    return CheckedTurns(
        turns=tuple(turns),
        agent_channel=_agent_channel(written, roles),
        repairs=findings.repairs,
        warnings=findings.warnings,
        faults=findings.faults,
    )


def too_many(written: Sequence[WrittenTurn]) -> Said | None:
    """Return the fault of a list that is too long; None where it is not."""
    if len(written) <= MOST_TURNS:
        return None
    return said("turns.too-many", count=len(written), most=MOST_TURNS)


def _agent_channel(written: Sequence[WrittenTurn], roles: Sequence[Role | None]) -> int | None:
    """Return the channel of all agent turns; turns whose role came from a channel say nothing new."""
    channels = {
        channel_of(one)
        for one, role in zip(written, roles, strict=True)
        if role == "agent" and speaker_of(one)
    }
    return channels.pop() if len(channels) == 1 else None


def _drafts(spans: Sequence[Span], roles: Sequence[Role | None], findings: Findings) -> Iterator[_Draft]:
    for span, role in zip(spans, roles, strict=True):
        text = text_of(span.one, findings)
        if span.sound and role is not None and span.start is not None and span.end is not None:
            speaker = folded(speaker_of(span.one)) or role
            yield _Draft(Turn(role, span.start, span.end, text), span.one, speaker)


def text_of(one: WrittenTurn, findings: Findings) -> str:
    """Return the words of a turn, without what cannot be shown; what is no text is a fault."""
    value = one.fields.get("text")
    if value is None:
        return ""
    if not isinstance(value, (str, int, float)):
        findings.fault(said("turns.no-text", place=one.place), one.line)
        return ""
    text, count = _CONTROL.subn(" ", str(value))
    if count:
        findings.repair(said("turns.unusable-characters", place=one.place, count=count), one.line)
    return text.strip()


def _without_repeats(drafts: Sequence[_Draft], findings: Findings) -> list[_Draft]:
    """Leave out a turn that is in the list already, and judge ids that are given twice."""
    first: dict[tuple[Turn, str], _Draft] = {}
    ids: dict[str, _Draft] = {}
    for draft in drafts:
        known = first.setdefault((draft.turn, draft.speaker), draft)
        if known is not draft:
            repeated = said("turns.given-twice", place=draft.one.place, other=known.one.place)
            findings.repair(repeated, draft.one.line)
            continue
        name = draft.one.fields.get("id")
        if name not in (None, ""):
            holder = ids.setdefault(str(name), draft)
            if holder is not draft:
                _judge_id(str(name), holder, draft, findings)
    return list(first.values())


def _judge_id(name: str, holder: _Draft, draft: _Draft, findings: Findings) -> None:
    words: dict[str, str | Said] = {"place": draft.one.place, "id": name, "other": holder.one.place}
    overlap = min(draft.turn.end_s, holder.turn.end_s) - max(draft.turn.start_s, holder.turn.start_s)
    if overlap > OVERRUN_S:
        findings.fault(said("turns.id-twice-at-once", **words), draft.one.line)
    else:
        findings.repair(said("turns.id-twice", **words), draft.one.line)


def _part(ordered: Sequence[_Draft], findings: Findings) -> list[Turn]:
    """Cut turns of one speaker that run into each other a little; warn of those that do so by more."""
    turns = [draft.turn for draft in ordered]
    last: dict[str, int] = {}
    for index, draft in enumerate(ordered):
        at = last.get(draft.speaker)
        if at is not None:
            _judge_overlap(turns, at, index, ordered, findings)
        if at is None or turns[index].end_s >= turns[at].end_s:
            last[draft.speaker] = index
    return turns


def _judge_overlap(
    turns: list[Turn], at: int, index: int, ordered: Sequence[_Draft], findings: Findings
) -> None:
    before, after = turns[at], turns[index]
    overlap = before.end_s - after.start_s
    earlier, later = ordered[at].one, ordered[index].one
    words: dict[str, float | Said] = {"place": later.place, "other": earlier.place, "seconds": overlap}
    if ROUNDING_S < overlap <= OVERRUN_S and before.start_s < after.start_s and before.end_s <= after.end_s:
        turns[at] = Turn(before.role, before.start_s, after.start_s, before.text)
        findings.repair(said("turns.overlap-cut", **words), later.line)
    elif overlap > ROUNDING_S:
        findings.warn(said("turns.overlap-kept", **words), later.line)


def _check_list(written: Sequence[WrittenTurn], turns: Sequence[Turn], findings: Findings) -> None:
    if not written:
        findings.fault(said("turns.none"))
    elif not findings.faults and all(turn.role != "agent" for turn in turns):
        findings.fault(said("turns.no-agent"))
    silent = sum(not turn.text for turn in turns)
    if 0 < silent < len(turns):
        findings.warn(said("turns.no-words", count=silent, of=len(turns)))
