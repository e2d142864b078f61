"""Which turn list belongs to which recording: by the name it bears, or by the name it says.

A recording may lie beside several lists, as Whisper writes them. One is taken by the order of
`earmark.core.turnlists.forms.FORMS` and the others are named; two that have the same right are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path

from earmark.core.imports import Refusal, Remark
from earmark.core.speakers import says_role
from earmark.core.turnlists.forms import form_of
from earmark.core.turnlists.lists import ReadList, in_order
from earmark.core.turns import Role, TurnNote, WrittenTurn
from earmark.core.wording import Said, said
from earmark.services.importing.filenames import composed, entries_of
from earmark.services.importing.list_claims import Claim, claims_of, read_file, sounds_in


@dataclass(frozen=True, slots=True)
class FoundList:
    """The list of one recording; ``read`` is None where it was refused."""

    path: Path
    read: ReadList | None


class TurnLists:
    """The turn lists beside recordings, each read once and only where it may be needed.

    Out of the folder ``within`` nothing is read, whatever a manifest says.

    Attributes:
        refused: What cannot be read or decided.
        warnings: Which list was taken where there were several.
        used: Files that belong to a recording, refused or not.
        left_out: Files that another list goes before, with the reason.
    """

    def __init__(self, given: Iterable[Path] = (), *, within: Path | None = None) -> None:
        self._within = within
        self._given = claims_of(given)
        self._folders: dict[Path, dict[str, list[Claim]]] = {}
        self._sounds: dict[Path, AbstractSet[str]] = {}
        self._found: dict[tuple[Path, ...], FoundList | None] = {}
        self.refused: list[Refusal] = []
        self.warnings: list[Remark] = []
        self.used: set[Path] = set()
        self.left_out: dict[Path, Said] = {}

    def of(self, audio: Path) -> FoundList | None:
        """Return the list of a recording, None where there is none."""
        return self._of((audio,), self._claims(audio.parent, (audio.name, audio.stem)))

    def of_talk(self, talk: Path | None, user: Path, agent: Path) -> FoundList | None:
        """Return the list of a talk in two files: the one of its name, else one a side put together.

        A list that names both files is one of the talk. With a list for one side alone there is none: half
        of a talk is no turn list.
        """
        sides = [self._claims(path.parent, (path.name, path.stem)) for path in (user, agent)]
        shared = {one.path for one in sides[0] if one.says_so} & {one.path for one in sides[1] if one.says_so}
        whole = [claim for claim in sides[0] if claim.path in shared]
        if talk is not None:
            whole += [one for one in self._claims(talk.parent, (talk.name,)) if one.path not in shared]
        if whole:
            return self._of((user, agent), whole, also={talk or user})
        if not all(sides):
            return self.of(user) if talk is None else None
        return _put_together({"user": self.of(user), "agent": self.of(agent)})

    def _of(
        self, sounds: tuple[Path, ...], claims: list[Claim], *, also: AbstractSet[Path] = frozenset()
    ) -> FoundList | None:
        if sounds not in self._found:
            names = {composed(name) for path in {*sounds, *also} for name in (path.name, path.stem)}
            self._found[sounds] = self._choose(sounds[0], claims, names)
        return self._found[sounds]

    def read(self, path: Path, audio: Path) -> FoundList:
        """Read the list that a manifest names for a recording."""
        if self._within is not None and not path.resolve().is_relative_to(self._within.resolve()):
            self._refuse_once(Refusal(str(path), None, said("list.outside")))
            self.used.add(path)
            return FoundList(path, None)
        form = form_of(path.name)
        if form is None:
            return self._refuse(path, TurnNote(said("list.unknown-form")))
        claims = [claim for of in claims_of([path]).values() for claim in of]
        own = {composed(audio.name), composed(audio.stem)}
        chosen = [one for one in claims if one.says_so and one.names_one_of(own)]
        chosen = chosen or [one for one in claims if not one.says_so]
        if not claims:
            return self._refuse(path, TurnNote(said("list.holds-none")))
        if not chosen:
            names = tuple(dict.fromkeys(f"'{name}'" for claim in claims for name in claim.names))
            return self._refuse(path, TurnNote(said("list.of-others", names=names, own=audio.name)))
        return self._take(chosen[0], own=own, remark="list.manifest-holds", name=audio.name)

    def _claims(self, folder: Path, names: tuple[str, ...]) -> list[Claim]:
        if folder not in self._folders:
            self._folders[folder] = claims_of(entries_of(folder))
        both = (self._folders[folder], self._given)
        of_both = [of.get(composed(name), []) for of in both for name in names]
        found = {(claim.path, claim.says_so): claim for claims in of_both for claim in claims}
        said = {claim.path for claim in found.values() if claim.says_so}
        return [claim for claim in found.values() if claim.says_so or claim.path not in said]

    def sounds_in(self, folder: Path) -> AbstractSet[str]:
        """Return the names, with and without ending, of the sounds in a folder, and of talks there."""
        if folder not in self._sounds:
            self._sounds[folder] = sounds_in(folder)
        return self._sounds[folder]

    def _choose(self, audio: Path, claims: list[Claim], own: AbstractSet[str]) -> FoundList | None:
        """Take the first of what lays claim to a recording; who names another one as well does not."""
        mine = [one for one in claims if one.names_one_of(own) or not self._is_of_another(one)]
        torn = [(one, why) for one in mine if (why := self._torn(one, own)) is not None]
        ranked = sorted(mine, key=lambda claim: (claim.rank, claim.path))
        for claim, why in torn:
            if len(torn) == len(mine) or (claim is ranked[0] and not claim.says_so):
                return self._refuse(claim.path, TurnNote(why))
            self.left_out[claim.path] = why
        ranked = [claim for claim in ranked if claim.path not in {one.path for one, _ in torn}]
        if not ranked:
            return None
        first, *others = ranked
        equals = [claim.path for claim in others if claim.rank == first.rank]
        self.used.update([first.path, *equals])
        if equals:
            several = said("list.several", count=1 + len(equals), names=_quoted(first.path, *equals))
            self.refused.append(Refusal(str(audio), None, several))
            return FoundList(first.path, None)
        if others:
            self._note_others(audio, first.path, [claim.path for claim in others])
        return self._take(first, own=own, remark="list.other-name", name=first.own_name)

    def _is_of_another(self, claim: Claim) -> bool:
        return bool(claim.names) and claim.is_of_another(self.sounds_in(claim.path.parent))

    def _torn(self, claim: Claim, own: AbstractSet[str]) -> Said | None:
        """Say why a list may not be this recording's; of a talk it may name any of the files."""
        if not claim.names or (not claim.says_so and claim.names_one_of(own)):
            return None
        return claim.torn(self.sounds_in(claim.path.parent))

    def _note_others(self, audio: Path, taken: Path, others: list[Path]) -> None:
        chosen = said("list.chosen", taken=taken.name, others=_quoted(*others))
        self.warnings.append(Remark(str(audio), None, chosen))
        for path in others:
            self.left_out[path] = said("list.left-out", sound=audio.name, taken=taken.name)

    def _take(self, claim: Claim, *, own: AbstractSet[str], remark: str, name: str) -> FoundList:
        """Take a list; where it names other recordings than this one, the ``remark`` says so."""
        self.used.add(claim.path)
        content = next(read_file(claim.path, claim.form)) if claim.content is None else claim.content
        if isinstance(content, TurnNote):
            return self._refuse(claim.path, content)
        for fault in content.faults:
            self._refuse_once(Refusal(str(claim.path), fault.line, fault.said))
        if content.faults:
            return FoundList(claim.path, None)
        if claim.names and not claim.names_one_of(own):
            renamed = TurnNote(said(remark, named=claim.names[0], own=name))
            content = replace(content, repairs=(*content.repairs, renamed))
        return FoundList(claim.path, content)

    def _refuse(self, path: Path, fault: TurnNote) -> FoundList:
        self.used.add(path)
        self._refuse_once(Refusal(str(path), fault.line, fault.said))
        return FoundList(path, None)

    def _refuse_once(self, refusal: Refusal) -> None:
        if refusal not in self.refused:
            self.refused.append(refusal)


