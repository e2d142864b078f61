"""What was measured of a recording as a whole and of its channels, as tables of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from earmark.audio.evidence.rows import Evidence
from earmark.web.evidence_words import kind_title
from earmark.web.languages import N_, translate
from earmark.web.results.writing import number

_PER_MINUTE: Final = "_per_minute"

MEASURES: Final[dict[str, tuple[str, str, int]]] = {
    "response_latency_p50_s": (N_("response latency, median"), "s", 2),
    "response_latency_p90_s": (N_("response latency, 90th percentile"), "s", 2),
    "response_latency_p95_s": (N_("response latency, 95th percentile"), "s", 2),
    "early_share": (N_("answers in under 0.2 s"), "%", 0),
    "on_time_share": (N_("answers in 0.2 to 2.75 s"), "%", 0),
    "late_share": (N_("answers in 2.75 s and more"), "%", 0),
    "response_rate": (N_("turns of the user that are answered"), "%", 0),
    "yield_latency_p50_s": (N_("time until the agent yields, median"), "s", 2),
    "yield_rate": (N_("barge-ins to which the agent yields within 2 s"), "%", 0),
    "agent_interruptions_per_user_turn": (N_("interruptions by the agent, a turn of the user"), "", 2),
    "overlap_percent": (N_("time in which both speak"), "%", 1),
    "integrated_lufs": (N_("loudness"), "LUFS", 1),
    "momentary_max_lufs": (N_("loudest moment"), "LUFS", 1),
    "short_term_max_lufs": (N_("loudest three seconds"), "LUFS", 1),
    "loudness_range_lu": (N_("loudness range"), "LU", 1),
    "likeness": (N_("likeness of the channels"), "", 2),
    "talk_share": (N_("share of the speech"), "%", 0),
    "speech_s": (N_("speech"), "s", 1),
    "turns": (N_("turns"), "", 0),
    "units_per_minute": (N_("inter-pausal units a minute"), "", 1),
    "syllables_per_second": (N_("syllables a second"), "", 1),
    "pitch_median_hz": (N_("pitch, median"), "Hz", 0),
    "pitch_range_semitones": (N_("pitch range in semitones"), "", 1),
    "speech_level_dbfs": (N_("level of the speech"), "dBFS", 1),
    "noise_floor_dbfs": (N_("noise floor"), "dBFS", 1),
    "snr_db": (N_("signal-to-noise ratio"), "dB", 1),
    "bandwidth_hz": (N_("bandwidth"), "Hz", 0),
    "clipped_percent": (N_("seconds with clipped speech"), "%", 2),
    "channel_lufs": (N_("loudness"), "LUFS", 1),
    "true_peak_dbtp": (N_("true peak"), "dBTP", 1),
}
"""Title, unit and decimals of each measure, in the order in which they stand; shares are told in percent."""


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure with its unit: one text of the whole, or one a channel; empty where it is not measurable."""

    title: str
    unit: str
    values: tuple[str, ...]


def measures_of_whole(evidence: Evidence, language: str) -> list[MeasureRow]:
    """Return what was measured of the recording as one, rates a minute last."""
    return [row for row, is_whole in _rows(evidence, language) if is_whole]


def measures_of_channels(evidence: Evidence, language: str) -> list[MeasureRow]:
    """Return what was measured of each channel, left first."""
    return [row for row, is_whole in _rows(evidence, language) if not is_whole]


def _rows(evidence: Evidence, language: str) -> Iterator[tuple[MeasureRow, bool]]:
    told = {key: translate(language, title) for key, (title, _, _) in MEASURES.items()}
    rates = [key for key in evidence.measures if key.endswith(_PER_MINUTE) and key not in MEASURES]
    for key in (*MEASURES, *sorted(rates)):
        found = evidence.measures.get(key)
        values = found if isinstance(found, list) else [found]
        if all(value is None for value in values):
            continue
        _, unit, digits = MEASURES.get(key, ("", "", 1))
        title = told.get(key) or _rate_title(key, language)
        factor = 100 if key.endswith(("_share", "_rate")) else 1
        texts = ("" if value is None else number(value * factor, digits) for value in values)
        yield MeasureRow(title, unit, tuple(texts)), not isinstance(found, list)


def _rate_title(key: str, language: str) -> str:
    kind = kind_title(key.removesuffix(_PER_MINUTE), language)
    return translate(language, N_("%(kind)s, times a minute")) % {"kind": kind}
