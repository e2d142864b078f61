from __future__ import annotations

import numpy as np
import pytest
import soxr

from earmark import audio
from earmark.audio.evidence.clipping import CLIPPING
from earmark.audio.evidence.rows import EvidenceRow
from sounds import sine
from speech import RATE, speech


def clips_in(samples: np.ndarray, rate: int = RATE) -> tuple[EvidenceRow, ...]:
    return audio.analyse(samples, sample_rate=rate, detectors=[CLIPPING]).of("clip")


def clipped(share: float, ceiling_db: float) -> np.ndarray:
    """Return speech of which such a share of the samples stands at the ceiling."""
    samples = speech(4.0)
    ceiling = np.quantile(np.abs(samples), 1 - share)
    return np.clip(samples, -ceiling, ceiling) * np.float32(10 ** (ceiling_db / 20) / ceiling)


@pytest.mark.parametrize("ceiling_db", [0.0, -6.0, -20.0])
@pytest.mark.parametrize("share", [0.0003, 0.01])
def test_cut_peaks_are_found_at_any_ceiling(share: float, ceiling_db: float) -> None:
    found = clips_in(clipped(share, ceiling_db))
    assert sum(row.value for row in found) == pytest.approx(share * 4 * RATE, rel=0.5)
    assert [row.extra["ceiling_dbfs"] for row in found] == pytest.approx([ceiling_db] * len(found), abs=0.1)
    assert {row.extra["form"] for row in found} == {"hard"}


def test_only_the_cut_stretch_is_told_where_the_rest_is_louder() -> None:
    samples = speech(4.0, "weather-fjord")
    samples[RATE : 2 * RATE] = np.clip(samples[RATE : 2 * RATE] * 2, -0.3, 0.3)
    found = clips_in(samples)
    assert found
    assert all(row.start_s >= 1.0 and row.end_s <= 2.0 for row in found)


@pytest.mark.parametrize(
    "samples",
    [
        speech(4.0, "weather-fjord"),
        speech(4.0, "weather-fjord") * np.float32(2),  # it reaches full scale and goes no further
        sine(RATE, hertz=1000, amplitude=0.8),
        np.rint(speech(4.0, "weather-fjord") * 127) / 127,  # 8 bits: many samples share the highest step
    ],
    ids=["speech", "to full scale", "tone", "8 bits"],
)
def test_what_is_whole_is_not_called_clipped(samples: np.ndarray) -> None:
    assert clips_in(samples.astype(np.float32)) == ()


@pytest.mark.parametrize("hertz", [60, 220])
def test_a_tone_is_not_clipped_however_many_of_its_samples_are_as_high(hertz: int) -> None:
    assert clips_in(sine(16_000, hertz=hertz, seconds=0.5), 16_000) == ()


def test_peaks_pressed_softly_are_told_as_such() -> None:
    pressed = np.tanh(speech(4.0, "weather-fjord") * 8) * np.float32(0.3)
    (row,) = clips_in(pressed)
    assert row.extra["form"] == "soft"


def test_cut_peaks_that_a_resampler_has_bent_are_told() -> None:
    through = soxr.resample(clipped(0.01, -6), RATE, 44_100)
    (row,) = clips_in(through, 44_100)
    assert (row.extra["form"], row.extra["ceiling_dbfs"]) == ("soft", pytest.approx(-6, abs=1))
    assert clips_in(soxr.resample(speech(4.0), RATE, 44_100), 44_100) == ()


def test_severity_goes_by_the_share_of_the_speech() -> None:
    severities = [max(row.severity for row in clips_in(clipped(share, -6))) for share in (0.0003, 0.03)]
    assert severities == [1, 3]
