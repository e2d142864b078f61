"""Defects of the signal put into speech are found where they are, and speech alone has none of them."""

from __future__ import annotations

import numpy as np
import pytest
import soundfile
import soxr

from earmark import audio
from earmark.audio.evidence.bandwidth import BANDWIDTH
from earmark.audio.evidence.cuts import CUTS
from earmark.audio.evidence.dropouts import DROPOUTS
from earmark.audio.evidence.hum import HUM
from earmark.audio.evidence.leakage import LEAKAGE
from earmark.audio.evidence.level_steps import LEVEL_STEPS
from earmark.audio.evidence.material import Detector
from earmark.audio.evidence.noise import NOISE
from earmark.audio.evidence.registry import SIGNAL
from earmark.audio.evidence.repeats import REPEATS
from earmark.audio.evidence.rows import Evidence
from earmark.audio.evidence.sibilance import SIBILANCE
from earmark.audio.evidence.trains import TRAINS, best_period
from sounds import DEMO, sine
from speech import RATE, speech


def look(samples: np.ndarray, *detectors: Detector, rate: int = RATE) -> Evidence:
    return audio.analyse(samples.astype(np.float32), sample_rate=rate, detectors=detectors)


def noise(seconds: float, level_db: float, seed: int = 1) -> np.ndarray:
    return (
        np.random.default_rng(seed).normal(0, 10 ** (level_db / 20), round(seconds * RATE)).astype(np.float32)
    )


