"""Conversations that lie in two files, one a speaker: ``NAME_user`` and ``NAME_agent`` of any format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from earmark.core.imports import Refusal
from earmark.core.wording import said
from earmark.services.importing.filenames import composed

_NAME: Final = re.compile(r"(?P<talk>.+)_(?P<role>user|agent)", re.IGNORECASE | re.DOTALL)
_OTHER: Final = {"user": "agent", "agent": "user"}


@dataclass(frozen=True, slots=True)
class SpeakerFiles:
    """Two files of one talk; ``talk`` is its path without ending and without the name of a speaker."""

    talk: Path
    user: Path
    agent: Path


@dataclass(frozen=True, slots=True)
class PairedUp:
    """Talks by each of their files, and what was refused, with its files."""

    talks: Mapping[Path, SpeakerFiles]
    refused: Mapping[Path, Refusal]


def talk_of(path: Path) -> Path | None:
    """Return the path of a talk, without ending, from that of one speaker's file; None for other files."""
    named = _NAME.fullmatch(path.stem)
    return None if named is None else path.with_name(named["talk"])


def pair_up(paths: Iterable[Path]) -> PairedUp:
    """Find the files of one talk; one that lacks its other, or has two of them, is refused."""
    sides: dict[str, dict[str, list[Path]]] = {}
    for path in paths:
        named = _NAME.fullmatch(path.stem)
        if named is not None:
            talk = composed(str(path.with_name(named["talk"])))
            sides.setdefault(talk, {"user": [], "agent": []})[named["role"].lower()].append(path)
    talks: dict[Path, SpeakerFiles] = {}
    refused: dict[Path, Refusal] = {}
    alike = {
        (talk.casefold(), role): files[0] for talk, of in sides.items() for role, files in of.items() if files
    }
    for talk, of in sides.items():
        if len(of["user"]) == len(of["agent"]) == 1:
            found = SpeakerFiles(Path(talk), of["user"][0], of["agent"][0])
            talks |= dict.fromkeys((found.user, found.agent), found)
        else:
            refused |= {
                path: _refusal(path, role, of, alike.get((talk.casefold(), _OTHER[role])))
                for role, files in of.items()
                for path in files
            }
    return PairedUp(talks, refused)


def _refusal(path: Path, role: str, of: Mapping[str, list[Path]], alike: Path | None) -> Refusal:
    """Refuse a file; ``alike`` is the other side's where its name differs by capitals alone."""
    talk, other = _NAME.sub(r"\g<talk>", path.stem), _OTHER[role]
    if not of[other] and alike is not None:
        return Refusal(str(path), None, said("talk.half-but-for-case", file=alike.name))
    if not of[other]:
        roles = {"role": said(f"role.{role}"), "other": said(f"role.{other}")}
        return Refusal(str(path), None, said("talk.half", file=f"{talk}_{other}", **roles))
    names = tuple(f"'{one.name}'" for files in of.values() for one in files)
    return Refusal(str(path), None, said("talk.many-files", count=len(names), names=names))
