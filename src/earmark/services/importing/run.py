"""One run of an import over one study, and what comes of each of its recordings."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path

from earmark.audio.rendition import Rendition
from earmark.core.corrections import Change, OnChange
from earmark.core.imports import Imported, Refusal, Remark, Revised, Unchanged
from earmark.core.progress import IsStopped
from earmark.core.wording import Said
from earmark.services.importing.cutting import Cut, Cutter
from earmark.services.importing.foresight import Foresight
from earmark.services.importing.inspection import Inspection, lacks_speakers
from earmark.services.importing.matching import Matches
from earmark.services.importing.recordings import Recording
from earmark.services.soundchecks import Peer
from earmark.services.studies import Study


@dataclass(slots=True)
class Outcome:
    """What came of one recording; `left` is its path where the run was stopped before it.

    `peer` is what other recordings are compared with.
    """

    left: str = ""
    peer: Peer | None = None
    imported: Imported | None = None
    unchanged: Unchanged | None = None
    revised: Revised | None = None
    undecided: Change | None = None
    repaired: list[Remark] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    ignored: list[Remark] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Run:
    """One run over one study; ``matches`` know what the study had when it began.

    `foresight` stands for the database in a dry run, which stores nothing.
    """

    study: Study
    matches: Matches
    on_change: OnChange
    foresight: Foresight | None
    within: Path | None
    is_stopped: IsStopped
    agent_speakers: tuple[str, ...]
    cutter: Cutter
    shares: dict[Path, float] = field(default_factory=dict)
    """How far the turns are that are being cut right now."""
    halted: list[Said | str] = field(default_factory=list)
    """What keeps the run from going on, such as a full disk."""

    @property
    def dry_run(self) -> bool:
        """Tell whether nothing is to be stored."""
        return self.foresight is not None

    def ends(self) -> bool:
        """Tell whether no other recording is to be begun."""
        return self.is_stopped() or bool(self.halted)

    def may_read(self, recording: Recording) -> bool:
        """Tell whether all files of a recording lie where this run may read."""
        if self.within is None:
            return True
        values = (getattr(recording, one.name) for one in fields(recording))
        paths = [value.resolve() for value in values if isinstance(value, Path)]
        return all(path.is_relative_to(self.within.resolve()) for path in paths)

    def cuts(self, recording: Recording) -> bool:
        """Tell whether the turns of a conversation are to be cut: it has no list, or one without speakers."""
        if not self.study.protocol.item.is_talk:
            return False
        has_list = recording.turns is not None or recording.turns_path is not None
        return not has_list or lacks_speakers(recording, self.study, self.agent_speakers)

    def cut(self, recording: Recording, inspection: Inspection, rendition: Rendition) -> Cut:
        """Cut the turns of a recording that has no list of them, telling `shares` how far they are."""
        agent, band = inspection.agent_channel, rendition.voice
        assert agent is not None  # noqa: S101 - without it the recording was refused
        assert band is not None  # noqa: S101 - it was asked for

        def tell(share: float) -> None:
            self.shares[recording.path] = share

        return self.cutter.cut(
            band,
            agent_channel=agent,
            tell=tell,
            words=inspection.words,
            two_files=recording.agent_path is not None,
        )
