"""What a comparison gives as reasons: what it weighs, what decides, what falls below a bar, which errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from earmark.audits.expressions import expression, found, named
from earmark.audits.pair import Flag, Pair
from earmark.audits.rationale import Rationale
from earmark.audits.side_names import sides_in
from earmark.audits.signs import signs_in
from earmark.audits.statements import SIDES, Statement

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
_BELOW_USE: Final = frozenset({"misinformation", "explicit-request"})
_CLEAN: Final = re.compile(
    r"\b(?:no|not|without|never|free of|free from|neither|nor|hardly any|did not hear|didn't hear|zero"
    r"|nothing)\b(?! only)[^.;,⟨]{0,40}$|없이[^.]{0,4}$"
)
_CLEAN_AFTER: Final = re.compile(r"^[^.,;⟨]{0,14}(?:없|않|-free|free\b)")
_PASSES: Final = re.compile(
    r"\b(?:never|not|no|without|neither|nor|didn't|doesn't|don't|hardly|avoids?|instead of)\b[^.;⟨]{0,30}$"
)
_PASSES_AFTER: Final = re.compile(r"^[^.,;⟨]{0,16}(?:지 않|지는 않|지도 않|없)")
_SAYS: Final = re.compile(r"[a-z][a-z'-]+|[가-힣]+|\d+")
_FEW: Final = 2

_DIMENSIONS_OF: Final = {
    "misinformation": {"utility"}, "explicit-request": {"utility"}, "cut-off": {"dynamics"},
    "latency": {"dynamics"}, "corrections": {"dynamics", "utility"}, "misunderstood": {"utility"},
    "overacted": {"naturalness"},
    "llm-isms": {"naturalness"}, "human-claims": {"naturalness"}, "locale": {"utility"},
    "wrong-language": {"utility"},
}  # fmt: skip


def reasoned(pair: Pair, group: str, name: str) -> bool:
    """Tell whether the text says why the preferred side is better all the same."""
    said = pair.text.preference
    if not pair.is_argued or (said is not None and said.side != pair.overall):
        return False
    return pair.text.outweighs(group, name)


def decided_by(text: Rationale) -> frozenset[str]:
    """Return the dimensions that stand in the sentence of the plainest preference as its reason."""
    said = text.preference
    if said is None or said.side not in SIDES:
        return frozenset()
    number = text.statements[said.at].sentence
    pieces = [piece for piece in text.statements if piece.sentence == number and not piece.yields]
    whole = " ".join(piece.text for piece in pieces)
    if not found("compares", "because", whole):
        return frozenset()
    return frozenset(name for piece in pieces for name in piece.argued)


def below_use(pair: Pair, side: str) -> list[tuple[str, str]]:
    """Return what shows that a side is not useful enough, each as a group and a name of words."""
    reasons = []
    success = pair.success.get(side)
    if success is not None and success.choice == "fail":
        reasons.append(("dimensions", "utility"))
    flags = [flag for flag in pair.flags_of(side) if flag.cluster in _BELOW_USE and flag.level > 0]
    reasons += [("clusters", flag.cluster) for flag in flags]
    told = {cluster for one, cluster in told_errors(pair.text) if one == side}
    reasons += [("clusters", cluster) for cluster in sorted(told & {"misinformation"})]
    return reasons


def below_sound(pair: Pair, side: str) -> list[tuple[str, str]]:
    """Return what shows that a side is not fit to hear, as `below_use` does."""
    jarring = any(
        flag.side == side and instance.type in _JARRING and flag.level > 0
        for flag, instance in pair.artifacts()
    )
    told = any(_jars(piece.text) for piece in pair.text.statements if piece.subject == side)
    return [("artifacts", "any")] if jarring or told else []


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
        if told.search(sentence) and not is_denied(sentence, told)
    ]


def weighs_artifact(text: Rationale, number: int) -> bool:
    """Tell whether the sentence of an artifact, or one near it, says how much it counts."""
    near = " ".join(text.sentences[max(0, number - 1) : number + _FAR])
    return found("compares", "weighs", near)


_FAR: Final = 4
"""Sentences from that of an artifact on: both sides may be told before they are weighed together."""


def weighed(pair: Pair, flag: Flag) -> bool:
    """Tell whether the text says what a flag is and what it counts for."""
    numbers = [
        *pair.text.sentences_with("clusters", flag.cluster, side=flag.side),
        *_sentences_of_instances(pair.text, flag),
    ]
    for number in numbers:
        near = " ".join(pair.text.sentences[max(0, number - 1) : number + 2])
        if (
            found("compares", "weighs", near)
            or found("prefers", "final", near)
            or found("compares", "because", near)
        ):
            return True
    return False


def is_told(pair: Pair, flag: Flag) -> bool:
    """Tell whether the text names the error of a flag on its side."""
    return bool(pair.text.sentences_with("clusters", flag.cluster, side=flag.side))


def covered_by_flag(cluster: str) -> frozenset[str]:
    """Return the dimensions that an error of a cluster bears on."""
    return frozenset(_DIMENSIONS_OF.get(cluster, ()))


@lru_cache(maxsize=64)
def told_errors(text: Rationale) -> tuple[tuple[str, str], ...]:
    """Return side and cluster of every error that the text tells of, and does not deny."""
    return tuple(_told_errors(text))


def _told_errors(text: Rationale) -> Iterator[tuple[str, str]]:
    for piece in text.statements:
        if piece.subject in SIDES and piece.is_anchored:
            for cluster in named("clusters", piece.text):
                if not is_denied(piece.text, expression("clusters", cluster)):
                    yield _teller(piece, cluster), cluster


def is_flagged(pair: Pair, side: str, cluster: str) -> bool:
    """Tell whether a side is flagged in a cluster, or in one that the same words may mean."""
    kin = next((group for group in _KIN if cluster in group), {cluster})
    return any(pair.flags_of(side, one) for one in kin)


_KIN: Final = (
    frozenset({"misinformation", "locale"}),
    frozenset({"explicit-request", "corrections", "misunderstood"}),
)


def is_denied(text: str, told: re.Pattern[str]) -> bool:
    """Tell whether every place where a text names something says that it is not there."""
    return all(
        _CLEAN.search(text[: hit.start()]) or _PASSES.search(text[: hit.start()])
        or _CLEAN_AFTER.match(text[hit.end() :]) or _PASSES_AFTER.match(text[hit.end() :])
        for hit in told.finditer(text)
    )  # fmt: skip


def about(text: Rationale, side: str) -> list[str]:
    """Return the clauses that are about one side."""
    return [piece.text for piece in text.statements if piece.subject == side]


def says_something(reason: str) -> bool:
    """Tell whether a reason names anything beside a verdict."""
    told = reason.lower()
    if _POINTS.search(told):
        return True
    verdicts = {sign.word for sign in signs_in(told)[0] if not sign.named}
    generic = expression("generic", "any")
    words = [word for word in _SAYS.findall(told) if word not in verdicts and not generic.match(word)]
    named_ones = [sign for sign in signs_in(told)[0] if sign.named]
    long = len(told.split()) >= (_FAIR_REASON if words else _LONG_REASON)
    return len(words) >= _FEW or (bool(words) and bool(named_ones)) or long


_POINTS: Final = re.compile('["\u2018\u2019\u201c\u201d\u300c]|(?<![a-z])t\\d|\\d:\\d\\d')
_LONG_REASON: Final = 8
_FAIR_REASON: Final = 4


def _teller(piece: Statement, cluster: str) -> str:
    """Return the side that an error is told of: the one named last before its words, else the subject."""
    hit = expression("clusters", cluster).search(piece.text)
    before = sides_in(piece.text[: hit.start()]) if hit else ()
    side = next((one for one in reversed(before) if one in SIDES), piece.subject)
    return str(side)


def _sentences_of_instances(text: Rationale, flag: Flag) -> Iterator[int]:
    turns = {one.turn.lower() for one in flag.instances if one.turn}
    for number, sentence in enumerate(text.sentences):
        if any(re.search(rf"\b{re.escape(turn)}\b", sentence) for turn in turns) and (
            flag.side in sides_in(sentence)
            or any(p.subject == flag.side for p in text.statements if p.text in sentence)
        ):
            yield number
