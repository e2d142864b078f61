"""What was found about the sound of a recording, in the words of a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from earmark.services.soundchecks import Finding
from earmark.web.languages import N_, translate

_AGAIN: Final = N_("Copy or export it again from its source.")

REMARKS: Final = {
    "broken-off": (N_("breaks off: %(value)s s are missing"), _AGAIN),
    "unfinished": (N_("may break off early: its end mark is missing"), _AGAIN),
    "damaged": (N_("damaged: %(value)s pieces are missing"), _AGAIN),
    "left-over": (N_("%(value)s bytes behind the sound were left out"), _AGAIN),
    "no-numbers": (N_("%(value)s samples are no numbers and became silence"), _AGAIN),
    "silent": (N_("nothing but silence"), N_("Leave it out, or record it again.")),
    "faint": (
        N_("almost silent: at most %(value)s dB below full scale"),
        N_("Check that it is the right recording; raters will hardly hear it."),
    ),
    "dead-channel": (
        N_("silent channel: %(side)s"),
        N_("If a speaker is missing there, record it again; if not, export it in mono."),
    ),
    "equal-channels": (
        N_("the same sound on both channels"),
        N_("Bring it with one speaker a channel, or in mono."),
    ),
    "no-speech": (N_("no speech"), N_("Check that it is the right recording.")),
    "no-speech-channel": (
        N_("channel without speech: %(side)s"),
        N_("Check that both speakers were recorded, each on a channel."),
    ),
    "clipped": (
        N_("cut flat where it is loudest: %(value)s %% of its samples"),
        N_("Record it with less gain; lowering the level afterwards does not mend it."),
    ),
    "louder": (
        N_("%(value)s dB louder than the other recordings"),
        N_("Bring all recordings to one level, unless the difference is what you study."),
    ),
    "softer": (
        N_("%(value)s dB softer than the other recordings"),
        N_("Bring all recordings to one level, unless the difference is what you study."),
    ),
    "duplicate": (
        N_("the same sound as “%(other)s”"),
        N_("Leave one of the two out, unless raters should hear it twice."),
    ),
}

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
}
"""What a check is called where one chooses by it."""

_SIDES: Final = (N_("left"), N_("right"))
_EXACT: Final = {"broken-off": ".2f", "clipped": ".1f"}


@dataclass(frozen=True, slots=True)
class SoundRemark:
    """One finding: what it is, and what mends it."""

    reason: str
    remedy: str


def sound_remarks(findings: Iterable[Finding], language: str) -> list[SoundRemark]:
    """Say findings in a language."""
    return [_remark(finding, language) for finding in findings]


def _remark(finding: Finding, language: str) -> SoundRemark:
    value = finding.value or 0.0
    check = finding.check if finding.check != "apart" else ("louder" if value > 0 else "softer")
    reason, remedy = REMARKS[check]
    words = {
        "value": format(abs(value), _EXACT.get(check, ",.0f")),
        "side": "" if finding.channel is None else translate(language, _SIDES[finding.channel]),
        "other": finding.other,
    }
    return SoundRemark(translate(language, reason) % words, translate(language, remedy))
