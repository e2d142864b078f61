"""What a turn list lays claim to: the recording whose name it bears, or those that it names itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from earmark.core.system_faults import fault_of_system
from earmark.core.turnlists.forms import RANKS, Form, form_of
from earmark.core.turnlists.lists import NoTurnListError, ReadList, UnusableListError
from earmark.core.turns import TurnNote
from earmark.core.wording import Said, said
from earmark.services.importing.filenames import composed, entries_of, has_sound_name
from earmark.services.importing.speaker_files import talk_of

_MOST_BYTES: Final = 64 * 2**20
_THE_LIST: Final = said("the.list")
_EXPLICIT: Final = frozenset({".turns.json", ".json"})
"""Forms whose ``audio`` somebody wrote; in the others a tool may have made up the name of a recording."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One list and its claim to a recording.

    Attributes:
        says_so: Whether the file names the recording itself; else it bears its name.
        content: What was read; None where it was not read yet.
        names: The recordings that this list names, as names of files.
        alone: Whether the file holds this one list.
    """

    path: Path
    form: Form
    says_so: bool
    content: ReadList | TurnNote | None
    names: tuple[str, ...] = ()
    alone: bool = True

    @property
    def rank(self) -> tuple[int, bool]:
        """Order among several lists of one recording; the least goes first."""
        return RANKS[self.form.suffix], not self.says_so

    @property
    def own_name(self) -> str:
        """The name of the recording that its own name speaks of."""
        return composed(self.path.name[: -len(self.form.suffix)])

    def names_one_of(self, names: Iterable[str]) -> bool:
        """Tell whether it names a recording by one of these names."""
        return not set(self.names).isdisjoint(names)

    def torn(self, beside: AbstractSet[str]) -> Said | None:
        """Say that it bears the name of one recording and names another; None where it does not.

        ``beside`` are the names of what is here, see `sounds_in`. A name that a tool may have made up
        tears nothing where no such recording is here.
        """
        if not self.alone or not self.names or self._means_its_own_name:
            return None
        if self.says_so:
            is_torn = self.own_name in beside
        else:
            is_torn = self.form.suffix in _EXPLICIT or not beside.isdisjoint(self.names)
        return said("list.torn", named=self.names[0], own=self.own_name) if is_torn else None

    def is_of_another(self, beside: AbstractSet[str]) -> bool:
        """Tell whether it names a sound here that differs only by its ending from the one of its name."""
        return self._means_its_own_name and not self.says_so and not beside.isdisjoint(self.names)

    @property
    def _means_its_own_name(self) -> bool:
        own = {self.own_name, Path(self.own_name).stem}
        return any(name in own or Path(name).stem in own for name in self.names)


def sounds_in(folder: Path) -> set[str]:
    """Return the names, with and without ending, of the sounds in a folder, and of talks there."""
    sounds = [one for one in entries_of(folder) if has_sound_name(one.name)]
    talks = filter(None, map(talk_of, sounds))
    return {composed(name) for one in sounds for name in (one.name, one.stem)} | {
        composed(talk.name) for talk in talks
    }


def claims_of(paths: Iterable[Path]) -> dict[str, list[Claim]]:
    """Return claims by the names of recordings that they lay claim to."""
    claims: dict[str, list[Claim]] = {}
    for path in paths:
        form = form_of(path.name)
        if form is None or not path.is_file():  # reading a pipe would wait for ever
            continue
        for name, claim in _claims(path, form):
            claims.setdefault(composed(name), []).append(claim)
    return claims


def _claims(path: Path, form: Form) -> Iterator[tuple[str, Claim]]:
    own = path.name[: -len(form.suffix)]
    if not form.names_sounds:
        yield own, Claim(path, form, says_so=False, content=None)
        return
    contents = list(read_file(path, form))
    alone = len(contents) == 1
    for content in contents:
        names = _names(content)
        for name in names:
            yield name, Claim(path, form, says_so=True, content=content, names=names, alone=alone)
    if alone:
        yield own, Claim(path, form, says_so=False, content=contents[0], names=_names(contents[0]))


def _names(content: ReadList | TurnNote) -> tuple[str, ...]:
    written = content.audio if isinstance(content, ReadList) else ()
    return tuple(dict.fromkeys(composed(_file_name(name)) for name in written))


def read_file(path: Path, form: Form) -> Iterator[ReadList | TurnNote]:
    """Yield the lists of a file, or what is wrong with it; nothing where it is no turn list."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            yield TurnNote(said("text.too-large", subject=_THE_LIST, most=_MOST_BYTES // 2**20))
        else:
            yield from form.read(path.read_bytes())
    except OSError as error:
        yield TurnNote(said("text.unreadable", subject=_THE_LIST, error=fault_of_system(error)))
    except UnusableListError as error:
        yield error.fault
    except NoTurnListError:
        return


def _file_name(written: str) -> str:
    """Return the name of a file from a path as any system writes it."""
    return written.replace("\\", "/").rpartition("/")[2]
