from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from earmark.audio.decode import SoundInfo, UndecodableError, open_sound
from sounds import sine
from wavs import chunk, form, riff, whole_numbers

TONE = sine(16_000, hertz=440, seconds=0.5)
DATA = whole_numbers(TONE)
SOUND = chunk(b"data", DATA)
TAGS = chunk(b"LIST", b"INFOINAM" + (6).to_bytes(4, "little") + b"ZEBRA\0")


def read(path: Path, content: bytes) -> tuple[np.ndarray, SoundInfo]:
    path.write_bytes(content)
    with open_sound(path) as sound:
        return np.concatenate(list(sound.blocks()), axis=1), sound.info


@pytest.mark.parametrize(
    "content",
    [
        riff(form(), chunk(b"data", DATA, size=0), size=0),
        riff(form(), chunk(b"data", DATA, size=0xFFFFFFFF), size=0xFFFFFFFF),
        riff(form(), TAGS, SOUND),
        riff(form(), SOUND, TAGS),
        riff(chunk(b"JUNK", bytes(28)), form(), chunk(b"bext", bytes(603)), SOUND),
        riff(SOUND, form()),
        riff(form(extensible=True), SOUND),
        riff(form(), chunk(b"data", DATA + b"\1")),
    ],
    ids=["size 0", "size unknown", "tags first", "tags last", "junk", "format last", "extensible", "half"],
)
def test_odd_but_whole_files_come_out_sample_for_sample(tmp_path: Path, content: bytes) -> None:
    samples, info = read(tmp_path / "a.wav", content)
    assert np.array_equal(samples[0], np.frombuffer(DATA, "<i2") / np.float32(32768))
    assert info == SoundInfo(16_000, 1, 0.5, "wav", "pcm_s16le", 0)


@pytest.mark.parametrize(
    ("content", "repair"),
    [
        (riff(form(), chunk(b"note", b"abc", pad=False), SOUND), "odd-chunk"),
        (riff(chunk(b"note", b"abc", pad=False), form(), SOUND), "odd-chunk"),
        (
            riff(form(), chunk(b"data", DATA, size=8000)),
            "beyond-its-size",
        ),
        (
            riff(form(), chunk(b"data", DATA, size=8000), size=8036),
            "beyond-its-size",
        ),
        (b"ID3\3\0\0\0\0\0\12" + bytes(10) + riff(form(), SOUND), "tag-skipped"),
    ],
    ids=["no pad", "no pad first", "size too small", "both sizes too small", "tag in front"],
)
def test_broken_headers_are_mended_and_all_sound_is_taken(
    tmp_path: Path, content: bytes, repair: str
) -> None:
    samples, info = read(tmp_path / "a.wav", content)
    assert np.array_equal(samples[0], np.frombuffer(DATA, "<i2") / np.float32(32768))
    assert [one.code for one in info.mended] == [repair]
    assert (info.missing_s, info.left_over_bytes) == (0, 0)


@pytest.mark.parametrize(
    ("content", "missing_s", "left_over"),
    [
        (riff(form(), chunk(b"data", DATA, size=2 * len(DATA))), 0.5, 0),
        (riff(form(), SOUND)[: 44 + len(DATA) // 2], 0.25, 0),
        (riff(form(), SOUND) + b"\xde\xad\xbe\xef" * 50, 0, 200),
        (riff(form(), chunk(b"data", DATA[:8000]), chunk(b"data", DATA[8000:])), 0, 8000),
    ],
    ids=["size too large", "cut", "garbage behind", "two of them"],
)
def test_what_is_missing_or_left_over_is_measured(
    tmp_path: Path, content: bytes, missing_s: float, left_over: int
) -> None:
    _, info = read(tmp_path / "a.wav", content)
    assert (info.missing_s, info.left_over_bytes, info.mended) == (missing_s, left_over, ())


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (riff(form()), "begins-only, form WAV"),
        (riff(SOUND), "begins-only, form WAV"),
        (riff(form())[:30], "begins-only, form WAV"),
        (riff(form(), chunk(b"data", b"")), "no-samples"),
        (riff(form(channels=0), SOUND), "undecodable-for"),
        (riff(form(0), SOUND), "begins-only, form WAV"),
        (riff(form(code=0x7777), SOUND), "unknown-coding"),
    ],
    ids=["no sound", "no format", "cut in the format", "empty", "no channel", "no rate", "unknown coding"],
)
def test_a_wav_without_usable_sound_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(UndecodableError, match=reason):
        read(tmp_path / "a.wav", content)
