"""What is wrong with what a rater sent, and with a protocol somebody wrote."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with what a rater sent.

    Attributes:
        where: Path of the field in the submission, such as ``answers.turns.k3f.content.score``.
        code: Stable name of the kind of fault; pages translate by it.
        message: English sentence: what is wrong and what is expected.
    """

    where: str
    code: str
    message: str


@dataclass(frozen=True, slots=True, order=True)
class ProtocolFault:
    """One thing wrong in a protocol's folder.

    Attributes:
        file: The file it is in, as a path that the reader can open.
        line: Line of the faulty key or value, from 1.
        column: Column in characters, from 1.
        message: What is wrong.
        expected: What should stand there instead.
    """

    file: str
    line: int
    column: int
    message: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message} (expected {self.expected})"


class ProtocolError(ValueError):
    """A protocol cannot be used; `faults` holds everything that is wrong with it, in reading order."""

    def __init__(self, faults: tuple[ProtocolFault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults
