from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from earmark.audio.peaks import LEVELS, PIECE_POINTS, BrokenPeaksError, PeaksFile, overview, piece_of


def write_peaks(path: Path, samples: np.ndarray, rate: int, *, block: int = 1 << 16) -> Path:
    with PeaksFile(path, sample_rate_hz=rate, channels=len(samples)) as drawn:
        for start in range(0, samples.shape[1], block):
            drawn.write(samples[:, start : start + block])
    return path


def noise(samples: int) -> np.ndarray:
    return np.random.default_rng(3).integers(-32768, 32768, (2, samples)).astype(np.int16)


def by_definition(samples: np.ndarray, rate: int, level: int) -> np.ndarray:
    points = np.arange(samples.shape[1]) * level // rate
    stretches = np.split(samples, np.flatnonzero(np.diff(points)) + 1, axis=1)
    return np.stack([np.stack([one.min(axis=1), one.max(axis=1)], axis=-1) for one in stretches])


def level_of(path: Path, level: int) -> np.ndarray:
    pieces = [piece_of(path, level, number) or b"" for number in range(3)]
    return np.frombuffer(b"".join(pieces), "<i2").reshape(-1, 2, 2)


@pytest.mark.parametrize("rate", [3000, 11_025, 47_999])
@pytest.mark.parametrize("block", [7, 160, 1000, 100_000])
def test_each_level_holds_the_extremes_of_its_stretches_whatever_the_blocks(
    tmp_path: Path, rate: int, block: int
) -> None:
    samples = noise(2345)
    path = write_peaks(tmp_path / "peaks", samples, rate, block=block)
    for level in LEVELS:
        assert np.array_equal(level_of(path, level), by_definition(samples, rate, level))


def test_a_long_recording_comes_in_pieces_of_the_levels_that_its_short_document_names(tmp_path: Path) -> None:
    samples = noise(3000 * 401)
    path = write_peaks(tmp_path / "peaks", samples, 3000)
    document = json.loads(overview(path))
    assert (document["points_per_second"], document["finer"], len(document["min"][0])) == (5, [50, 800], 2005)
    second = by_definition(samples[:, 3000 * 20 :][:, : 3000 * 2], 3000, 800)  # of 20.48 s to 22 s
    assert len(piece_of(path, 800, 0) or b"") == PIECE_POINTS * 8
    assert (piece_of(path, 800, 1) or b"").startswith(second[PIECE_POINTS - 16_000 :].astype("<i2").tobytes())
    assert len(piece_of(path, 50, 1) or b"") == (401 * 50 - PIECE_POINTS) * 8


@pytest.mark.parametrize(("level", "number"), [(50, 1), (50, -1), (50, 10**30), (49, 0), (0, 0)])
def test_there_is_no_piece_beyond_the_recording_and_no_other_level(
    tmp_path: Path, level: int, number: int
) -> None:
    assert piece_of(write_peaks(tmp_path / "peaks", noise(300), 3000), level, number) is None


def test_a_sine_peaks_at_its_amplitude_and_the_document_says_so_with_three_decimals(tmp_path: Path) -> None:
    sine = 0.5 * np.sin(2 * np.pi * 100 * np.arange(8000) / 8000)  # ten periods a point
    samples = np.rint(np.stack([sine, np.zeros(8000)]) * 32768).astype(np.int16)
    assert json.loads(overview(write_peaks(tmp_path / "peaks", samples, 8000))) == {
        "version": 2,
        "channels": 2,
        "duration_s": 1.0,
        "points_per_second": 50,
        "min": [[-0.5] * 50, [0.0] * 50],
        "max": [[0.5] * 50, [0.0] * 50],
        "finer": [800],
        "piece_points": 16_384,
    }


def test_no_samples_make_no_points(tmp_path: Path) -> None:
    path = write_peaks(tmp_path / "peaks", np.empty((1, 0), np.int16), 8000)
    assert json.loads(overview(path))["min"] == [[]]
    assert piece_of(path, 800, 0) is None


def test_a_document_of_the_first_version_is_given_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "peaks").write_bytes(b'{"version":1,"points_per_second":50}')
    assert overview(tmp_path / "peaks") == b'{"version":1,"points_per_second":50}'
    assert piece_of(tmp_path / "peaks", 50, 0) is None


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "peaks").write_bytes(b"RIFF")
    with pytest.raises(BrokenPeaksError, match="damaged in the object store"):
        overview(tmp_path / "peaks")