def loud_place(samples: np.ndarray, seconds: float) -> int:
    """Return where a stretch of this length begins that is loud to both ends."""
    step = RATE // 100
    power = (samples[: len(samples) // step * step].reshape(-1, step) ** 2).mean(axis=1)
    length = round(100 * seconds)
    ends = np.minimum(power[2 : -length - 3], power[length + 2 : -3])
    return (int(np.argmax(ends)) + 2) * step + step // 2


def test_speech_alone_has_no_fault() -> None:
    found = audio.analyse(speech(5.0), sample_rate=RATE, detectors=SIGNAL)
    assert [row for row in found.rows if row.severity > 0] == []


@pytest.mark.parametrize("length_ms", [3, 20, 200])
def test_zeros_within_speech_are_a_dropout_with_its_edges(length_ms: int) -> None:
    samples = speech(4.0)
    start = loud_place(samples, length_ms / 1000)
    samples[start : start + length_ms * RATE // 1000] = 0
    (row,) = look(samples, DROPOUTS).rows
    assert (row.start_s, row.end_s) == pytest.approx(
        (start / RATE, start / RATE + length_ms / 1000), abs=0.0003
    )
    assert (row.value, row.extra["form"]) == (pytest.approx(length_ms, abs=0.4), "zeros")


def test_a_hole_filled_with_noise_is_a_dip() -> None:
    samples = speech(4.0) + noise(4.0, -75)
    start = loud_place(samples, 0.04)
    samples[start : start + RATE // 25] = noise(0.04, -65, seed=2)
    (row,) = look(samples, DROPOUTS).rows
    assert (row.start_s, row.value) == (pytest.approx(start / RATE, abs=0.002), pytest.approx(40, abs=4))
    assert row.extra["form"] == "dip"


def test_less_of_a_fall_is_a_dip_if_what_fills_the_hole_is_steady() -> None:
    samples = speech(4.0)
    start = loud_place(samples, 0.04)
    hole = slice(start, start + RATE // 25)
    edges = np.concatenate([samples[start - 96 : start], samples[hole.stop : hole.stop + 96]])
    level = 20 * np.log10(np.sqrt((edges**2).mean())) - 26
    samples[hole] = noise(0.04, level, seed=2)
    (row,) = look(samples, DROPOUTS).rows
    assert (row.start_s, row.value) == (pytest.approx(start / RATE, abs=0.002), pytest.approx(40, abs=4))
    samples[hole] *= np.repeat([1, 3, 1, 3], RATE // 100)
    assert look(samples, DROPOUTS).rows == ()


def test_a_hole_with_faded_edges_is_a_dropout_however_few_its_zeros() -> None:
    samples = speech(4.0)
    start, fade, still = loud_place(samples, 0.005), RATE // 500, RATE // 1000
    shape = np.concatenate([np.linspace(1, 0, fade), np.zeros(still), np.linspace(0, 1, fade)])
    samples[start : start + len(shape)] *= shape
    (row,) = look(samples, DROPOUTS).rows
    assert row.start_s == pytest.approx(start / RATE + 0.002, abs=0.001)


def test_a_gap_before_which_a_voice_has_died_away_is_its_own() -> None:
    samples = speech(4.0)
    start, edge = loud_place(samples, 0.02), RATE // 250
    samples[start : start + edge] *= 0.003
    samples[start + edge : start + 3 * edge] = 0
    samples[start + 3 * edge : start + 4 * edge] *= np.linspace(0, 1, edge)
    assert look(samples, DROPOUTS).rows == ()


@pytest.mark.parametrize(("fade_s", "found"), [(0.0, 1), (0.01, 0)])
def test_a_gate_shuts_after_the_noise_has_gone_and_a_hole_before(fade_s: float, found: int) -> None:
    samples, gate = np.concatenate([speech(2.0), np.zeros(RATE)]) + noise(3.0, -50), np.ones(3 * RATE)
    start, fade = round(2.4 * RATE), round(fade_s * RATE)
    gate[start - fade : start + fade + RATE // 10] = 0.2
    gate[start : start + RATE // 10] = 0
    assert len(look(samples * gate, DROPOUTS).rows) == found


def test_a_pause_that_speech_decays_into_is_no_dropout() -> None:
    parts = [speech(1.5), speech(1.5, "weather-fjord")]
    for part in parts:
        part[:480] *= np.linspace(0, 1, 480)
        part[-2400:] *= np.linspace(1, 0, 2400) ** 2
    gap = np.zeros(RATE // 4, np.float32)
    assert look(np.concatenate([parts[0], gap, parts[1]]), DROPOUTS).rows == ()


def test_stops_of_zeros_are_the_way_of_a_voice_and_lost_packets_are_not() -> None:
    chance, samples = np.random.default_rng(1), speech(5.0)
    places = np.arange(0.2, 4.8, 0.2) * RATE
    lengths = {"stops": chance.uniform(0.011, 0.08, len(places)), "packets": np.full(len(places), 0.02)}
    found = {}
    for name, each in lengths.items():
        broken = samples.copy()
        for place, length in zip(places.astype(int), each, strict=True):
            broken[place : place + round(length * RATE)] = 0
        found[name] = look(broken, DROPOUTS)
    assert len(found["packets"].rows) > 10
    assert found["stops"].rows == ()
    assert [each.kind for each in found["stops"].not_measurable] == ["dropout"]


def test_dips_of_a_voice_that_dies_away_are_its_own_and_sudden_ones_are_not() -> None:
    found = {}
    for name, fade_ms in (("dies away", (0.4, 0.2, 0.1)), ("sudden", (1, 1, 1))):
        samples = np.tile(speech(4.0), 5)
        start, ms = loud_place(samples[: 4 * RATE], 0.016), RATE // 1000
        places = range(start, len(samples), 4 * RATE)
        for place, length in zip(places, (9, 12, 8, 11, 14), strict=True):
            samples[place - 3 * ms : place] *= np.repeat(fade_ms, ms)
            samples[place : place + length * ms] = 0
        found[name] = look(samples + noise(20.0, -65), DROPOUTS)
    assert found["dies away"].rows == ()
    assert len(found["sudden"].rows) == 5


def test_losses_as_long_as_one_another_are_told_however_many_they_are() -> None:
    samples = speech(5.0) + noise(5.0, -75)
    places = range(RATE // 2, len(samples) - RATE // 2, RATE * 11 // 40)
    loud = [at for at in places if min(np.abs(samples[at + off :][:240]).max() for off in (-240, 480)) > 0.05]
    for place in loud:
        samples[place : place + RATE // 50] = noise(0.02, -65, seed=place)
    found = look(samples, DROPOUTS)
    assert len(loud) > 5
    assert len(found.rows) >= len(loud) - 2
    assert found.not_measurable == ()


def test_the_dropouts_of_the_demo_are_found() -> None:
    found = audio.analyse(DEMO / "clips" / "parcel-pebble.flac", detectors=[DROPOUTS])
    assert [row.start_s for row in found.rows] == pytest.approx([0.955, 1.963, 2.918, 3.82], abs=0.001)


@pytest.mark.parametrize("length_ms", [10, 40])
def test_a_packet_that_is_played_again_is_a_repeat(length_ms: int) -> None:
    samples, length = speech(4.0), length_ms * RATE // 1000
    start = loud_place(samples, length_ms / 1000)
    samples[start : start + length] = samples[start - length : start]
    (row,) = look(samples, REPEATS).rows
    assert (row.start_s, row.value) == (
        pytest.approx(start / RATE, abs=0.0003),
        pytest.approx(length_ms, abs=0.3),
    )
    assert row.extra == {"form": "packet", "lag_ms": length_ms}


def test_a_piece_of_a_word_that_comes_again_is_a_stutter_and_a_held_tone_is_none() -> None:
    samples, length = speech(4.0), RATE // 2
    start = loud_place(samples, 0.5)
    stuttering = np.concatenate([samples[:start], samples[start - length :]])
    (row,) = look(stuttering, REPEATS).rows
    assert row.extra["form"] == "stutter"
    assert row.extra["lag_ms"] == pytest.approx(500, abs=1)
    assert start / RATE - 0.05 <= row.start_s <= row.end_s <= start / RATE + 0.6
    tone = sine(RATE, seconds=2, hertz=1000, amplitude=0.2)
    assert look(np.concatenate([samples, tone]), REPEATS).rows == ()


def test_seams_that_come_back_are_a_train_with_its_period() -> None:
    samples = speech(4.0)
    period, gap = round(0.32 * RATE), round(0.00533 * RATE)
    for start in range(period, len(samples) - gap, period):
        samples[start : start + gap] = 0
    (row,) = look(samples, TRAINS).rows
    assert row.value == pytest.approx(320, abs=1)
    assert row.extra["count"] == 12
    assert row.extra["gap_ms"] == pytest.approx(5.3, abs=0.3)


def test_a_train_is_found_that_begins_late_or_has_a_long_hole() -> None:
    others = np.cumsum(np.random.default_rng(5).uniform(0.02, 0.15, 20))
    late = 2 + 0.32 * np.arange(12)
    holed = np.concatenate([late, late[-1] + 0.32 * np.arange(24, 30)])
    for times in (np.sort(np.concatenate([others, late])), holed):
        found = best_period(times)
        assert found is not None
        assert found[0] == pytest.approx(0.32, abs=0.001)
        assert len(found[1]) >= 12
    assert best_period(others) is None


def test_speech_that_breaks_off_is_cut_at_its_end() -> None:
    samples = speech(4.0)
    end = loud_place(samples, 0.01)
    (row,) = look(samples[:end], CUTS).rows
    assert (row.kind, row.end_s) == ("cutoff", pytest.approx(end / RATE, abs=0.001))
    padded = np.concatenate([samples[:end], np.zeros(RATE)])
    assert [each.kind for each in look(padded, CUTS).rows] == ["cutoff"]


def test_a_word_without_a_pause_is_cut_and_noise_over_it_is_not() -> None:
    word = speech(4.0)[round(1.7 * RATE) : round(2.2 * RATE)]
    assert "cutoff" in {each.kind for each in look(word, CUTS).rows}
    assert look(word + noise(0.5, -12), CUTS).rows == ()


def test_speech_that_begins_within_a_wave_starts_late() -> None:
    samples = speech(4.0)
    start = loud_place(samples, 0.01)
    start += int(np.argmax(np.abs(samples[start : start + 240])))
    fading = samples[start:] * np.minimum(1, np.arange(len(samples) - start)[::-1] / 2400)
    (row,) = look(fading, CUTS).rows
    assert (row.kind, row.start_s) == ("late_start", 0)


@pytest.mark.parametrize("base", [50, 60])
def test_hum_is_told_with_its_base(base: int) -> None:
    samples = np.tile(speech(5.0), 2) + noise(10.0, -75)
    hum = sum(sine(RATE, seconds=10, hertz=base * k, amplitude=0.003 / k) for k in (1, 2, 3))
    (row,) = look(samples + hum, HUM).rows
    assert row.extra["base_hz"] == base
    assert row.value == pytest.approx(20 * np.log10(0.003 / np.sqrt(2)) + 1.3, abs=2)
    assert look(samples, HUM).rows == ()


def test_hum_that_nobody_hears_beside_the_speech_is_none() -> None:
    samples, hum = noise(8.0, -90), sine(RATE, seconds=8, hertz=60, amplitude=0.001)
    samples[:RATE] += speech(1.0)
    assert [row.kind for row in look(samples + hum, HUM).rows] == ["hum"]
    assert look(samples + hum / 10, HUM).rows == ()


@pytest.mark.parametrize("ratio_db", [5, 15, 30])
def test_the_ratio_of_speech_to_noise_is_measured(ratio_db: int) -> None:
    still = np.zeros(RATE // 2)
    samples = np.concatenate([speech(5.0), still])
    (level,) = look(samples, NOISE).measures["speech_level_dbfs"]
    found = look(samples + noise(5.17 + 0.5, level - ratio_db)[: len(samples)], NOISE)
    assert found.measures["snr_db"] == [pytest.approx(ratio_db, abs=1.5)]


def test_speech_is_active_for_a_fifth_of_a_second_after_it_as_p56_defines() -> None:
    bursts = noise(6.0, -20) * (np.arange(6 * RATE) // (RATE // 2) % 2)
    found = look(bursts + np.roll(noise(6.0, -40), 1), NOISE).measures
    assert found["snr_db"] == [pytest.approx(20 + 10 * np.log10(0.5 / 0.7), abs=0.3)]
    assert found["noise_floor_dbfs"] == [pytest.approx(-40, abs=0.3)]


def test_noise_in_pauses_of_digital_silence_is_not_measurable() -> None:
    samples = np.where(np.abs(speech(4.0)) < 0.02, 0, speech(4.0))
    samples[RATE : 2 * RATE] = 0
    found = look(samples, NOISE)
    assert found.measures["snr_db"] == [None]
    assert {each.kind for each in found.not_measurable} == {"noise_floor", "snr"}


@pytest.mark.parametrize("narrow", [6800, 16_000])
def test_the_reach_of_a_narrow_sound_is_measured(narrow: int) -> None:
    samples = speech(4.0) + noise(4.0, -60)
    through = soxr.resample(soxr.resample(samples, RATE, narrow), narrow, RATE)
    (row,) = look(through, BANDWIDTH).rows
    assert row.value == pytest.approx(narrow / 2, rel=0.05)
    assert row.extra["file_hz"] == RATE / 2
    assert look(samples, BANDWIDTH).rows == ()


@pytest.mark.parametrize("rate", [8000, 16_000, RATE])
def test_the_edge_of_the_telephone_band_is_told_to_two_per_cent_at_any_rate(rate: int) -> None:
    wide = speech(4.0) + noise(4.0, -60)
    spectrum = np.fft.rfft(wide) * (np.fft.rfftfreq(len(wide), 1 / RATE) < 3400)
    samples = soxr.resample(np.fft.irfft(spectrum), RATE, rate)
    found = audio.analyse(samples, sample_rate=rate, detectors=[BANDWIDTH])
    assert found.measures["bandwidth_hz"] == [pytest.approx(3400, rel=0.02)]


def test_a_sharp_sibilant_is_told() -> None:
    samples = speech(5.0)
    hiss = soxr.resample(np.random.default_rng(3).normal(0, 0.35, 2 * RATE), 2 * RATE, RATE)[: RATE // 10]
    samples[RATE : RATE + len(hiss)] += np.diff(hiss, prepend=0)
    (row,) = look(samples, SIBILANCE).rows
    assert row.start_s == pytest.approx(1.0, abs=0.02)
    assert look(speech(4.0), SIBILANCE).rows == ()
    assert [each.kind for each in look(speech(4.0), SIBILANCE, rate=8000).not_measurable] == ["sibilant"]


def test_a_step_of_the_level_moves_speech_and_noise() -> None:
    samples = np.tile(speech(5.0), 2) + noise(10.0, -60)
    stepped = samples.copy()
    stepped[5 * RATE :] *= np.float32(10 ** (-6 / 20))
    (row,) = look(stepped, LEVEL_STEPS).rows
    assert row.value == pytest.approx(-6, abs=1.5)
    assert row.start_s == pytest.approx(5, abs=0.6)
    assert look(samples, LEVEL_STEPS).rows == ()


def test_a_step_between_two_turns_is_told_over_the_pause() -> None:
    turn, pause = speech(4.0), np.zeros(6 * RATE, np.float32)
    samples = np.concatenate([turn, pause, turn]) + noise(14.0, -60)
    stepped = np.where(np.arange(len(samples)) < 7 * RATE, samples, samples * np.float32(10 ** (-4 / 20)))
    (row,) = look(stepped, LEVEL_STEPS).rows
    assert row.value == pytest.approx(-4, abs=0.5)
    assert 4 < row.start_s < 10
    assert look(samples, LEVEL_STEPS).rows == ()


def test_a_voice_that_rises_over_the_same_noise_is_no_step() -> None:
    samples = np.tile(speech(5.0), 2)
    samples[5 * RATE :] *= np.float32(10 ** (-6 / 20))
    assert look(samples + noise(10.0, -60), LEVEL_STEPS).rows == ()


@pytest.fixture(scope="module")
def call() -> tuple[np.ndarray, int]:
    samples, rate = soundfile.read(DEMO / "calls" / "dinner-fjord.flac", dtype="float32", stop=30 * 16_000)
    return samples.T, rate


def test_a_leak_is_found_with_its_delay_and_gain(call: tuple[np.ndarray, int]) -> None:
    channels, rate = call
    room = np.random.default_rng(1).normal(0, 0.0003, channels.shape).astype(np.float32)
    leaky = channels + room
    delay = round(0.08 * rate)
    leaky[0, delay:] += channels[1, :-delay] * np.float32(10 ** (-30 / 20))
    (row,) = look(leaky, LEAKAGE, rate=rate).of("leak")
    assert (row.channel, row.extra["source"]) == (0, 1)
    assert row.extra["delay_ms"] == pytest.approx(80, abs=2)
    assert row.value == pytest.approx(-30, abs=2)
    assert look(channels + room, LEAKAGE, rate=rate).of("leak") == ()


def test_one_sound_on_both_channels_is_told() -> None:
    found = look(np.stack([speech(), speech() * 0.8]), LEAKAGE)
    assert [row.kind for row in found.rows] == ["same_sound"]
    assert [each.kind for each in found.not_measurable] == ["leak"]
