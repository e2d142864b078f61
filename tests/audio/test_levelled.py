"""What raters hear of a pair, made from a rendition: at a gain, at one rate, in one layout of channels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from earmark.audio import peaks
from earmark.audio.decode import open_sound
from earmark.audio.levelled import RATE_HZ, render_levelled, summed, turned
from sounds import sine, write_sound

LEFT, RIGHT = (sine(16_000, amplitude=of, seconds=0.25, hertz=400) for of in (0.1, 0.3))


def heard(path: Path) -> np.ndarray:
    with open_sound(path) as sound:
        assert sound.sample_rate_hz == RATE_HZ
        return np.concatenate(list(sound.blocks()), axis=1)


@pytest.mark.parametrize(
    ("arrange", "highest"), [(None, [0.05, 0.15]), (turned, [0.15, 0.05]), (summed, [0.2])]
)
def test_channels_come_as_they_are_wanted_and_peaks_are_those_of_what_is_heard(
    tmp_path: Path, arrange: object, highest: list[float]
) -> None:
    source = write_sound(tmp_path / "source.wav", np.stack([LEFT, RIGHT], axis=1), 16_000)
    target, drawn = tmp_path / "out.mp4", tmp_path / "peaks"
    render_levelled(source, target, peaks=drawn, gain_db=-6.02, channels=len(highest), arrange=arrange)
    assert np.abs(heard(target)).max(axis=1) == pytest.approx(highest, abs=0.002)
    shown = peaks.piece_of(drawn, 800, 0)
    assert shown is not None
    values = np.frombuffer(shown, "<i2").reshape(-1, len(highest), 2)
    assert values[..., 1].max(axis=0) / 32_768 == pytest.approx(highest, abs=0.002)


def test_a_peak_that_another_rate_raises_above_full_scale_is_told(tmp_path: Path) -> None:
    between = np.tile(np.array([0.8, 0.8, -0.8, -0.8]), 1000)  # a tone whose tops lie between the samples
    source = write_sound(tmp_path / "source.wav", between, 16_000)
    over = render_levelled(source, tmp_path / "out.mp4", peaks=tmp_path / "peaks", gain_db=0, channels=1)
    assert 0.5 < over < 2.5
