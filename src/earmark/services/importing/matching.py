"""Which recording of a study a file is: one that is in, the corrected form of one, or a new one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from earmark.services.importing.originals import original_of
from earmark.services.importing.recordings import Recording
from earmark.storage.corrections import Known

Place = tuple[str, str | None]
"""An item and a condition."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a file is to a study.

    ``same``: its very content is in, as `known`. ``corrects``: it takes the place of `known`. ``new``: it
    stands beside what is there. ``unclear``: it could correct one of several.
    """

    kind: Literal["same", "corrects", "new", "unclear"]
    known: Known | None = None


class Matches:
    """The recordings of one run beside those of the study, by item and condition.

    What has the same content is the same, under any name where the study has lost the sound of it. Of what
    is left over on both sides, files correct what bears their file name; then one left on either side are a
    pair. With nothing left in the study a file is new.
    """

    def __init__(
        self, known: Iterable[Known], recordings: Iterable[Recording], *, lost: Iterable[Known] = ()
    ) -> None:
        self._places: defaultdict[Place, _Place] = defaultdict(_Place)
        self._lost = {one.original_hash: one for one in lost}
        for one in known:
            self._places[one.item, one.condition].known.append(one)
        for recording in recordings:
            self._places[recording.item, recording.condition].recordings.append(recording)

    def of(self, recording: Recording, original: str) -> Match:
        """Return what a recording of this run, with this hash of its content, is to the study."""
        match = self._places[recording.item, recording.condition].match(recording, original)
        if match.kind != "same" and original in self._lost:
            return Match("same", self._lost[original])
        return match


@dataclass
class _Place:
    known: list[Known] = field(default_factory=list)
    recordings: list[Recording] = field(default_factory=list)

    def match(self, recording: Recording, original: str) -> Match:
        for one in self.known:
            if one.original_hash == original:
                return Match("same", one)
        if not self.known:
            return Match("new")
        hashes = {original} if len(self.recordings) == 1 else set(self._hashes.values())
        left = [one for one in self.known if one.original_hash not in hashes]
        by_name = [one for one in left if one.file_name == recording.path.name]
        if len(by_name) == 1:
            return Match("corrects", by_name[0])
        return self._match_nameless(left)

    def _match_nameless(self, left: Sequence[Known]) -> Match:
        in_study = {one.original_hash for one in self.known}
        files = [
            one
            for one in self.recordings
            if len(self.recordings) == 1 or self._hashes.get(str(one.path)) not in in_study
        ]
        names = {one.path.name for one in files} & {one.file_name for one in left}
        left = [one for one in left if one.file_name not in names]
        files = [one for one in files if one.path.name not in names]
        if not left:
            return Match("new")
        return Match("corrects", left[0]) if (len(left), len(files)) == (1, 1) else Match("unclear")

    @cached_property
    def _hashes(self) -> dict[str, str]:
        """Hashes by path, read only where several files claim one place; what cannot be read has none."""
        hashes = {}
        for recording in self.recordings:
            try:
                hashes[str(recording.path)] = original_of(recording).key
            except OSError:
                continue  # refused with its reason when its turn comes
        return hashes
