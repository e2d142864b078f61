from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from earmark.audio.decode import BLOCK_SAMPLES, SoundInfo, UndecodableError, open_sound
from earmark.audio.notes import SoundNote, note


def noise(samples: int, channels: int) -> np.ndarray:
    return np.random.default_rng(7).integers(-32768, 32768, (samples, channels)).astype(np.int16)


def decoded(path: Path) -> tuple[np.ndarray, SoundInfo]:
    with open_sound(path) as sound:
        samples = np.concatenate(list(sound.blocks()), axis=1)
        return samples, sound.info


@pytest.mark.parametrize(("suffix", "codec"), [("wav", "pcm_s16le"), ("flac", "flac"), ("aiff", "pcm_s16be")])
@pytest.mark.parametrize("channels", [1, 2])
def test_sixteen_bit_sound_comes_out_sample_for_sample(
    tmp_path: Path, suffix: str, codec: str, channels: int
) -> None:
    written = noise(22_051, channels)
    path = tmp_path / f"a.{suffix}"
    soundfile.write(path, written, 22_050)
    samples, info = decoded(path)
    assert np.array_equal(samples, written.T / np.float32(32768))
    assert info == SoundInfo(22_050, channels, 22_051 / 22_050, suffix, codec, 0)


@pytest.mark.parametrize(
    ("subtype", "codec", "step"),
    [
        ("PCM_U8", "pcm_u8", 2**-7),
        ("PCM_24", "pcm_s24le", 2**-23),
        ("PCM_32", "pcm_s32le", 2**-23),  # as fine as 32-bit fractions are near full scale
        ("FLOAT", "pcm_f32le", 0),
        ("DOUBLE", "pcm_f64le", 0),
        ("ULAW", "pcm_mulaw", 2**-5),
        ("ALAW", "pcm_alaw", 2**-5),
    ],
)
@pytest.mark.parametrize("form", ["WAV", "WAVEX"])
def test_every_way_to_write_a_sample_in_a_wav_is_read_as_finely_as_it_is_written(
    tmp_path: Path, subtype: str, codec: str, step: float, form: str
) -> None:
    rate = 8000 if form == "WAV" else 96_000
    written = noise(rate // 10, 2).astype(np.float32) / 40_000
    soundfile.write(tmp_path / "a.wav", written, rate, subtype=subtype, format=form)
    samples, info = decoded(tmp_path / "a.wav")
    assert (info.codec, info.sample_rate_hz, info.duration_s) == (codec, rate, 0.1)
    assert np.abs(samples - written.T).max() <= step


def test_blocks_have_one_size_but_for_the_last(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", noise(2 * BLOCK_SAMPLES + 5, 2), 8000)
    with open_sound(tmp_path / "a.wav") as sound:
        assert [block.shape for block in sound.blocks()] == [(2, BLOCK_SAMPLES), (2, BLOCK_SAMPLES), (2, 5)]


def test_content_counts_and_not_the_name(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.flac", noise(800, 1), 8000)
    (tmp_path / "a.flac").rename(tmp_path / "a.mp3")
    assert decoded(tmp_path / "a.mp3")[1].container == "flac"


def test_a_file_that_stops_early_gives_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, noise(8000, 1), 8000)
    path.write_bytes(path.read_bytes()[: 44 + 2 * 6000])
    assert decoded(path)[1].duration_s == 0.75


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", note("empty-file")),
        (b"RIFF", note("begins-only", form="WAV")),
        (b"just words, no sound at all\n" * 40, note("unrecognised")),
    ],
)
def test_a_file_without_sound_is_refused_with_its_reason(
    tmp_path: Path, content: bytes, reason: SoundNote
) -> None:
    (tmp_path / "a.wav").write_bytes(content)
    with pytest.raises(UndecodableError) as refused:
        decoded(tmp_path / "a.wav")
    assert refused.value.note == reason


def test_a_header_without_samples_is_refused(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", noise(0, 1), 8000)
    with pytest.raises(UndecodableError, match=r"^no-samples$"):
        decoded(tmp_path / "a.wav")


def test_a_picture_is_refused(tmp_path: Path) -> None:
    header = b"BM" + (58).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little")
    size = (40).to_bytes(4, "little") + 2 * (1).to_bytes(4, "little") + b"\1\0\x18\0" + bytes(24)
    (tmp_path / "a.wav").write_bytes(header + size + bytes(4))
    with pytest.raises(UndecodableError, match=r"^unrecognised$"):
        decoded(tmp_path / "a.wav")
