"""Which turn list belongs to which recording: by the name it bears, or by the name it says.

A recording may lie beside several lists, as Whisper writes them. One is taken by the order of
`earmark.core.turnlists.forms.FORMS` and the others are named; two that have the same right are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from earmark.core.imports import Refusal, Remark
from earmark.core.speakers import says_role
from earmark.core.turnlists.forms import RANKS, Form, form_of
from earmark.core.turnlists.lists import NoTurnListError, ReadList, UnusableListError, in_order
from earmark.core.turns import Role, TurnNote, WrittenTurn
from earmark.core.wording import Said, said
from earmark.services.importing.filenames import composed

_MOST_BYTES: Final = 64 * 2**20
_THE_LIST: Final = said("the.list")


@dataclass(frozen=True, slots=True)
class FoundList:
    """The list of one recording; ``read`` is None where it was refused."""

    path: Path
    read: ReadList | None


@dataclass(frozen=True, slots=True)
class _Claim:
    """One list and its claim to a recording; ``says_so`` where the file names the recording itself."""

    path: Path
    form: Form
    says_so: bool
    content: ReadList | TurnNote | None  # None: not read yet

    @property
    def rank(self) -> tuple[int, bool]:
        return RANKS[self.form.suffix], not self.says_so


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
        self._given = _claims_of(given)
        self._folders: dict[Path, dict[str, list[_Claim]]] = {}
        self._found: dict[Path, FoundList | None] = {}
        self.refused: list[Refusal] = []
        self.warnings: list[Remark] = []
        self.used: set[Path] = set()
        self.left_out: dict[Path, Said] = {}

    def of(self, audio: Path) -> FoundList | None:
        """Return the list of a recording, None where there is none."""
        return self._of(audio, (audio.name, audio.stem))

    def of_talk(self, talk: Path | None, user: Path, agent: Path) -> FoundList | None:
        """Return the list of a talk in two files: the one of its name, else one a side put together.

        With a list for one side alone there is none: half of a talk is no turn list.
        """
        whole = self._of(talk, (talk.name,)) if talk is not None else None
        if whole is not None:
            return whole
        if not all(self._claims(path.parent, (path.name, path.stem)) for path in (user, agent)):
            return self.of(user) if talk is None else None
        return _put_together({"user": self.of(user), "agent": self.of(agent)})

    def _of(self, audio: Path, names: tuple[str, ...]) -> FoundList | None:
        if audio not in self._found:
            self._found[audio] = self._choose(audio, self._claims(audio.parent, names))
        return self._found[audio]

    def read(self, path: Path, audio: Path) -> FoundList:
        """Read the list that a manifest names for a recording."""
        if self._within is not None and not path.resolve().is_relative_to(self._within.resolve()):
            self._refuse_once(Refusal(str(path), None, said("list.outside")))
            self.used.add(path)
            return FoundList(path, None)
        form = form_of(path.name)
        if form is None:
            self._refuse(path, TurnNote(said("list.unknown-form")))
            return FoundList(path, None)
        claims = [claim for of in _claims_of([path]).values() for claim in of]
        own = [claim for claim in claims if claim.says_so and _name(claim, audio)]
        chosen = (own or [claim for claim in claims if not claim.says_so] or claims)[:1]
        return self._take(chosen[0]) if chosen else self._nothing(path)

    def _nothing(self, path: Path) -> FoundList:
        self._refuse(path, TurnNote(said("list.holds-none")))
        return FoundList(path, None)

    def _claims(self, folder: Path, names: tuple[str, ...]) -> list[_Claim]:
        if folder not in self._folders:
            self._folders[folder] = _claims_of(_files_in(folder))
        both = (self._folders[folder], self._given)
        of_both = [of.get(composed(name), []) for of in both for name in names]
        found = {(claim.path, claim.says_so): claim for claims in of_both for claim in claims}
        said = {claim.path for claim in found.values() if claim.says_so}
        return [claim for claim in found.values() if claim.says_so or claim.path not in said]

    def _choose(self, audio: Path, claims: list[_Claim]) -> FoundList | None:
        ranked = sorted(claims, key=lambda claim: (claim.rank, claim.path))
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
        return self._take(first)

    def _note_others(self, audio: Path, taken: Path, others: list[Path]) -> None:
        chosen = said("list.chosen", taken=taken.name, others=_quoted(*others))
        self.warnings.append(Remark(str(audio), None, chosen))
        for path in others:
            self.left_out[path] = said("list.left-out", sound=audio.name, taken=taken.name)

    def _take(self, claim: _Claim) -> FoundList:
        self.used.add(claim.path)
        content = next(_read(claim.path, claim.form)) if claim.content is None else claim.content
        if isinstance(content, TurnNote):
            self._refuse(claim.path, content)
            return FoundList(claim.path, None)
        for fault in content.faults:
            self._refuse_once(Refusal(str(claim.path), fault.line, fault.said))
        return FoundList(claim.path, None if content.faults else content)

    def _refuse(self, path: Path, fault: TurnNote) -> None:
        self.used.add(path)
        self._refuse_once(Refusal(str(path), fault.line, fault.said))

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


def _files_in(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:  # a folder out of which one may read files and not their names
        return []


def _claims_of(paths: Iterable[Path]) -> dict[str, list[_Claim]]:
    """Return claims by the names of recordings that they lay claim to."""
    claims: dict[str, list[_Claim]] = {}
    for path in paths:
        form = form_of(path.name)
        if form is None or not path.is_file():  # reading a pipe would wait for ever
            continue
        for name, claim in _claims(path, form):
            claims.setdefault(composed(name), []).append(claim)
    return claims


def _claims(path: Path, form: Form) -> Iterator[tuple[str, _Claim]]:
    own = path.name[: -len(form.suffix)]
    if not form.names_sounds:
        yield own, _Claim(path, form, says_so=False, content=None)
        return
    contents = list(_read(path, form))
    for content in contents:
        names = content.audio if isinstance(content, ReadList) else ()
        for name in dict.fromkeys(map(_file_name, names)):
            yield name, _Claim(path, form, says_so=True, content=content)
    if len(contents) == 1 and (held := _under_own_name(contents[0], own, form)) is not None:
        yield own, _Claim(path, form, says_so=False, content=held)


def _under_own_name(content: ReadList | TurnNote, own: str, form: Form) -> ReadList | TurnNote | None:
    """Return what a file holds for the recording whose name it bears, None where it says another."""
    if isinstance(content, TurnNote) or not content.audio:
        return content
    if form.suffix in {".turns.json", ".json"}:
        return None
    renamed = TurnNote(said("list.other-name", named=content.audio[0], own=own))
    return replace(content, repairs=(*content.repairs, renamed))


def _read(path: Path, form: Form) -> Iterator[ReadList | TurnNote]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            yield TurnNote(said("text.too-large", subject=_THE_LIST, most=_MOST_BYTES // 2**20))
        else:
            yield from form.read(path.read_bytes())
    except OSError as error:
        yield TurnNote(said("text.unreadable", subject=_THE_LIST, error=str(error.strerror)))
    except UnusableListError as error:
        yield error.fault
    except NoTurnListError:
        return


def _file_name(written: str) -> str:
    """Return the name of a file from a path as any system writes it."""
    return written.replace("\\", "/").rpartition("/")[2]


def _name(claim: _Claim, audio: Path) -> bool:
    names = claim.content.audio if isinstance(claim.content, ReadList) else ()
    own = {composed(audio.name), composed(audio.stem)}
    return not own.isdisjoint(composed(_file_name(name)) for name in names)
