from __future__ import annotations

import json
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile

from earmark.audio.decode import UndecodableError
from earmark.audio.peaks import overview
from earmark.audio.rendition import Rendition, render
from sounds import sine, write_sound


def heard_in(path: Path) -> tuple[np.ndarray, int]:
    """Return the 16-bit samples of a rendition, shape (samples, channels), and its rate."""
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        frames = [frame.to_ndarray().reshape(-1, stream.channels) for frame in container.decode(audio=0)]
        return np.concatenate(frames), stream.rate


def rendered(path: Path) -> Rendition:
    """Write the rendition of a file beside it as `b`, and its peaks as `peaks`."""
    return render(path, path.parent / "b", peaks=path.parent / "peaks")


def drawn(folder: Path) -> np.ndarray:
    """Return the lowest and highest samples that are drawn of a rendition, shape (channels, 2, points)."""
    document = json.loads(overview(folder / "peaks"))
    return np.stack([document["min"], document["max"]], axis=1)


@pytest.mark.parametrize("channels", [1, 2])
def test_sixteen_bit_sound_is_kept_sample_for_sample(tmp_path: Path, channels: int) -> None:
    written = np.random.default_rng(1).integers(-32768, 32768, (70_001, channels)).astype(np.int16)
    soundfile.write(tmp_path / "a.wav", written, 44_100)
    rendition = rendered(tmp_path / "a.wav")
    heard, rate = heard_in(tmp_path / "b")
    assert np.array_equal(heard, written)
    assert rate == rendition.sample_rate_hz == 44_100
    assert rendition.source.duration_s == 70_001 / 44_100
    assert json.loads(overview(tmp_path / "peaks"))["duration_s"] == 70_001 / 44_100


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write to")
def test_a_full_disk_is_no_fault_of_the_sound(tmp_path: Path) -> None:
    write_sound(tmp_path / "a.wav", np.random.default_rng(1).uniform(-1, 1, 300_000), 48_000)
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        render(tmp_path / "a.wav", Path("/dev/full"), peaks=tmp_path / "peaks")


def test_a_rate_that_no_browser_plays_is_refused(tmp_path: Path) -> None:
    write_sound(tmp_path / "a.wav", sine(300, hertz=50), 300)
    with pytest.raises(UndecodableError, match=r"^low-rate, rate 300, lowest 3000$"):
        rendered(tmp_path / "a.wav")


def test_samples_beyond_full_scale_stop_there(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", sine(16_000, amplitude=1.2), 16_000, subtype="FLOAT")
    rendition = rendered(tmp_path / "a.wav")
    heard, _ = heard_in(tmp_path / "b")
    expected = np.clip(np.rint(sine(16_000, amplitude=1.2) * 32768), -32768, 32767)
    assert np.array_equal(heard[:, 0], expected)
    assert round(rendition.highest, 3) == 1.2
    assert (drawn(tmp_path).min(), drawn(tmp_path).max()) == (-1, 1)


def test_what_is_no_number_becomes_silence_and_is_counted(tmp_path: Path) -> None:
    samples = np.array([0.5, np.nan, np.inf, -np.inf, -0.5], np.float32)
    soundfile.write(tmp_path / "a.wav", samples, 8000, subtype="FLOAT")
    rendition = rendered(tmp_path / "a.wav")
    heard, _ = heard_in(tmp_path / "b")
    assert heard[:, 0].tolist() == [16384, 0, 0, 0, -16384]
    assert (rendition.not_finite, rendition.highest) == (3, 0.5)


def test_a_rate_above_48_khz_is_brought_to_48_khz_with_pitch_and_length_kept(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.stack([sine(96_000), sine(96_000)], axis=1), 96_000)
    rendition = rendered(tmp_path / "a.wav")
    heard, rate = heard_in(tmp_path / "b")
    assert (rate, heard.shape) == (48_000, (48_000, 2))
    assert np.abs(heard[1000:-1000, 0] / 32768 - sine(48_000)[1000:-1000]).max() < 1e-3
    assert (rendition.source.sample_rate_hz, rendition.sample_rate_hz) == (96_000, 48_000)


def test_a_rendition_carries_no_tags(tmp_path: Path) -> None:
    with soundfile.SoundFile(tmp_path / "a.flac", "w", 8000, 1) as tagged:
        tagged.title, tagged.artist, tagged.comment = "ZEBRAMODEL one", "ZEBRAMODEL two", "ZEBRAMODEL three"
        tagged.write(sine(8000))
    assert (tmp_path / "a.flac").read_bytes().count(b"ZEBRAMODEL") == 3
    rendered(tmp_path / "a.flac")
    assert (tmp_path / "b").read_bytes().count(b"ZEBRAMODEL") == 0
    with av.open(str(tmp_path / "b")) as container:
        brands = {"major_brand": "isom", "minor_version": "512", "compatible_brands": "isomiso2mp41"}
        assert container.metadata == brands
        assert container.streams.audio[0].metadata == {"language": "und", "handler_name": "SoundHandler"}


@pytest.mark.parametrize("seconds", [0.3, 2, 9.3])
def test_every_place_of_a_rendition_can_be_jumped_to(tmp_path: Path, seconds: float) -> None:
    soundfile.write(tmp_path / "a.wav", sine(16_000, seconds=seconds), 16_000)
    rendered(tmp_path / "a.wav")
    with av.open(str(tmp_path / "b")) as container:
        stream = container.streams.audio[0]
        for place in range(0, round(seconds * 16_000), 400):
            container.seek(place, stream=stream)
            frame = next(container.decode(audio=0))
            assert frame.pts <= place < frame.pts + frame.samples


def test_more_than_two_channels_are_refused(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.zeros((800, 6), np.float32), 8000)
    with pytest.raises(UndecodableError, match=r"^channels, count 6$"):
        rendered(tmp_path / "a.wav")


@pytest.mark.parametrize(
    ("suffix", "container", "codec"),
    [
        ("mp3", "mp3", "mp3float"),
        ("ogg", "ogg", "vorbis"),
        ("opus", "ogg", "opus"),
        ("m4a", "mov,mp4,m4a,3gp,3g2,mj2", "aac"),
        ("webm", "matroska,webm", "opus"),
    ],
)
def test_lossy_sound_keeps_its_length_and_level(
    tmp_path: Path, suffix: str, container: str, codec: str
) -> None:
    path = write_sound(tmp_path / f"a.{suffix}", sine(48_000, seconds=2), 48_000)
    rendition = rendered(path)
    assert (rendition.source.container, rendition.source.codec) == (container, codec)
    assert abs(rendition.source.duration_s - 2) <= 0.025  # at most one frame of padding at the end
    assert abs(float(np.median(drawn(tmp_path)[:, 1])) - 0.5) < 0.03  # LAME encodes at 0.95
