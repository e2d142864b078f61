"""Speakers of a turn list and their roles: by spelling, by what somebody said, by channel, never by guess."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from earmark.core.turn_findings import Findings
from earmark.core.turns import Role, WrittenTurn
from earmark.core.wording import Said, Word, said

_SPELLINGS: Final[dict[Role, frozenset[str]]] = {
    "agent": frozenset(
        {"agent", "agent response", "ai", "assistant", "bot", "machine", "model", "system", "voice agent"}
    ),
    "user": frozenset({"caller", "client", "customer", "human", "person", "user", "user turn"}),
}
_ROLES: Final[dict[str, Role]] = {
    spelling: role for role, spellings in _SPELLINGS.items() for spelling in spellings
}
_CHANNELS: Final = {"0": 0, "0.0": 0, "left": 0, "1": 1, "1.0": 1, "right": 1}
_MOST_NAMED: Final = 10


@dataclass(frozen=True, slots=True)
class Casting:
    """Who is the agent, as far as somebody has said it.

    Attributes:
        agent_speakers: Labels of the agent. Where a list has one of them, everybody else in it is a user.
        agent_channel: The agent's channel (0 left, 1 right), for turns that have a channel and no speaker.
        study: Name of the study, for the command that says who is who.
        recording: Name of the recording, which a list that bears another name does not say.
    """

    agent_speakers: tuple[str, ...] = ()
    agent_channel: int | None = None
    study: str = "STUDY"
    recording: str = ""

    @property
    def where(self) -> Said | str:
        """Where the turns are spoken, to follow a phrase; empty where no recording is named."""
        return said("speakers.where", recording=self.recording) if self.recording else ""


def folded(label: object) -> str:
    """Return what two spellings of one speaker share: ``Agent``, ``agent_`` and ``AGENT:`` are one."""
    return _folded(str(label))


@lru_cache(maxsize=4096)
def _folded(label: str) -> str:
    text = unicodedata.normalize("NFKC", label).casefold()
    return " ".join(text.replace("_", " ").replace("-", " ").split()).rstrip(": ")


def speaker_of(one: WrittenTurn) -> str:
    """Return the label of a turn as written, empty where it has none; a role goes before a speaker."""
    labels = [str(one.fields[name]) for name in ("role", "speaker") if _is_label(one.fields.get(name))]
    known = (label for label in labels if _spelt_role(folded(label)) is not None)
    return next(known, labels[0] if labels else "")


def says_role(one: WrittenTurn) -> bool:
    """Tell whether a turn names its speaker in a spelling of agent or user."""
    return _spelt_role(folded(speaker_of(one))) is not None


def channel_of(one: WrittenTurn) -> int | None:
    """Return the channel (0 left, 1 right) that a turn names, else None."""
    return _CHANNELS.get(str(one.fields.get("channel")).strip().lower())


def names_nobody(written: Sequence[WrittenTurn], agent_speakers: Iterable[str] = ()) -> bool:
    """Tell whether a list does not tell its speakers apart: not by name, and not by channel.

    One label for all of it, such as the name of its only tier, tells nobody apart; a role, or the name that
    somebody has given the agent, says more than that.
    """
    labels = {folded(label) for label in map(speaker_of, written) if label}
    known = any(_spelt_role(label) is not None for label in labels)
    named = not labels.isdisjoint(map(folded, agent_speakers))
    everybody = all(map(speaker_of, written))
    one_for_all = len(labels) == 1 and everybody and not (known or named)
    return bool(written) and (not labels or one_for_all) and not _on_both_channels(written)


def roles_of(written: Sequence[WrittenTurn], casting: Casting, findings: Findings) -> list[Role | None]:
    """Return the role of each turn, None where nothing says it, with a fault for all of these together."""
    labels = [speaker_of(one) for one in written]
    _note_spellings(labels, findings)
    agents = {folded(label) for label in casting.agent_speakers}
    mapped = not agents.isdisjoint(map(folded, labels))
    if not _on_both_channels(written):
        casting = replace(casting, agent_channel=None)  # a list of one channel says it of all recordings
    roles = [
        _role(one, label, casting, agents if mapped else None)
        for one, label in zip(written, labels, strict=True)
    ]
    unknown = [(one, label) for one, label, role in zip(written, labels, roles, strict=True) if role is None]
    for fault, line in _faults_of(unknown, of=len(written), casting=casting):
        findings.fault(fault, line)
    return roles


def _on_both_channels(written: Iterable[WrittenTurn]) -> bool:
    return {channel_of(one) for one in written} >= {0, 1}


def _is_label(value: object) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool) and bool(folded(value))


def _role(one: WrittenTurn, label: str, casting: Casting, agents: set[str] | None) -> Role | None:
    if label and agents is not None:
        return "agent" if folded(label) in agents else "user"
    if label:
        return _spelt_role(folded(label))
    channel = channel_of(one)
    if channel is None or casting.agent_channel is None:
        return None
    return "agent" if channel == casting.agent_channel else "user"


def _spelt_role(label: str) -> Role | None:
    return _ROLES.get(label)


def _note_spellings(labels: Iterable[str], findings: Findings) -> None:
    ways: dict[str, list[str]] = {}
    for label in dict.fromkeys(filter(None, labels)):
        ways.setdefault(folded(label), []).append(label)
    for spellings in ways.values():
        if len(spellings) > 1:
            ways_told = said("turns.spellings", count=len(spellings), ways=_named(spellings))
            findings.repair(ways_told)


def _faults_of(
    unknown: Sequence[tuple[WrittenTurn, str]], *, of: int, casting: Casting
) -> Iterator[tuple[Said, int | None]]:
    labels = Counter(label for _, label in unknown if label)
    silent = [one for one, label in unknown if not label]
    if labels:
        yield _unknown_labels(labels, casting), None
    if silent and len(silent) == of:
        only_channels = _on_both_channels(silent) and all(channel_of(one) is not None for one in silent)
        code = "turns.only-channels" if only_channels else "turns.no-speakers"
        yield said(code, where=casting.where, study=casting.study), None
    else:
        for one in silent:
            yield said("turns.no-speaker", place=one.place), one.line


def _unknown_labels(labels: Counter[str], casting: Casting) -> Said:
    counted = tuple(
        said("speakers.one-turn" if number == 1 else "speakers.turns", label=label, count=number)
        for label, number in labels.most_common(_MOST_NAMED)
    )
    left, agents = len(labels) - _MOST_NAMED, casting.agent_speakers
    words: dict[str, Word] = {
        "where": casting.where,
        "labels": counted,
        "more": said("speakers.others", count=left) if left > 0 else "",
        "named": said("speakers.agents", agents=_named(agents)) if agents else "",
        "study": casting.study,
    }
    return said("turns.unknown-speakers", **words)


def _named(labels: Iterable[str]) -> str:
    return ", ".join(f"'{label}'" for label in labels)
