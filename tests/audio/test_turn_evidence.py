"""What the two sides of a talk do to each other, by the demo's own truth and by made-up spans."""

from __future__ import annotations

import json

import numpy as np
import pytest
import soundfile

from earmark import audio
from earmark.audio.evidence.interruptions import alone, overlaps, spoken_until
from earmark.audio.evidence.latency import answers, unanswered_s
from earmark.audio.evidence.pauses import silences
from earmark.audio.evidence.registry import TURNS
from earmark.audio.evidence.rows import Evidence
from earmark.audio.evidence.talk import Talk
from earmark.audio.turns import CutSettings, Span, parts_of
from proof import IN_PROOF
from sounds import DEMO
from speech import RATE, speech

TRUTH = json.loads((DEMO / "truth.json").read_text(encoding="utf-8"))
CALLS = [f"calls/{one}.flac" for one in ("dentist-fjord", "dinner-meadow", "rebooking-pebble")]
EVERY_CALL = sorted(name for name in TRUTH if name.startswith("calls/"))
KINDS = ("barge_in", "agent_interrupts", "backchannel", "pause_in_turn")


@pytest.fixture(scope="module")
def found() -> dict[str, Evidence]:
    names = EVERY_CALL if IN_PROOF else CALLS
    return {name: audio.analyse(DEMO / name, detectors=TURNS) for name in names}


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_demo_holds_is_found_to_20_ms_and_nothing_else(
    kind: str, found: dict[str, Evidence]
) -> None:
    for name, evidence in found.items():
        truth = [one for one in TRUTH[name]["faults"] if one["kind"] == kind]
        rows = evidence.of(kind)
        told = [value for row in rows for value in (row.start_s, row.end_s, row.value)]
        wanted = [value for one in truth for value in (one["start_s"], one["end_s"], one["value"])]
        assert told == pytest.approx(wanted, abs=0.035), name
        assert {(row.channel, row.role) for row in rows} <= {(1, "agent")}


def test_late_answers_of_the_demo_have_their_latency(found: dict[str, Evidence]) -> None:
    for name, evidence in found.items():
        truth = [one["value"] for one in TRUTH[name]["faults"] if one["kind"] == "response_latency"]
        slow = [row.value for row in evidence.of("response_latency") if row.severity > 1]
        assert slow == pytest.approx(truth, abs=0.02), name


def test_an_early_answer_has_a_latency_below_zero() -> None:
    found = audio.analyse(DEMO / "calls" / "rebooking-pebble.flac", detectors=TURNS)
    first = found.of("response_latency")[0]
    assert first.value == pytest.approx(-1.2, abs=0.02)
    assert (first.severity, first.turn_id, first.scope) == (1, "user-1", "turn")
    assert found.measures["response_latency_p50_s"] == pytest.approx(1.3, abs=0.1)
    assert found.measures["early_share"] == pytest.approx(1 / 5, abs=0.001)


def test_a_talk_is_measured_as_a_whole(found: dict[str, Evidence]) -> None:
    measures = found["calls/dinner-meadow.flac"].measures
    assert sum(share for share in measures["talk_share"]) == pytest.approx(1, abs=0.002)
    assert measures["barge_in_per_minute"] == pytest.approx(60 / 52.88, abs=0.01)
    assert measures["yield_latency_p50_s"] == pytest.approx(1.1, abs=0.02)
    assert measures["yield_rate"] == 1
    assert measures["overlap_percent"] == pytest.approx(100 * 1.1 / 52.88, abs=0.6)


def test_swapped_channels_show_the_same_the_other_way_round(found: dict[str, Evidence]) -> None:
    name = "calls/dentist-fjord.flac"
    samples, rate = soundfile.read(DEMO / name, dtype="int16")
    swapped = audio.analyse(samples.T[::-1], sample_rate=rate, agent_channel=0, detectors=TURNS)
    assert [(row.kind, row.value, row.role) for row in swapped.rows] == [
        (row.kind, row.value, row.role) for row in found[name].rows
    ]
    assert swapped.measures["talk_share"] == found[name].measures["talk_share"][::-1]


def test_one_channel_has_pauses_and_no_turns() -> None:
    still = np.zeros(4 * RATE, np.float32)
    samples = np.concatenate([speech(1.5), still, speech(1.5), still[:RATE], speech(1.5)])
    found = audio.analyse(samples, sample_rate=RATE, detectors=TURNS)
    assert [(row.kind, round(row.value)) for row in found.rows] == [("dead_air", 4), ("pause_in_turn", 1)]
    assert {each.kind for each in found.not_measurable} >= {"response_latency", "barge_in", "overlap"}
    assert all("one channel" in each.reason for each in found.not_measurable)


def talk(user: list[Span], agent: list[Span]) -> Talk:
    return Talk(*parts_of(user, agent), user_channel=0, error_s=0.02, settings=CutSettings())


def test_a_turn_of_the_user_is_answered_by_the_turn_that_begins_next() -> None:
    both = talk(user=[(0, 2), (6, 8), (10, 11)], agent=[(2.5, 4), (12, 13)])
    assert answers(both) == [((0, 2), (2.5, 4)), ((6, 8), None), ((10, 11), (12, 13))]


def test_waiting_in_vain_is_no_response() -> None:
    both = talk(user=[(0, 2), (9, 10), (15, 16)], agent=[(12, 15.5)])
    assert [unanswered_s(both, turn, 20) for turn in both.user.turns] == [7, 2, 4]
    assert unanswered_s(talk(user=[(0, 2)], agent=[(1, 4)]), (0, 2), 20) == 0


def test_overlap_is_where_both_speak() -> None:
    assert overlaps([(0, 2), (5, 6)], [(1, 3), (5.5, 5.7)]) == [(1, 2), (5.5, 5.7)]


def test_yielding_ends_with_half_a_second_of_silence() -> None:
    units = [(0.0, 2.0), (2.3, 3.0), (3.6, 5.0)]
    assert spoken_until(units, 1.0) == 3.0


def test_a_word_alone_has_a_second_of_silence_around_it() -> None:
    assert alone([(0, 0.5), (2, 2.5), (3, 4), (6, 6.3)]) == [(0, 0.5), (6, 6.3)]


def test_silence_counts_from_the_last_of_both() -> None:
    assert silences([(0, 5), (1, 2), (9, 10)], 3) == [(5, 9)]
