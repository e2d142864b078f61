"""Artifacts of the sound as a comparison tells of them: which there are, which jar, and what they weigh."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from earmark.audits.denial import is_denied
from earmark.audits.expressions import expression, found
from earmark.audits.pair import Pair
from earmark.audits.rationale import Rationale

ARTIFACTS: Final = frozenset(
    {
        "click",
        "clip",
        "dropout",
        "seam_train",
        "cutoff",
        "late_start",
        "hum",
        "noise_floor",
        "snr",
        "sibilant",
        "level_jump",
    }
)
"""Kinds of evidence that are artifacts of the sound."""

AUDIBLE: Final = 2
"""The severity of evidence from which on a careful listener hears it."""

_JARRING: Final = frozenset(
    {"cutoff", "abrupt-end", "glitch", "missing-audio", "distortion", "persona-shift"}
)


def below_sound(pair: Pair, side: str) -> list[tuple[str, str]]:
    """Return what shows that a side is not fit to hear, as `earmark.audits.reasons.below_use` does."""
    jarring = any(
        flag.side == side and instance.type in _JARRING and flag.level > 0
        for flag, instance in pair.artifacts()
    )
    told = any(_jars(" ".join(about)) for about in _told_of(pair.text, side))
    return [("artifacts", "any")] if jarring or told else []


def _told_of(text: Rationale, side: str) -> Iterator[list[str]]:
    """Yield what each sentence says of a side."""
    for part in text.parts:
        yield [piece.text for piece in part if piece.subject == side]


def _jars(text: str) -> bool:
    any_artifact = expression("artifacts", "any")
    is_told = any_artifact.search(text) is not None and not is_denied(text, any_artifact)
    return is_told and found("artifacts", "jarring", text)


def told_artifacts(text: Rationale) -> list[int]:
    """Return the numbers of the sentences that tell of an artifact of the sound, and not of its absence."""
    told = expression("artifacts", "any")
    return [
        number
        for number, sentence in enumerate(text.sentences)
        if told.search(sentence) and not is_denied(sentence, told) and _may_be_sound(text, number)
    ]


def _may_be_sound(text: Rationale, number: int) -> bool:
    """Tell whether a sentence may be about the sound: not on another dimension's line that never names it."""
    label = text.label_of(number)
    return not label or "audio-quality" in label or found("names", "audio-quality", text.sentences[number])


def weighs_artifact(text: Rationale, number: int) -> bool:
    """Tell whether the sentence of an artifact, or one near it, says how much it counts."""
    if found("compares", "weighs", text.sentences[number]):
        return True
    near = text.sentences[max(0, number - 1) : number + _FAR]
    return any(
        found("compares", "weighs", one)
        for one in near
        if found("names", "audio-quality", one) or (_OF_SOUND.search(one) and not _PICKS.search(one))
    )


_OF_SOUND: Final = re.compile(
    r"^\W*(?:it|this|that|they|these|those|neither|both|none|nothing|i|still|but|so|even so|not|yet|slight"
    r"|small|too|since|as|because|which|harmless|minor|just|only)\b"
    r"|sound|hear|heard|noise|artifact|소리|들리|들렸|잡음|음질"
)


_PICKS: Final = re.compile(r"^(?:still|but|so|yet|even so),? ⟨[ab]⟩")
"""A choice that stands all the same weighs what it is about, not the flaw: "Still A, the warmth …"."""

_FAR: Final = 4
"""Sentences from that of an artifact on: both sides may be told before they are weighed together."""
