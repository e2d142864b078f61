"""A comparison of two conversations as far as it is there: what the audits of pairs look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.rationale import Rationale, read_rationale
from earmark.audits.statements import SIDES

OTHER: Final[Mapping[str, str]] = {"a": "b", "b": "a"}
_SUCCESS: Final = ("fail", "partial", "pass")


@dataclass(frozen=True, slots=True)
class Instance:
    """One instance of a flag; what it does not have is None, or empty."""

    turn: str = ""
    time: tuple[float, float] | None = None
    note: str = ""
    throughout: bool = False
    count: int | None = None
    word: str = ""
    type: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """One error cluster marked on one side.

    Attributes:
        severity: The id of the severity as it was chosen.
        level: Its place among the severities of the question, 0 the mildest; -1 where it is unknown.
    """

    side: str
    cluster: str
    severity: str
    level: int
    is_worst: bool
    instances: tuple[Instance, ...] = ()
    note: str = ""

    @property
    def notes(self) -> str:
        """All that is noted with it, in lower case."""
        return " ".join([self.note, *(one.note for one in self.instances)]).lower()


@dataclass(frozen=True, slots=True)
class Success:
    """What was found of one side's task; ``reason`` is None where the field was not given."""

    choice: str
    reason: str | None = None

    @property
    def rank(self) -> int:
        """0 for fail, 1 for partial, 2 for pass; -1 for something else."""
        return _SUCCESS.index(self.choice) if self.choice in _SUCCESS else -1


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """One turn of a conversation: ``user`` or ``agent``, its words, and its length in seconds, if known."""

    speaker: str
    text: str = ""
    length_s: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of evidence from the sound; see docs/evidence.md."""

    kind: str
    role: str
    severity: int
    value: float | None = None
    start_s: float = 0.0


@dataclass(frozen=True)
class Pair:
    """One comparison, whole or in part.

    Attributes:
        choices: Question to the side it names: ``a``, ``b``, ``tie``, ``both_good`` or ``both_bad``.
        success: Side to its Task Success.
        flags: What is flagged; None where flags were not given at all.
        rationale: The text; None where it was not given.
        priority: Dimensions by weight in the class of the scenario, or in the one that the rater stated.
        is_hybrid: Whether the class leaves it to the rater to state the intent.
        intent: What they stated, if they did.
        key_facts: What the user has to tell each side.
        told: Key fact to side to whether it was told there, as far as the rater has marked it.
        turns: Side to its turns.
        evidence: Side to what was measured.
        earlier: Rationales that the same rater wrote before.
        at_end: Whether this is the last look before submission, at which evidence from the sound counts.
    """

    choices: Mapping[str, str] = field(default_factory=dict)
    success: Mapping[str, Success] = field(default_factory=dict)
    flags: tuple[Flag, ...] | None = None
    rationale: str | None = None
    priority: tuple[str, ...] = ()
    is_hybrid: bool = False
    intent: str | None = None
    key_facts: tuple[str, ...] = ()
    told: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    turns: Mapping[str, tuple[SpokenTurn, ...]] = field(default_factory=dict)
    evidence: Mapping[str, tuple[Measured, ...]] = field(default_factory=dict)
    earlier: tuple[str, ...] = field(default=(), repr=False)
    at_end: bool = True

    @cached_property
    def text(self) -> Rationale:
        """The rationale as it was read, an empty one where none was given."""
        return read_rationale(self.rationale or "")

    @property
    def is_argued(self) -> bool:
        """Whether there is a rationale with words in it."""
        return bool(self.rationale and self.rationale.strip())

    @property
    def overall(self) -> str | None:
        """The side preferred over all: ``a``, ``b``, ``tie``, or None while there is none."""
        return self.choices.get("overall")

    @property
    def preferred(self) -> str | None:
        """The side preferred over all, None for a tie."""
        return self.overall if self.overall in SIDES else None

    @property
    def first_dimension(self) -> str | None:
        """The dimension that weighs most in this class."""
        return self.priority[0] if self.priority else None

    def flags_of(self, side: str, cluster: str | None = None) -> tuple[Flag, ...]:
        """Return what is flagged on a side, in one cluster if one is named."""
        flags = self.flags or ()
        return tuple(one for one in flags if one.side == side and cluster in {None, one.cluster})

    def artifacts(self) -> Iterator[tuple[Flag, Instance]]:
        """Yield the flagged instances that name a fault of the sound."""
        for flag in self.flags or ():
            for instance in flag.instances:
                if instance.type:
                    yield flag, instance

    def measured(self, *roles: str) -> Iterator[tuple[str, Measured]]:
        """Yield side and row of what was measured in the sound of these roles, at the last look alone."""
        for side, rows in self.evidence.items():
            for row in rows:
                if self.at_end and row.role in roles:
                    yield side, row

    def said(self, side: str, speaker: str = "user") -> tuple[SpokenTurn, ...]:
        """Return the turns of one speaker on a side."""
        return tuple(turn for turn in self.turns.get(side, ()) if turn.speaker == speaker)


PairAudit = Callable[[Pair, Settings], Iterator[Found]]
"""One audit of comparisons: it yields what it finds, under the settings that the protocol gives it."""
