"""What was found about the sound of a recording, in the words of a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from earmark.core.wording import Said, say
from earmark.services.soundchecks import Finding, told
from earmark.web.languages import N_

CHECKS: Final = {
    "broken-off": N_("breaks off"),
    "unfinished": N_("may break off"),
    "damaged": N_("damaged"),
    "left-over": N_("bytes left out"),
    "no-numbers": N_("samples that are no numbers"),
    "silent": N_("silence"),
    "faint": N_("almost silent"),
    "dead-channel": N_("silent channel"),
    "equal-channels": N_("equal channels"),
    "no-speech": N_("no speech"),
    "no-speech-channel": N_("channel without speech"),
    "clipped": N_("cut flat"),
    "apart": N_("louder or softer than others"),
    "duplicate": N_("the same sound twice"),
    "clicks": N_("clicks"),
    "dropouts": N_("dropouts"),
    "seams": N_("regular seams"),
    "level-jumps": N_("jumps in level"),
    "cut-end": N_("cut end"),
    "cut-start": N_("cut start"),
    "hum": N_("hum"),
    "noisy": N_("noisy"),
    "narrow": N_("narrow band"),
    "leak": N_("leak between channels"),
}
"""What a check is called where one chooses by it."""


@dataclass(frozen=True, slots=True)
class SoundRemark:
    """One finding: what it is, and what mends it."""

    reason: str
    remedy: str


def sound_remarks(findings: Iterable[Finding], language: str) -> list[SoundRemark]:
    """Say findings in a language."""
    return [_remark(told(finding), language) for finding in findings]


def _remark(sentence: Said, language: str) -> SoundRemark:
    return SoundRemark(say(sentence, language, part="short"), say(sentence, language, part="page"))
