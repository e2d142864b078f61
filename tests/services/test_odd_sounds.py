"""A folder of odd and hostile sound files: each fault alone and two at once, all in one import."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr
from sqlalchemy import func, select

from earmark.core.imports import ImportReport
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.studies import Study
from earmark.storage.tables import stimulus, task, task_stimulus
from sounds import DEMO, write_sound
from wavs import chunk, form, riff, whole_numbers

RATE = 16_000
REFUSED, REPAIRED, WARNED, SOUND = "refused", "repaired", "warnings", "imported"


@dataclass(frozen=True)
class Case:
    """A file, and what must be said of it: the kind of the remark and a part of its words."""

    name: str
    content: bytes
    said: tuple[tuple[str, str], ...]


def speech() -> np.ndarray:
    samples, rate = soundfile.read(DEMO / "clips" / "parcel-meadow.flac", dtype="float32")
    return 2 * soxr.resample(samples[rate // 2 : rate], rate, RATE)


VOICE = speech()
DATA = whole_numbers(VOICE)


@dataclass(frozen=True)
class Header:
    """What a WAV file is put together from; each fault of `HEADER_FAULTS` changes one part."""

    front: bytes = b""
    before: bytes = b""
    data: bytes = DATA
    size: int | None = None
    behind: bytes = b""
    keep: float = 1.0

    def file(self) -> bytes:
        sound = chunk(b"data", self.data, size=self.size)
        whole = self.front + riff(form(RATE), self.before, sound) + self.behind
        return whole[: int(len(whole) * self.keep)]


def changed(header: Header, **parts: object) -> Header:
    return Header(**{**header.__dict__, **parts})


HEADER_FAULTS: dict[str, tuple[Callable[[Header], Header], tuple[tuple[str, str], ...]]] = {
    "tag-in-front": (
        lambda one: changed(one, front=b"ID3\3\0\0\0\0\0\12" + bytes(10)),
        ((REPAIRED, "begins with a tag"),),
    ),
    "no-pad": (
        lambda one: changed(one, before=chunk(b"note", b"abc", pad=False)),
        ((REPAIRED, "without its pad byte"),),
    ),
    "garbage": (
        lambda one: changed(one, behind=b"\xde\xad\xbe\xef" * 20),
        ((WARNED, "behind its sound"),),
    ),
    "silent": (lambda one: changed(one, data=bytes(len(DATA))), ((WARNED, "nothing but silence"),)),
    "flat": (
        lambda one: changed(one, data=whole_numbers(np.clip(4 * VOICE, -0.3, 0.3))),
        ((WARNED, "is cut flat"),),
    ),
    "faint": (lambda one: changed(one, data=whole_numbers(0.002 * VOICE)), ((WARNED, "is almost silent"),)),
}
EXCLUDE = [{"silent", "flat"}, {"silent", "faint"}, {"flat", "faint"}]
"""Faults that cannot be in one file."""


def header_cases() -> Iterator[Case]:
    """Yield each fault of a WAV file alone, and two at once."""
    pairs = [pair for pair in combinations(HEADER_FAULTS, 2) if set(pair) not in EXCLUDE]
    for names in [*((name,) for name in HEADER_FAULTS), *pairs]:
        header = Header()
        for name in names:
            header = HEADER_FAULTS[name][0](header)
        said = tuple(one for name in names for one in HEADER_FAULTS[name][1])
        yield Case(f"wav {' '.join(names)}.wav", header.file(), said)


def cut_cases(folder: Path) -> Iterator[Case]:
    """Yield files that break off, of every format that can tell."""
    for suffix in ("wav", "flac", "mp3", "opus", "webm", "aiff", "m4a"):
        long = np.tile(VOICE, 6 if suffix == "opus" else 1)  # pages of Ogg hold a second
        path = write_sound(folder / f"whole.{suffix}", soxr.resample(long, RATE, 48_000), 48_000)
        whole = path.read_bytes()
        cut = (
            "begins as MP4, but no sound"
            if suffix == "m4a"
            else "may break off"
            if suffix == "opus"
            else "breaks off"
        )
        kind = REFUSED if suffix == "m4a" else WARNED
        yield Case(f"cut.{suffix}", whole[: len(whole) * 3 // 4], ((kind, cut),))
        yield Case(f"named otherwise {suffix}.txt.mp3", whole, ())


def lone_cases() -> Iterator[Case]:
    """Yield what is no sound, or none that can be rated."""
    chance = np.random.default_rng(4)
    unrecognised = ((REFUSED, "is no sound file that can be recognised by its content"),)
    no_sound = ((REFUSED, "begins as WAV, but no sound can be found in it"),)
    yield Case("empty.wav", b"", ((REFUSED, "is empty (0 bytes)"),))
    yield Case("words.wav", b"<html>404 Not Found</html>\n" * 9, unrecognised)
    yield Case("noise.wav", chance.bytes(40_000), unrecognised)
    yield Case("zeros.mp3", bytes(40_000), unrecognised)
    yield Case("headerless.pcm", DATA, unrecognised)
    yield Case("headerless.raw", DATA, unrecognised)
    yield Case("list.m3u.wav", b"ffconcat version 1.0\nfile hum.wav\n", ((REFUSED, "is a list of other"),))
    yield Case("no sound.wav", riff(form(RATE)), no_sound)
    yield Case("no format.wav", riff(chunk(b"data", DATA)), no_sound)
    yield Case("cut header.wav", riff(form(RATE))[:30], no_sound)
    yield Case("no samples.wav", riff(form(RATE), chunk(b"data", b"")), ((REFUSED, "holds no samples"),))
    yield Case("no rate.wav", riff(form(0), chunk(b"data", DATA)), no_sound)
    yield Case("slow.wav", riff(form(300), chunk(b"data", DATA)), ((REFUSED, "has 300 samples a second"),))
    yield Case("no channel.wav", riff(form(channels=0), chunk(b"data", DATA)), ((REFUSED, "cannot be dec"),))
    yield Case("six.wav", riff(form(RATE, channels=6), chunk(b"data", DATA)), ((REFUSED, "has 6 channels"),))
    yield Case(
        "unknown.wav", riff(form(RATE, code=0x7777), chunk(b"data", DATA)), ((REFUSED, "is coded in a"),)
    )
    floats = riff(form(RATE, bits=32, code=3), chunk(b"data", (VOICE * 32_768).astype("<f4").tobytes()))
    yield Case("floats.wav", floats, ((REFUSED, "times full scale"),))
    odd = VOICE.astype("<f4")
    odd[100:103] = np.nan, np.inf, -np.inf
    yield Case(
        "nan.wav", riff(form(RATE, bits=32, code=3), chunk(b"data", odd.tobytes())), ((WARNED, "3 samples"),)
    )
    yield Case(
        "small.wav", riff(form(RATE), chunk(b"data", DATA, size=4000)), ((REPAIRED, "bytes more follow"),)
    )
    yield Case("large.wav", riff(form(RATE), chunk(b"data", DATA, size=10**8)), ((WARNED, "breaks off"),))
    yield Case("streamed.wav", riff(form(RATE), chunk(b"data", DATA, size=0), size=0), ())
    yield Case("unknown size.wav", riff(form(RATE), chunk(b"data", DATA, size=0xFFFFFFFF)), ())
    yield Case(
        "hum.wav",
        riff(form(RATE), chunk(b"data", whole_numbers(chance.normal(0, 0.05, 8000)))),
        ((WARNED, "no speech"),),
    )
    both = np.stack([VOICE, np.zeros_like(VOICE)], axis=1)
    yield Case(
        "dead.wav",
        riff(form(RATE, channels=2), chunk(b"data", whole_numbers(both))),
        ((WARNED, "its right"),),
    )


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    return [*header_cases(), *cut_cases(tmp_path_factory.mktemp("whole")), *lone_cases()]


def said_of(report: ImportReport, path: Path) -> list[tuple[str, str]]:
    """Return all that is said of a file, but for what comes from comparing it with others."""
    found = [(REFUSED, one.reason) for one in report.refused if one.path == str(path)]
    found += [(REPAIRED, one.message) for one in report.repaired if one.path == str(path)]
    found += [(WARNED, one.message) for one in report.warnings if one.path == str(path)]
    compared = ("is the same sound as", "than the other recordings")
    return [(kind, words) for kind, words in found if not any(part in words for part in compared)]


def test_every_odd_file_has_its_named_remark_and_none_is_half_in(
    home: Home, small_protocol: Callable[[str], Path], tmp_path: Path, cases: list[Case]
) -> None:
    study = home.studies.create("odd", protocol=small_protocol("clip"))
    for case in cases:
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / case.name).write_bytes(case.content)
    report = import_paths(study, [tmp_path / "in"])
    assert len(cases) >= 50
    for case in cases:
        said = said_of(report, tmp_path / "in" / case.name)
        missing = [
            one for one in case.said if not any(one[0] == kind and one[1] in words for kind, words in said)
        ]
        assert (case.name, missing, len(said)) == (case.name, [], len(case.said)), said
    refused = [case.name for case in cases if case.said and case.said[0][0] == REFUSED]
    assert sorted(Path(one.path).name for one in report.refused) == sorted(refused)
    assert len(report.imported) == len(cases) - len(refused)
    assert rows_in(study) == (len(report.imported),) * 3
    assert all(one.remedy for one in report.refused)
    again = import_paths(study, [tmp_path / "in"])
    assert (again.imported, len(again.unchanged), len(again.refused)) == (
        (),
        len(report.imported),
        len(refused),
    )


def rows_in(study: Study) -> tuple[int, ...]:
    with study.home.database.read() as connection:
        counts = (
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (stimulus, task, task_stimulus)
        )
        return tuple(counts)


def test_a_talk_of_two_files_is_held_up_by_any_fault_of_one(
    home: Home, small_protocol: Callable[[str], Path], tmp_path: Path, cases: list[Case]
) -> None:
    study = home.studies.create("talks", protocol=small_protocol("conversation"))
    good = riff(form(RATE), chunk(b"data", DATA))
    turns = {"turns": [{"role": role, "start": 0.1, "end": 0.4} for role in ("user", "agent")]}
    chosen = [
        case for case in cases if case.name in {"empty.wav", "six.wav", "floats.wav", "cut.flac", "small.wav"}
    ]
    for number, case in enumerate(chosen):
        (tmp_path / f"{number}_user.wav").write_bytes(good)
        (tmp_path / f"{number}_agent.wav").write_bytes(case.content)
        (tmp_path / f"{number}.turns.json").write_text(json.dumps(turns), encoding="utf-8")
    report = import_paths(study, [tmp_path])
    for number, case in enumerate(chosen):
        [(kind, words)] = case.said
        said = [
            *said_of(report, tmp_path / f"{number}_agent.wav"),
            *said_of(report, tmp_path / f"{number}_user.wav"),
        ]
        assert any(kind == one and words in told for one, told in said), (case.name, said)
    assert rows_in(study)[0] == len(report.imported) == 2
