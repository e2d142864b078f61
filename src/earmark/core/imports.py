"""What an import says about each file it was given."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace

from earmark.core.corrections import Change, Choice, Kind
from earmark.core.wording import Said


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file or a line that is not in the study, why, and what mends it. ``line`` is None for whole files."""

    path: str
    line: int | None
    said: Said

    @property
    def reason(self) -> str:
        """Why, in English; reads after the name of the file."""
        return self.said.reason

    @property
    def remedy(self) -> str:
        """What mends it, in English."""
        return self.said.remedy

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON: in English, and as the code and words that say it in any language."""
        told = {"reason": self.reason, "remedy": self.remedy}
        return {"path": self.path, "line": self.line, **told, **self.said.as_json()}


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth knowing about a file: what was repaired, why it was ignored, or what to look at.

    ``channel`` is ``left`` or ``right`` where it is about one.
    """

    path: str
    line: int | None
    said: Said
    channel: str | None = None

    @property
    def message(self) -> str:
        """What is so, in English; reads after the name of the file."""
        return self.said.reason

    @property
    def remedy(self) -> str:
        """What mends it, in English; empty where nothing does."""
        return self.said.remedy

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON: in English, and as the code and words that say it in any language."""
        told = {"message": self.message, "channel": self.channel, "remedy": self.remedy}
        return {"path": self.path, "line": self.line, **told, **self.said.as_json()}


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A recording that the study had already."""

    path: str
    item: str
    condition: str | None


@dataclass(frozen=True, slots=True)
class Imported:
    """A recording that is in now, or would be after a dry run; then it has no stimulus id.

    Where each speaker has a file, ``path`` is the user's and ``agent_path`` the agent's.
    """

    path: str
    item: str
    condition: str | None
    stimulus: str | None
    duration_s: float
    channels: int
    turns: int
    agent_path: str | None = None


@dataclass(frozen=True, slots=True)
class Revised:
    """A recording that was corrected, or would be after a dry run.

    Attributes:
        revision: Its number now.
        changed: What differs from the revision before.
        submissions: How many submissions and discards were made of it before.
        choice: What became of those; None where nobody had to choose.
    """

    path: str
    item: str
    condition: str | None
    stimulus: str
    revision: int
    changed: tuple[Kind, ...]
    submissions: int
    choice: Choice | None


Entry = Refusal | Remark | Unchanged | Imported | Revised | Change
"""A line of a report."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Everything an import did, file by file, each list in the order of the files.

    `left` names the recordings that a stopped run did not bring in; the next run takes them. `halted` says
    what stopped it from outside, such as a full disk; empty where nothing did.
    ``pairs`` counts the pairs that were made of recordings; None where none are made.
    ``undecided`` are corrections that were refused only because nobody chose what happens to submissions.
    """

    study: str
    imported: tuple[Imported, ...] = ()
    unchanged: tuple[Unchanged, ...] = ()
    revised: tuple[Revised, ...] = ()
    undecided: tuple[Change, ...] = ()
    repaired: tuple[Remark, ...] = ()
    refused: tuple[Refusal, ...] = ()
    ignored: tuple[Remark, ...] = ()
    warnings: tuple[Remark, ...] = ()
    left: tuple[str, ...] = ()
    halted: Said | str = ""
    pairs: int | None = None

    def settled(self, later: ImportReport) -> ImportReport:
        """Return this report with what a later run of the same files did once choices were made."""
        done = {one.stimulus for one in later.revised}
        paths = {one.path for one in later.revised}
        return replace(
            self,
            revised=(*self.revised, *later.revised),
            undecided=tuple(one for one in self.undecided if one.stimulus not in done),
            refused=tuple(one for one in self.refused if one.path not in paths),
            repaired=(*self.repaired, *(one for one in later.repaired if one.path in paths)),
        )

    def as_json(self) -> dict[str, object]:
        """Return the report as plain JSON values, without `halted`: the exit code or the job tells of it."""
        lists = (one.name for one in fields(self) if one.name not in {"study", "left", "halted", "pairs"})
        told = {name: [_as_json(entry) for entry in getattr(self, name)] for name in lists}
        pairs = {} if self.pairs is None else {"pairs": self.pairs}
        return {"study": self.study, **told, "left": list(self.left), **pairs}


def _as_json(entry: Entry) -> dict[str, object]:
    return entry.as_json() if isinstance(entry, (Refusal, Remark)) else asdict(entry)
