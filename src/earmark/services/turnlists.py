"""Turn lists that lie beside a recording: ``NAME.turns.json``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from earmark.core.imports import Refusal
from earmark.core.turns import WrittenTurn
from earmark.services.documents import UnusableJsonError, parse_json
from earmark.services.filenames import composed

SUFFIX: Final = ".turns.json"


@dataclass(frozen=True, slots=True)
class TurnList:
    """One sidecar: the recordings it names, and what it says of them; no turns where it was refused."""

    path: Path
    audio: tuple[str, ...]
    language: str
    turns: tuple[WrittenTurn, ...] | None


class SidecarError(Exception):
    """A sidecar cannot be read; it carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class Sidecars:
    """The turn lists of the folders that are asked about, each read once."""

    def __init__(self) -> None:
        self._folders: dict[Path, dict[str, TurnList]] = {}
        self.refused: list[Refusal] = []
        self.used: set[Path] = set()

    def of(self, audio: Path) -> TurnList | None:
        """Return the list that names this recording, or that bears its name; None where there is none."""
        if audio.parent not in self._folders:
            self._folders[audio.parent] = dict(self._read_folder(audio.parent))
        names = self._folders[audio.parent]
        found = names.get(composed(audio.name)) or names.get(composed(audio.stem))
        if found is not None:
            self.used.add(found.path)
        return found

    def _read_folder(self, folder: Path) -> Iterator[tuple[str, TurnList]]:
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            if not path.is_file():
                continue  # reading a pipe would wait for ever
            try:
                turns = read_sidecar(path)
            except SidecarError as error:
                self.refused.append(error.refusal)
                self.used.add(path)
                turns = TurnList(path, (), "", None)
            for name in turns.audio or (path.name.removesuffix(SUFFIX),):
                yield composed(name), turns


def read_sidecar(path: Path) -> TurnList:
    """Read one sidecar; `SidecarError` where it is no JSON, or JSON of another shape."""
    try:
        document = parse_json(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise _unreadable(path, f"cannot be read: {error.strerror}", "Check its permissions.") from error
    except UnicodeDecodeError as error:
        raise _unreadable(path, "is not UTF-8 text", "Save it as UTF-8.") from error
    except UnusableJsonError as error:
        remedy = "Mend it at this line." if error.line else "Write it anew."
        raise _unreadable(path, error.reason, remedy, error.line) from error
    if not isinstance(document, dict) or not _is_list_of_objects(document.get("turns")):
        raise _unreadable(path, "has no list 'turns' of objects", 'Write {"turns": [{"role": …}, …]}.')
    audio = document.get("audio") or ()
    if not isinstance(audio, (str, list, tuple)):
        raise _unreadable(path, "has an 'audio' that is no name", "Write the name of the sound, or a list.")
    return TurnList(
        path=path,
        audio=(audio,) if isinstance(audio, str) else tuple(str(name) for name in audio),
        language=str(document.get("language") or ""),
        turns=written_turns(document["turns"]),
    )


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(part, dict) for part in value)


def written_turns(
    turns: Sequence[Mapping[str, object]], *, line: int | None = None
) -> tuple[WrittenTurn, ...]:
    """Number the turns of a JSON list, from 1, as people count them."""
    return tuple(WrittenTurn(turn, f"turn {number}", line) for number, turn in enumerate(turns, 1))


def _unreadable(path: Path, reason: str, remedy: str, line: int | None = None) -> SidecarError:
    return SidecarError(Refusal(str(path), line, f"the turn list {reason}", remedy))
