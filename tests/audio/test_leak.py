from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from earmark.audio.leak import find_leak, own_speech
from earmark.audio.stretches import Stretch
from earmark.audio.voice_band import VoiceBand, write_voice_band
from earmark.audio.voice_file import blocks_of
from sounds import DEMO, sine, write_sound

USER, AGENT = 0, 1


@pytest.fixture(scope="module")
def call() -> tuple[np.ndarray, int]:
    """An agent, a user and an agent in 18 s with a little noise, shape (channels, samples)."""
    samples, rate = soundfile.read(DEMO / "calls" / "dinner-fjord.flac", dtype="float32")
    part = samples[9 * rate : 27 * rate]
    noise = np.random.default_rng(3).normal(0, 10 ** (-65 / 20), part.shape)
    return (part + noise).astype(np.float32).T, rate


def band_of(samples: np.ndarray, rate: int, folder: Path) -> VoiceBand:
    return write_voice_band(write_sound(folder / "call.wav", samples.T, rate), folder / "band")


def with_leak(samples: np.ndarray, rate: int, *, gain_db: float, delay_s: float) -> np.ndarray:
    """Let the user's channel hear the agent's."""
    delay = round(delay_s * rate)
    leaked = samples.copy()
    leaked[USER, delay:] += samples[AGENT, : samples.shape[1] - delay] * 10 ** (gain_db / 20)
    return leaked


def test_a_leak_is_found_with_its_level_and_delay_and_only_in_its_direction(
    call: tuple[np.ndarray, int], tmp_path: Path
) -> None:
    samples, rate = call
    band = band_of(with_leak(samples, rate, gain_db=-25, delay_s=0.08), rate, tmp_path)
    leak = find_leak(band, source=AGENT, target=USER)
    assert leak is not None
    assert leak.gain_db == pytest.approx(-25, abs=2)
    assert leak.delay_s == pytest.approx(0.08, abs=0.002)
    assert find_leak(band, source=USER, target=AGENT) is None


def test_a_leak_under_the_noise_has_its_level(call: tuple[np.ndarray, int], tmp_path: Path) -> None:
    samples, rate = call
    band = band_of(with_leak(samples, rate, gain_db=-45, delay_s=0.08), rate, tmp_path)
    leak = find_leak(band, source=AGENT, target=USER)
    assert leak is not None
    assert leak.gain_db == pytest.approx(-45, abs=1.5)


def test_channels_without_a_leak_have_none(call: tuple[np.ndarray, int], tmp_path: Path) -> None:
    band = band_of(*call, tmp_path)
    assert find_leak(band, source=AGENT, target=USER) is None
    assert find_leak(band, source=USER, target=AGENT) is None


def test_of_what_was_taken_for_speech_only_what_is_louder_than_the_leak_stays(
    call: tuple[np.ndarray, int], tmp_path: Path
) -> None:
    samples, rate = call
    band = band_of(with_leak(samples, rate, gain_db=-25, delay_s=0.08), rate, tmp_path)
    leak = find_leak(band, source=AGENT, target=USER)
    assert leak is not None
    spoken = band_of(samples, rate, tmp_path).powers_db[USER] > -50  # where the user is heard over the noise
    kept = own_speech([Stretch(0, band.duration_s)], band, leak)
    inside = np.zeros(len(spoken), bool)
    for one in kept:
        inside[round(one.start_s * 100) : round(one.end_s * 100)] = True
    assert inside[spoken].mean() > 0.97
    assert spoken[inside].mean() > 0.7  # the rest are the short stops within words


def test_too_short_a_call_and_a_dead_channel_have_no_leak_that_could_be_found(
    call: tuple[np.ndarray, int], tmp_path: Path
) -> None:
    samples, rate = call
    short = band_of(with_leak(samples, rate, gain_db=-20, delay_s=0)[:, : 2 * rate], rate, tmp_path)
    assert find_leak(short, source=AGENT, target=USER) is None
    dead = np.stack([np.zeros(rate, np.float32), samples[AGENT, :rate]])
    assert find_leak(band_of(dead, rate, tmp_path), source=AGENT, target=USER) is None


def test_a_voice_band_holds_every_channel_at_16_khz_with_its_levels(tmp_path: Path) -> None:
    stereo = np.stack([sine(48_000, seconds=1.255), sine(48_000, seconds=1.255, amplitude=0.05)])
    band = band_of(stereo, 48_000, tmp_path)
    assert (band.channels, band.duration_s, band.powers_db.shape) == (2, 1.255, (2, 126))
    assert band.level_db(0) == pytest.approx(-9, abs=0.2)
    assert band.level_db(1) == pytest.approx(-29, abs=0.2)
    samples = np.concatenate(list(blocks_of(band.path, channels=2, channel=1)), axis=1)
    assert samples.shape == (1, 126 * 160)
    assert np.abs(samples).max() == pytest.approx(0.05, abs=0.001)
