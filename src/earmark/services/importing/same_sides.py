"""One sound on both sides of a pair: nearly always a slip, so it is refused unless it is meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from earmark.core.imports import Refusal
from earmark.core.wording import said
from earmark.services.importing.originals import original_of
from earmark.services.importing.recordings import Found, Recording
from earmark.storage.corrections import Known
from earmark.storage.objects import Objects


@dataclass(frozen=True, slots=True)
class _Holder:
    """A recording of an item: the number of one that was found, or with the sound of one that is in."""

    condition: str | None
    name: str
    number: int | None = None
    sound: str = ""


def refuse_same_sides(found: Found, known: Sequence[Known], objects: Objects) -> None:
    """Refuse what was found with the very sound that another condition of its item has, here or in the study.

    All of them are refused, for none is known to be the right one; what is in stays in. Files are read only
    where two conditions of an item have one of the same length.
    """
    slips = dict(_slips(found.recordings, known, objects))
    found.refused.extend(_refusal(found.recordings[number], slips[number]) for number in sorted(slips))
    found.recordings = [one for number, one in enumerate(found.recordings) if number not in slips]


def _slips(
    recordings: Sequence[Recording], known: Sequence[Known], objects: Objects
) -> Iterator[tuple[int, _Holder]]:
    """Yield the number of each recording that is a slip, with what has its sound, too."""
    in_study = {(one.item, one.condition, one.original_hash) for one in known}
    for holders in _of_one_length(recordings, known, objects):
        for sound, same in _by_sound(holders, recordings).items():
            if any(one.number is not None and recordings[one.number].same_sound for one in same):
                continue
            for one in same:
                other = next((each for each in same if each.condition != one.condition), None)
                if one.number is None or other is None:
                    continue
                if (recordings[one.number].item, one.condition, sound) not in in_study:
                    yield one.number, other


def _of_one_length(
    recordings: Sequence[Recording], known: Sequence[Known], objects: Objects
) -> Iterator[list[_Holder]]:
    groups: defaultdict[tuple[object, ...], list[_Holder]] = defaultdict(list)
    for number, one in enumerate(recordings):
        with suppress(OSError):  # refused with its reason when its turn comes
            lengths = tuple(path.stat().st_size for path in one.paths)
            groups[one.item, lengths].append(_Holder(one.condition, one.path.name, number))
    for held in known:
        path = objects.local_path(held.original_hash)
        if path.is_file():
            holder = _Holder(held.condition, held.file_name, sound=held.original_hash)
            groups[held.item, (path.stat().st_size,)].append(holder)
    yield from (group for group in groups.values() if len({one.condition for one in group}) > 1)


def _by_sound(holders: Sequence[_Holder], recordings: Sequence[Recording]) -> dict[str, list[_Holder]]:
    found: defaultdict[str, list[_Holder]] = defaultdict(list)
    for one in holders:
        with suppress(OSError):
            sound = one.sound if one.number is None else original_of(recordings[one.number]).key
            found[sound].append(one)
    return found


def _refusal(recording: Recording, other: _Holder) -> Refusal:
    same = said(
        "pair.same-sound",
        sound=recording.path.name,
        condition=recording.condition or "",
        other=other.condition or "",
        file=other.name,
    )
    return Refusal(str(recording.manifest or recording.path), recording.line, same)
