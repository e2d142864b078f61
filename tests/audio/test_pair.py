from __future__ import annotations

import resource
from pathlib import Path

import numpy as np
import pytest
import soundfile

from earmark.audio.decode import UndecodableError
from earmark.audio.notes import note
from earmark.audio.pair import Pair, open_pair
from sounds import sine, write_sound


def heard(user: Path, agent: Path) -> tuple[np.ndarray, Pair]:
    with open_pair(user, agent) as pair:
        return np.concatenate(list(pair.blocks()), axis=1), pair


def test_the_user_is_left_the_agent_right_and_the_shorter_one_is_silent_at_its_end(tmp_path: Path) -> None:
    user = write_sound(tmp_path / "u.wav", sine(16_000, seconds=0.5), 16_000)
    agent = write_sound(tmp_path / "a.flac", sine(16_000, hertz=300, seconds=0.8), 16_000)
    samples, pair = heard(user, agent)
    assert samples.shape == (2, 12_800)
    assert np.abs(samples[0, :8000] - sine(16_000, seconds=0.5)).max() < 1e-4
    assert np.abs(samples[1] - sine(16_000, hertz=300, seconds=0.8)).max() < 1e-4
    assert not samples[0, 8000:].any()
    assert pair.info.duration_s == 0.8
    assert pair.info.mended == (note("shorter-user", seconds=0.3),)
    assert [(part.container, part.channels) for part in pair.parts] == [("wav", 1), ("flac", 1)]


def test_two_rates_come_to_the_higher_one_on_one_clock(tmp_path: Path) -> None:
    user = write_sound(tmp_path / "u.wav", sine(48_000, hertz=500), 48_000)
    agent = write_sound(tmp_path / "a.wav", sine(8000, hertz=500), 8000)
    samples, pair = heard(user, agent)
    assert (pair.sample_rate_hz, samples.shape) == (48_000, (2, 48_000))
    assert np.abs(samples[0] - samples[1])[2000:-2000].max() < 1e-3
    [repair] = pair.info.mended
    assert repair == note("two-rates", user=48_000, agent=8000, heard=48_000)


def test_rates_above_48_khz_and_two_channels_a_side_are_brought_down(tmp_path: Path) -> None:
    user = write_sound(tmp_path / "u.wav", np.stack([sine(96_000), -0.5 * sine(96_000)], axis=1), 96_000)
    agent = write_sound(tmp_path / "a.wav", sine(96_000), 96_000)
    samples, pair = heard(user, agent)
    assert samples.shape == (2, 48_000)
    assert np.abs(samples[0] - 0.25 * samples[1])[1000:-1000].max() < 1e-3
    assert pair.info.mended[1] == note("mean-heard-user")


def test_a_fault_names_the_file_it_lies_in(tmp_path: Path) -> None:
    good = write_sound(tmp_path / "u.wav", sine(8000))
    (tmp_path / "a.wav").write_bytes(b"RIFF")
    late = write_sound(tmp_path / "late.mp3", sine(8000))
    late.write_bytes(np.random.default_rng(1).bytes(1_000_000))
    for user, agent in ((good, tmp_path / "a.wav"), (tmp_path / "a.wav", good), (good, late), (late, good)):
        with pytest.raises(UndecodableError) as fault:
            heard(user, agent)
        assert fault.value.path == ({user, agent} - {good}).pop()


def test_memory_does_not_grow_with_the_length(tmp_path: Path) -> None:
    for name, rate in (("u.wav", 8000), ("a.wav", 16_000)):
        with soundfile.SoundFile(tmp_path / name, "w", rate, 1) as out:
            for _ in range(4):
                out.write(np.zeros(60 * rate, np.int16))
    with open_pair(tmp_path / "u.wav", tmp_path / "a.wav") as pair:
        blocks = pair.blocks()
        next(blocks)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert sum(block.shape[1] for block in blocks) > 230 * 16_000
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 15_000  # kB; all of it would be 31 MB
