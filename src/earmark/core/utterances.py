"""Words with times and without a speaker, as subtitles and recognisers write them of a whole recording."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from earmark.core.turn_check import text_of, too_many
from earmark.core.turn_findings import Findings
from earmark.core.turn_times import spans_of
from earmark.core.turns import TurnNote, WrittenTurn


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was said from when to when, in seconds; nobody knows by whom."""

    start_s: float
    end_s: float
    text: str


@dataclass(frozen=True, slots=True)
class CheckedUtterances:
    """Utterances in order of time; with any fault, none of them may be used."""

    utterances: tuple[Utterance, ...] = ()
    repairs: tuple[TurnNote, ...] = ()
    faults: tuple[TurnNote, ...] = ()


def check_utterances(written: Sequence[WrittenTurn], *, duration_s: float) -> CheckedUtterances:
    """Check a list that names no speakers against a sound of ``duration_s`` seconds.

    Times are read, mended and refused as those of turns are; what has no words is left out. Utterances may
    overlap, since two people may have spoken them.
    """
    findings = Findings()
    if fault := too_many(written):
        findings.fault(fault)
        return CheckedUtterances(faults=findings.faults)
    spans = spans_of(written, findings, duration_s=duration_s)
    found = [
        Utterance(span.start, span.end, text)
        for span, text in ((span, text_of(span.one, findings)) for span in spans)
        if span.sound and text and span.start is not None and span.end is not None
    ]
    found.sort(key=lambda one: (one.start_s, one.end_s))
    return CheckedUtterances(tuple(found), findings.repairs, findings.faults)


def digest_of(utterances: Sequence[Utterance]) -> str:
    """Return what tells one list from another: the SHA-256 of its words and times to the millisecond."""
    lines = [[f"{one.start_s:.3f}", f"{one.end_s:.3f}", one.text] for one in utterances]
    return hashlib.sha256(json.dumps(lines, ensure_ascii=False).encode()).hexdigest()