def _put_together(sides: Mapping[Role, FoundList | None]) -> FoundList | None:
    """Make one list of one a side: whoever has no known role there is the one whose file it is."""
    found = [(role, one, one.read) for role, one in sides.items() if one is not None]
    turns: list[WrittenTurn] = []
    repairs: list[TurnNote] = []
    warnings: list[TurnNote] = []
    for role, one, read in found:
        if read is None:
            return one
        turns.extend(
            WrittenTurn(
                turn.fields if says_role(turn) else {**turn.fields, "role": role},
                said("place.of", place=turn.place, file=one.path.name),
            )
            for turn in read.turns
        )
        repairs.extend(_of_file(note, one.path) for note in read.repairs)
        warnings.extend(_of_file(note, one.path) for note in read.warnings)
    language = next((read.language for _, _, read in found if read is not None and read.language), "")
    put = ReadList(in_order(turns), language=language, repairs=tuple(repairs), warnings=tuple(warnings))
    return FoundList(found[-1][1].path, put)


def _of_file(note: TurnNote, path: Path) -> TurnNote:
    """Say of which of two lists a note is."""
    return TurnNote(said("list.of-file", note=note.said, file=path.name))


def _quoted(*paths: Path) -> tuple[str, ...]:
    return tuple(f"'{path.name}'" for path in paths)
