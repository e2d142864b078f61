"""Audio evidence in the words of a page: kinds, groups, and why something cannot be measured.

A page changes its language under a rater's hands, so that texts go to scripts in all languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from earmark.audio.evidence.predictions import PREDICTED
from earmark.audio.evidence.rows import Evidence, EvidenceRow
from earmark.core.heard import Channels, Layout, heard_channel
from earmark.services.evidence.kept import GROUPS, Group, kinds_not_measured
from earmark.services.evidence.marks import Shown
from earmark.web.languages import N_, languages, translate

GROUP_TITLES: Final[dict[Group, str]] = {
    "signal": N_("Signal"),
    "turns": N_("Turns"),
    "voice": N_("Voice"),
    "models": N_("Predictions of models"),
}

KINDS: Final = {
    "clip": N_("clipping"),
    "click": N_("click"),
    "seam_train": N_("regular seams"),
    "dropout": N_("dropout"),
    "repeat": N_("repeated sound"),
    "cutoff": N_("cut end"),
    "late_start": N_("cut start"),
    "hum": N_("hum"),
    "noise_floor": N_("noise floor"),
    "snr": N_("signal-to-noise ratio"),
    "band_limit": N_("narrow band"),
    "muffled": N_("muffled"),
    "sibilant": N_("sharp sibilant"),
    "loudness": N_("loudness"),
    "momentary_max_lufs": N_("loudest moment"),
    "short_term_max_lufs": N_("loudest three seconds"),
    "loudness_range_lu": N_("loudness range"),
    "level_jump": N_("jump in level"),
    "leak": N_("leak between channels"),
    "same_sound": N_("the same sound on both channels"),
    "response_latency": N_("response latency"),
    "no_response": N_("no response"),
    "barge_in": N_("barge-in"),
    "no_yield": N_("does not yield"),
    "agent_interrupts": N_("agent interrupts"),
    "overlap": N_("overlap"),
    "backchannel": N_("backchannel"),
    "false_stop": N_("false stop"),
    "pause_in_turn": N_("pause within a turn"),
    "dead_air": N_("dead air"),
    "speaking_rate": N_("speaking rate"),
    "rate_change": N_("change of speaking rate"),
    "pitch_range": N_("pitch range"),
    "pitch_jump": N_("jump in pitch"),
    "flat_pitch": N_("flat pitch"),
    "voice_change": N_("change of voice"),
    "predicted_mos": N_("quality (a model's prediction)"),
    "predicted_overall": N_("speech with background (a model's prediction)"),
    "predicted_plcmos": N_("concealment of losses (a model's prediction)"),
}
"""What each kind is called; one that is not here is called by its name."""

REASONS: Final = (
    N_("The sound is shorter than 0.03 s."),
    N_("It has under 0.4 s of speech to average over."),
    N_("A lossy codec has bent the ends: whether speech is cut there cannot be told from the samples."),
    N_(
        "Digital silence is part of this voice: soft-edged gaps are its stops, and only "
        "broken waves are told."
    ),
    N_("It is shorter than 6 s, too short to tell a steady hum from a steady voice."),
    N_("No turn of the user is followed by one of the agent."),
    N_("It has one channel; a leak is one channel heard in another."),
    N_("One of its channels is silent."),
    N_("It is shorter than 3 s, too short to find an echo path."),
    N_("Both channels hold the same sound."),
    N_("It has under 1.2 s of speech on each side of any moment."),
    N_("It has under 3 s above the absolute gate of -70 LUFS to take a range from."),
    N_("It is shorter than 0.4 s, the least that loudness is defined for."),
    N_("It is shorter than 3 s, the window of short-term loudness."),
    N_("All of it is below the absolute gate of -70 LUFS."),
    N_("The channel is silent: nothing in it rises above -90 dB of full scale."),
    N_("Its pauses are digital silence, so that noise under the speech has nowhere to be heard alone."),
    N_("It is shorter than 1 s and has no pause in which noise could be heard alone."),
    N_("Its rate of under 16 kHz leaves out the band of sibilants, 5 to 9 kHz."),
    N_("It has one channel: who speaks when is told only where each speaker has a channel."),
    N_("Nobody speaks in it."),
    N_("Nobody speaks for 2 s on end, the least that a rate is counted over."),
    N_("No turn has a second of voiced sound, the least that a range of pitch is taken from."),
    N_("It needs a model of voices, and no models are asked."),
    N_("It needs a model of voices, which is not installed. Run \"pip install 'earmark[models]'\"."),
    N_("No turn has 3.5 s, the least in which a change of voice is told."),
    N_("Nobody has said which channel is the agent's."),
    N_("It is a prediction of a model, and no models are installed. Run \"pip install 'earmark[models]'\"."),
    N_("No 9 s of it hold 3.6 s of speech, the least that a model judges."),
    N_("It is shorter than 1 s, the least that a model judges."),
    N_("No dropouts were found, and only they are judged."),
    N_("Only the agent's channel is judged in three ways."),
)
"""What detectors give as reasons: said in other languages here, and in English where one is new."""

OPEN: Final = frozenset(
    {
        "No turn of the user is followed by one of the agent.",
        "One of its channels is silent.",
        "It has one channel; a leak is one channel heard in another.",
        "It has one channel: who speaks when is told only where each speaker has a channel.",
        "Nobody speaks in it.",
        "Nobody has said which channel is the agent's.",
    }
)
"""Reasons that raters read as they are, since anybody hears as much; the others may tell files apart."""

UNTOLD: Final = N_("It cannot be told from this recording.")
"""The reason that raters read: the true one may tell which system or codec made the file."""


def kind_title(kind: str, language: str) -> str:
    """Return what a kind is called in a language."""
    return translate(language, KINDS[kind]) if kind in KINDS else kind.replace("_", " ")


def in_all_languages(message: str) -> dict[str, str]:
    """Return a text in all languages of the pages, by their tags."""
    return {tag: translate(tag, message) for tag in languages()}


def evidence_json(shown: Shown) -> dict[str, object]:
    """Return what scripts show of a recording's evidence.

    Raters get marks with places alone: what holds for the whole recording, such as its bandwidth, would tell
    files of one system from those of another. Nor do they get what models predict, since it is a rating.
    """
    if shown.evidence is None:
        return {
            "state": shown.state,
            "channels": 0,
            "kinds": {},
            "lanes": [],
            "whole": [],
            "not_measurable": [],
        }
    evidence = _as_heard(shown.evidence, shown.layout)
    windows = () if shown.is_blind else ("window",)
    placed = [row for row in evidence.rows if row.has_place or row.scope in windows]
    whole = [row for row in evidence.rows if row.scope == "recording"]
    kinds = {row.kind for row in (placed if shown.is_blind else evidence.rows)}
    kinds |= {one.kind for one in evidence.not_measurable} - set(PREDICTED if shown.is_blind else ())
    lanes = [
        {
            "group": group,
            "title": in_all_languages(GROUP_TITLES[group]),
            "marks": [_mark(row) for row in placed if shown.groups[row.detector] == group],
        }
        for group in GROUPS
        if group in shown.groups.values() and (group != "models" or _has_predictions(shown))
    ]
    return {
        "state": shown.state,
        "channels": evidence.channels,
        "kinds": {kind: _title(kind) for kind in sorted(kinds)},
        "lanes": lanes,
        "whole": [] if shown.is_blind else [_mark(row) for row in whole],
        "not_measurable": list(_not_measurable(evidence, is_blind=shown.is_blind)),
    }


def _has_predictions(shown: Shown) -> bool:
    """Tell whether staff sees what models said; models that nobody has asked have not found nothing."""
    rows = shown.evidence.rows if shown.evidence else ()
    return not shown.is_blind and any(shown.groups[row.detector] == "models" for row in rows)


def _as_heard(evidence: Evidence, layout: Layout) -> Evidence:
    """Return what was found, on the channels that are heard."""
    return replace(
        evidence,
        channels=Channels(evidence.channels, None).heard(layout).count,
        rows=tuple(replace(row, channel=heard_channel(row.channel, layout)) for row in evidence.rows),
        not_measurable=tuple(
            replace(one, channel=heard_channel(one.channel, layout)) for one in evidence.not_measurable
        ),
    )


def _mark(row: EvidenceRow) -> dict[str, object]:
    return {
        "kind": row.kind,
        "start_s": row.start_s,
        "end_s": row.end_s,
        "channel": row.channel,
        "severity": row.severity,
        "value": row.value,
        "unit": row.unit,
    }


def _title(kind: str) -> dict[str, str]:
    return in_all_languages(KINDS[kind]) if kind in KINDS else {"en": kind.replace("_", " ")}


def _not_measurable(evidence: Evidence, *, is_blind: bool) -> Iterator[dict[str, object]]:
    for one in kinds_not_measured(evidence):
        if is_blind and one.kind in PREDICTED:
            continue
        reason = UNTOLD if is_blind and one.reason not in OPEN else one.reason
        yield {"kind": one.kind, "channel": one.channel, "reason": reason_in_all_languages(reason)}


def reason_in_all_languages(reason: str) -> dict[str, str]:
    """Return a detector's reason in all languages, as far as it is known in them."""
    return in_all_languages(reason) if reason in {*REASONS, UNTOLD} else {"en": reason}
