"""What is done to a whole recording, and is no defect, changes none of its events."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import soundfile
import soxr

from earmark import audio
from earmark.audio.evidence import clicks, dropouts, extremes
from earmark.audio.evidence.clicks import CLICKS
from earmark.audio.evidence.cuts import CUTS
from earmark.audio.evidence.dropouts import DROPOUTS
from earmark.audio.evidence.registry import DETECTORS as ALL
from earmark.audio.evidence.repeats import REPEATS
from earmark.audio.evidence.trains import TRAINS
from proof import IN_PROOF
from sounds import DEMO
from speech import RATE, speech

DETECTORS = (CLICKS, DROPOUTS, REPEATS, CUTS, TRAINS)
Change = Callable[[np.ndarray], np.ndarray]


def damaged(name: str) -> np.ndarray:
    """Return speech with two clicks and two dropouts; it ends softly."""
    samples = speech(4.0, name) * np.float32(0.5)
    samples[-2400:] *= np.linspace(1, 0, 2400, dtype=np.float32) ** 2
    loud = np.flatnonzero(np.abs(samples) > 0.08)
    for place in (loud[len(loud) // 4], loud[3 * len(loud) // 4]):
        samples[place : place + 480] = 0
    for place in (loud[len(loud) // 3], loud[len(loud) // 2]):
        samples[place] += 0.45
    return samples


def events(samples: np.ndarray, rate: int = RATE, *, late_s: float = 0.0) -> list[tuple[str, int]]:
    """Return kind and place in steps of 5 ms."""
    found = audio.analyse(samples.astype(np.float32), sample_rate=rate, detectors=DETECTORS)
    return [(row.kind, round(200 * (row.start_s - late_s))) for row in found.rows]


def near(one: list[tuple[str, int]], other: list[tuple[str, int]]) -> bool:
    pairs = zip(one, other, strict=True)
    return len(one) == len(other) and all(a[0] == b[0] and abs(a[1] - b[1]) <= 1 for a, b in pairs)


NAMES = ("parcel-meadow", "weather-fjord", "subway-fjord", "museum-fjord") if IN_PROOF else ("parcel-meadow",)
GAINS = (-12, -6, 3, 6) if IN_PROOF else (-12, 6)
RATES = (8000, 16_000, 22_050, 32_000, 44_100, 48_000) if IN_PROOF else (8000, 16_000, 48_000)


@pytest.fixture(scope="module", params=NAMES)
def whole(request: pytest.FixtureRequest) -> tuple[np.ndarray, list[tuple[str, int]]]:
    samples = damaged(request.param)
    found = events(samples)
    assert {kind for kind, _ in found} >= {"click", "dropout"}
    return samples, found


@pytest.mark.parametrize("gain_db", GAINS)
def test_a_gain(whole: tuple[np.ndarray, list[tuple[str, int]]], gain_db: int) -> None:
    samples, found = whole
    assert events(samples * np.float32(10 ** (gain_db / 20))) == found


def test_silence_before_and_after(whole: tuple[np.ndarray, list[tuple[str, int]]]) -> None:
    samples, found = whole
    still = np.zeros(RATE, np.float32)
    assert near(events(np.concatenate([still, samples, still]), late_s=1.0), found)


@pytest.mark.parametrize("rate", RATES)
def test_another_rate(whole: tuple[np.ndarray, list[tuple[str, int]]], rate: int) -> None:
    samples, found = whole
    kept = [event for event in found if event[0] == "dropout"]
    assert near(
        [one for one in events(soxr.resample(samples, RATE, rate), rate) if one[0] == "dropout"], kept
    )


def test_the_other_channel(whole: tuple[np.ndarray, list[tuple[str, int]]]) -> None:
    samples, found = whole
    silent = np.zeros_like(samples)
    assert events(np.stack([samples, silent])) == events(np.stack([silent, samples])) == found


def test_the_same_again(whole: tuple[np.ndarray, list[tuple[str, int]]]) -> None:
    samples, found = whole
    pause = np.zeros(3 * RATE, np.float32)  # longer than any dropout
    later = round(200 * (len(samples) + len(pause)) / RATE)
    twice = [*found, *((kind, place + later) for kind, place in found)]
    assert near(events(np.concatenate([samples, pause, samples])), twice)


def test_the_size_of_blocks(
    whole: tuple[np.ndarray, list[tuple[str, int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    samples, found = whole
    monkeypatch.setattr(clicks, "_STEPS_AT_ONCE", 300)
    monkeypatch.setattr(clicks, "_STEPS_IN_CACHE", 70)
    monkeypatch.setattr(extremes, "_STEPS_AT_ONCE", 90)
    monkeypatch.setattr(dropouts, "_STEPS_AT_ONCE", 700)
    monkeypatch.setattr(dropouts, "_BLOCK", 5000)
    assert events(samples) == found


CALL = DEMO / "calls" / "dinner-meadow.flac"


@pytest.mark.skipif(not IN_PROOF, reason="a whole talk, by all detectors, many times")
@pytest.mark.parametrize("change", ["gain", "silence before"])
def test_a_talk_shows_the_same_turns_and_voices(change: str) -> None:
    samples, rate = soundfile.read(CALL, dtype="float32")
    late = 2.0 if change == "silence before" else 0.0
    still = np.zeros((round(late * rate), 2), np.float32)
    changed = np.concatenate([still, samples * np.float32(0.5 if change == "gain" else 1)]).T
    found, again = (audio.analyse(one, sample_rate=rate, detectors=ALL) for one in (samples.T, changed))
    kinds = {"response_latency", "barge_in", "backchannel", "pause_in_turn", "overlap", "speaking_rate"}
    one = [(row.kind, row.start_s, row.value) for row in found.rows if row.kind in kinds]
    other = [(row.kind, row.start_s - late, row.value) for row in again.rows if row.kind in kinds]
    assert [kind for kind, _, _ in other] == [kind for kind, _, _ in one]
    assert np.array([row[1:] for row in other]) == pytest.approx(np.array([row[1:] for row in one]), abs=0.1)
