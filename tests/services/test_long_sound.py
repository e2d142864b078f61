"""Long recordings and many containers: exact jumps, bounded memory, nothing that tells their source."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile
from sqlalchemy import select

from earmark.audio.rendition import render
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.storage.tables import stimulus
from proof import IN_PROOF
from sounds import DEMO, sine

SmallProtocol = Callable[[str], Path]

MINUTES = 60 if IN_PROOF else 3
RATE = 44_100


def write_vbr(path: Path, minutes: float, rate: int = 16_000) -> None:
    """Write MP3 of a varying bit rate: hum, noise in turns, and a beep of 50 ms at every full 10 s."""
    chance = np.random.default_rng(1)
    with av.open(str(path), "w", format="mp3") as out:
        stream = out.add_stream("libmp3lame", rate=rate, layout="mono", options={"q": "6", "b": "0"})
        stream.codec_context.qscale = True
        resampler = av.AudioResampler("s16p", "mono", rate, stream.codec_context.frame_size or 576)
        for second in range(round(minutes * 60)):
            samples = 0.02 * chance.standard_normal(rate) * (second % 7 < 3)
            if second % 10 == 0:
                samples[: rate // 20] = 0.7 * np.sin(2 * np.pi * 1000 * np.arange(rate // 20) / rate)
            frame = av.AudioFrame.from_ndarray(
                np.ascontiguousarray(samples[None], np.float32), format="fltp", layout="mono"
            )
            frame.sample_rate, frame.pts = rate, second * rate
            for part in resampler.resample(frame):
                out.mux(stream.encode(part))
        for part in resampler.resample(None):
            out.mux(stream.encode(part))
        out.mux(stream.encode(None))


def test_every_beep_of_a_varying_bit_rate_is_where_a_jump_looks_for_it(tmp_path: Path) -> None:
    write_vbr(tmp_path / "a.mp3", 0.52)
    render(tmp_path / "a.mp3", tmp_path / "b", peaks=tmp_path / "peaks")
    with av.open(str(tmp_path / "b")) as container:
        stream = container.streams.audio[0]
        for second in (30, 10, 20):
            container.seek(round((second - 0.05) * 16_000), stream=stream)
            got, start = [], None
            for frame in container.decode(audio=0):
                start = frame.pts if start is None else start
                got.append(frame.to_ndarray().reshape(-1))
                if sum(map(len, got)) > 8000:
                    break
            loud = np.flatnonzero(np.abs(np.concatenate(got).astype(int)) > 8000)
            assert abs((start + loud[0]) / 16_000 - second) < 0.03


MEASURE = """
import resource, sys
from earmark.services.home import open_home
from earmark.services.importing import import_paths
import earmark.audio.rendition
with open_home(sys.argv[1]) as home:
    study = home.studies.create("long", protocol="clip-rating")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report = import_paths(study, [sys.argv[2]])
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(len(report.imported), round((after - before) / 1024))
"""


@pytest.mark.server
@pytest.mark.timeout(600)
def test_the_memory_of_an_import_stays_small_however_long_the_recording(tmp_path: Path) -> None:
    chance = np.random.default_rng(2)
    spoken, rate = soundfile.read(DEMO / "clips" / "parcel-meadow.flac", dtype="int16")
    with soundfile.SoundFile(tmp_path / "long.wav", "w", RATE, 2, "PCM_16") as out:
        out.write(
            np.repeat(spoken[: 2 * rate, None], 2, axis=1)
        )  # so that nobody listens for speech to the end
        second = chance.integers(-3000, 3000, (RATE, 2)).astype(np.int16)
        for number in range(MINUTES * 60):
            out.write(np.roll(second, 97 * number, axis=0))
    command = [sys.executable, "-c", MEASURE, str(tmp_path / "home"), str(tmp_path / "long.wav")]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    assert told[0] == "1"
    assert int(told[1]) < 100  # MB; three minutes decoded are 63 MB, sixty are 1,270


CONTAINERS = {
    "wav": ("pcm_s16le", "wav"),
    "flac": ("flac", "flac"),
    "mp3": ("libmp3lame", "mp3"),
    "ogg": ("flac", "ogg"),
    "opus": ("libopus", "ogg"),
    "m4a": ("aac", "ipod"),
    "mp4": ("aac", "mp4"),
    "webm": ("libopus", "webm"),
    "mkv": ("flac", "matroska"),
    "aiff": ("pcm_s16be", "aiff"),
    "caf": ("pcm_s16be", "caf"),
}


def write_tagged(path: Path, codec: str, form: str) -> None:
    options = {"write_id3v2": "1"} if form in {"aiff", "mp3"} else {}
    with av.open(str(path), "w", format=form, options=options) as out:
        for name in ("title", "artist", "comment", "album"):
            out.metadata[name] = "ZEBRAMODEL"
        stream = out.add_stream(codec, rate=48_000, layout="mono")
        context = stream.codec_context
        resampler = av.AudioResampler(context.format, "mono", 48_000, context.frame_size or 1024)
        frame = av.AudioFrame.from_ndarray(sine(48_000, seconds=0.3)[None], format="fltp", layout="mono")
        frame.sample_rate, frame.pts = 48_000, 0
        for part in [*resampler.resample(frame), *resampler.resample(None)]:
            out.mux(stream.encode(part))
        out.mux(stream.encode(None))


def test_no_tag_of_any_container_reaches_a_rater(
    home: Home, small_protocol: SmallProtocol, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for suffix, (codec, form) in CONTAINERS.items():
        write_tagged(folder / f"a.{suffix}", codec, form)
        assert b"ZEBRAMODEL" in (folder / f"a.{suffix}").read_bytes(), suffix
    study = home.studies.create("clips", protocol=small_protocol("clip"))
    assert len(import_paths(study, [folder]).imported) == len(CONTAINERS)
    with home.database.read() as connection:
        rows = connection.execute(select(stimulus.c.rendition_hash, stimulus.c.peaks_hash)).all()
    for key in {key for row in rows for key in row}:
        content = home.objects.get(key)
        assert b"ZEBRAMODEL" not in content
        assert b"Lavf" not in content
