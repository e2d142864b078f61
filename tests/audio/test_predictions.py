"""What models predict of the quality: as their authors' own program says it, and where."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise

import numpy as np
import pytest
import soxr

from earmark import audio
from earmark.audio.evidence import material, predictions
from earmark.audio.evidence.predictions import PREDICTED, PREDICTIONS, Judged, chosen_of, spans_of, spread
from earmark.audio.models import dnsmos, plcmos, runner
from speech import RATE, speech


@pytest.fixture(scope="module")
def window() -> np.ndarray:
    """4 s of clean speech at 16 kHz, repeated to fill a window."""
    clip = soxr.resample(speech(4.0), RATE, dnsmos.RATE_HZ)
    return np.resize(clip, dnsmos.WINDOW_SAMPLES)


def test_dnsmos_says_what_the_program_of_its_authors_says(window: np.ndarray) -> None:
    assert dnsmos.p808(window) == pytest.approx(3.7252, abs=0.002)  # speechmos 0.0.1.1 with librosa 0.11
    three = dnsmos.p835(window)
    found = (three.signal, three.background, three.overall)
    assert found == pytest.approx((3.3278, 3.9950, 3.0337), abs=0.002)


def test_plcmos_says_what_the_mean_of_many_raters_says_and_the_same_every_time(window: np.ndarray) -> None:
    clean, lossy = window[:64_000], window[:64_000].copy()
    for start in range(8000, 60_000, 8000):
        lossy[start : start + 800] = 0
    assert plcmos.plcmos(clean) == pytest.approx(4.041, abs=0.05)  # of 60 raters by chance
    assert plcmos.plcmos(lossy) == pytest.approx(3.376, abs=0.05)
    assert plcmos.plcmos(lossy) == plcmos.plcmos(lossy)


def test_networks_are_those_that_were_compared_and_keep_to_one_thread() -> None:
    names = (*dnsmos.NETWORKS, plcmos.NETWORK)
    digests = [sha256(runner.path_of(name).read_bytes()).hexdigest()[:16] for name in names]
    assert digests == DIGESTS
    assert runner.network(names[0]).get_session_options().intra_op_num_threads == 1


DIGESTS = ["9246480c58567bc6", "269fbebdb513aa23", "c0ad3fc64ef9682b"]


def test_windows_follow_one_another_and_half_a_window_at_the_end_counts() -> None:
    assert spans_of(4.0) == [(0.0, 4.0)]
    assert spans_of(20.0) == [(0.0, 9.01), (9.01, 18.02)]
    assert [round(start, 2) for start, _ in spans_of(23.0)] == [0.0, 9.01, 13.99]


def test_of_a_long_call_two_dozen_windows_are_judged_from_its_first_to_its_last() -> None:
    spans = spans_of(900.0)
    assert spread(spans[:24]) == spans[:24]
    chosen = spread(spans)
    assert (len(chosen), chosen[0], chosen[-1]) == (24, spans[0], spans[-1])
    assert max(after[0] - before[0] for before, after in pairwise(chosen)) < 46


def test_the_worst_and_the_middle_one_are_judged_in_three_ways() -> None:
    opinions = (3.9, 2.0, 3.1, 3.0, 3.8, 2.5, 3.5, 2.9)
    windows = [Judged((at, at + 9.0), opinion) for at, opinion in enumerate(opinions)]
    middle, chosen = chosen_of(windows)
    assert (middle[0], [start for start, _ in chosen]) == (2, [1, 2])
    assert chosen_of(windows[:1]) == ((0, 9.0), [(0, 9.0)])


def test_a_recording_has_predictions_that_are_no_events() -> None:
    found = audio.analyse(speech(2.0), sample_rate=RATE, models=True, detectors=[PREDICTIONS])
    assert [(row.kind, row.end_s) for row in found.rows] == [
        ("predicted_mos", 2.0),
        ("predicted_overall", 2.0),
    ]
    assert {(row.severity, row.has_place, row.unit) for row in found.rows} == {(0, False, "MOS")}
    assert all(row.extra["is"] == "a model's prediction" for row in found.rows)
    assert found.measures["predicted_mos"] == [pytest.approx(found.rows[0].value, abs=0.005)]
    assert [one.kind for one in found.not_measurable] == ["predicted_plcmos"]


def test_models_are_asked_only_where_that_is_wanted_and_they_are_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clip = speech(1.0)
    off = audio.analyse(clip, sample_rate=RATE, detectors=[PREDICTIONS])
    assert (off.rows, off.measures, off.not_measurable) == ((), {}, ())
    for module in (predictions, material):
        monkeypatch.setattr(module, "is_installed", lambda: False)
    missing = audio.analyse(clip, sample_rate=RATE, models=True, detectors=[PREDICTIONS])
    assert [one.kind for one in missing.not_measurable] == list(PREDICTED)
    assert "pip install 'earmark[models]'" in missing.not_measurable[0].reason
    assert material.versions_of([PREDICTIONS], models=True) == {"predictions": 0}
