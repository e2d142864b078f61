"""Real files show what their README says of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from earmark import audio
from earmark.audio.evidence.bandwidth import BANDWIDTH
from earmark.audio.evidence.clicks import CLICKS
from earmark.audio.evidence.clipping import CLIPPING
from earmark.audio.evidence.dropouts import DROPOUTS
from earmark.audio.evidence.hum import HUM
from earmark.audio.evidence.material import Detector
from earmark.audio.evidence.noise import NOISE
from earmark.audio.evidence.registry import TURNS
from earmark.audio.evidence.repeats import REPEATS
from earmark.audio.evidence.rows import Evidence
from elsewhere import DATA, NEEDS_DATA

AUDIO = DATA / "audio"
FAULTS = (CLIPPING, CLICKS, DROPOUTS, REPEATS, HUM, NOISE, BANDWIDTH)

pytestmark = NEEDS_DATA


@cache
def look(name: str, detectors: Sequence[Detector] = FAULTS) -> Evidence:
    return audio.analyse(AUDIO / name, detectors=detectors)


@cache
def both(name: str) -> Evidence:
    folder = AUDIO / "full-duplex-bench"
    return audio.analyse(folder / f"{name}_user.wav", agent=folder / f"{name}_agent.wav", detectors=TURNS)


def events(found: Evidence) -> list[str]:
    return [row.kind for row in found.rows if row.severity > 0]


@pytest.mark.parametrize(
    ("twin", "damage"),
    [
        ("tanhdistortion", "clip"),
        ("timemask", "dropout"),
        ("repeatpart", "repeat"),
        ("mp3compression", "band_limit"),
        ("addgaussiansnr", "snr"),
    ],
)
def test_a_damaged_file_shows_what_its_clean_twin_does_not(twin: str, damage: str) -> None:
    clean, damaged = (events(look(f"degraded/{twin}_{end}.flac")) for end in ("input", "transformed"))
    assert damage in damaged
    assert damage not in clean
    assert not {"clip", "click", "dropout", "repeat"} & set(clean)


def test_the_dropout_lies_where_the_samples_differ() -> None:
    (row,) = look("degraded/timemask_transformed.flac").of("dropout")
    assert (row.start_s, row.end_s) == (pytest.approx(1.348, abs=0.02), pytest.approx(1.82, abs=0.02))


def test_noise_is_measured_by_its_steady_part() -> None:
    (clean,), (noisy,) = (look(f"degraded/noise_{end}.wav").measures["snr_db"] for end in ("clean", "0db"))
    assert clean > 40
    assert noisy < 20  # its 0 dB are reached by bursts


def test_silence_is_told_and_what_is_left_of_the_formats_has_no_fault() -> None:
    silent = look("formats/digital_silence_float.wav")
    assert silent.rows == ()
    assert {each.kind for each in silent.not_measurable} >= {"clip", "click", "dropout", "hum"}
    streamed = look("formats/jfk_streamed.webm")
    assert streamed.duration_s == pytest.approx(11.0, abs=0.02)
    assert not {"clip", "click", "dropout"} & set(events(streamed))


def test_the_knock_is_the_one_click() -> None:
    (row,) = look("formats/tap.wav").of("click")
    assert row.start_s == pytest.approx(0.108, abs=0.002)


def test_the_agents_longest_silence_is_found() -> None:
    found = look("agent-call-eva/airline_rebooking.mp3", TURNS)
    longest = max(found.of("dead_air"), key=lambda row: row.value)
    assert (longest.start_s, longest.value) == (pytest.approx(234.3, abs=0.3), pytest.approx(18.7, abs=0.3))
    assert longest.severity == 3


def test_both_speak_for_eight_per_cent_of_the_call() -> None:
    found = look("callcentre-stereo/auto_repair_49_full.ogg", TURNS)
    assert found.measures["overlap_percent"] == pytest.approx(8, abs=2.5)


def test_an_interruption_begins_where_the_user_is_heard() -> None:
    (row,) = both("user_interruption").of("barge_in")
    assert row.start_s == pytest.approx(11.10, abs=0.15)
    assert both("user_interruption").of("response_latency")[-1].end_s == pytest.approx(17.2, abs=0.15)


def test_a_smooth_turn_has_its_latency() -> None:
    (row,) = both("smooth_turn_taking").of("response_latency")
    assert (row.start_s, row.end_s) == (pytest.approx(2.01, abs=0.15), pytest.approx(3.36, abs=0.15))


def test_the_agent_that_talks_over_a_pause_interrupts() -> None:
    found = both("pause_handling")
    (row,) = found.of("agent_interrupts")
    assert row.start_s == pytest.approx(1.6, abs=0.15)
    assert [one.start_s for one in found.of("barge_in")] == [pytest.approx(4.0, abs=0.15)]
