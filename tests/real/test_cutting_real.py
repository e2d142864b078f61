"""Turns cut from real calls without their transcripts, and speech found beside hand-made marks."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from sqlalchemy import select

from earmark.audio.detectors import RATE_HZ, DetectorName
from earmark.audio.stretches import Stretch, stretches_of
from earmark.audio.voice import SETTINGS, VoiceMeter, gain_to_nominal
from earmark.audio.voice_band import write_voice_band
from earmark.audio.voice_file import blocks_of
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.storage.tables import turn
from elsewhere import DATA, NEEDS_DATA

AUDIO = DATA / "audio"
FRAME_S = 0.01

pytestmark = NEEDS_DATA


def speech_in(path: Path, scratch: Path, *, detector: DetectorName = "fast") -> list[tuple[Stretch, ...]]:
    """Find each channel's speech at its nominal level."""
    band = write_voice_band(path, scratch / "band")
    found = []
    for channel in range(band.channels):
        gains = [gain_to_nominal(band.level_db(channel))]
        meter = VoiceMeter(channels=1, sample_rate_hz=RATE_HZ, detector=detector, gains=gains)
        for block in blocks_of(band.path, channels=band.channels, channel=channel):
            meter.add(block)
        found.extend(stretches_of(meter.track(), SETTINGS[detector]))
    return found


def words(turns: Iterable[Any], role: str) -> Counter[str]:
    """Count the words of one side, in turns as a file or as the database has them."""
    told = (one if isinstance(one, dict) else one._mapping for one in turns)
    return Counter(word for one in told if one["role"] == role for word in one["text"].split())


def frames(spans: Sequence[tuple[float, float]], duration_s: float) -> np.ndarray:
    marks = np.zeros(round(duration_s / FRAME_S), bool)
    for start, end in spans:
        marks[round(start / FRAME_S) : round(end / FRAME_S)] = True
    return marks


def test_a_call_cut_without_the_speakers_of_its_transcript_holds_what_the_transcript_lists(
    home: Home, tmp_path: Path
) -> None:
    call = AUDIO / "callcentre-stereo" / "auto_repair_49_full.ogg"
    listed = json.loads(call.with_name("auto_repair_49.turns.json").read_text(encoding="utf-8"))["turns"]
    unnamed = [{name: one[name] for name in ("start", "end", "text")} for one in listed]
    (tmp_path / "alone.json").write_text(json.dumps({"segments": unnamed}), encoding="utf-8")
    study = home.studies.create("call", protocol="conversation-turns", settings={"agent_channel": "left"})
    report = import_paths(study, [shutil.copy(call, tmp_path / "alone.ogg")])
    duration_s = report.imported[0].duration_s
    with home.database.read() as connection:
        cut = connection.execute(select(turn.c.role, turn.c.start_s, turn.c.end_s, turn.c.text)).all()
    inside = total = right = 0
    precision = {}
    for role in ("agent", "user"):
        said = frames([(one["start"], one["end"]) for one in listed if one["role"] == role], duration_s)
        found = frames([(one.start_s, one.end_s) for one in cut if one.role == role], duration_s)
        inside, total = inside + (said & found).sum(), total + said.sum()
        precision[role] = (said & found).sum() / found.sum()
        right += (words(cut, role) & words(listed, role)).total()
    assert inside / total >= 0.95  # measured 0.983
    assert precision["agent"] >= 0.93  # measured 0.961
    assert right / (words(listed, "agent") + words(listed, "user")).total() >= 0.95  # measured 0.981


@pytest.mark.parametrize(("detector", "gain"), [("fast", 1), ("fast", 0.03), ("accurate", 1)])
def test_speech_is_found_where_people_marked_it_at_any_level(
    tmp_path: Path, detector: DetectorName, gain: float
) -> None:
    hit = found_only = marked_only = 0
    errors: list[float] = []
    for path in sorted((AUDIO / "vad-labelled").glob("*.wav")):
        samples, rate = soundfile.read(path, dtype="float32")
        duration_s = len(samples) / rate
        soundfile.write(tmp_path / "it.wav", samples * gain, rate, subtype="FLOAT")
        marks = marked(path.with_suffix(".scv"))
        (heard,) = speech_in(tmp_path / "it.wav", tmp_path, detector=detector)
        found = [(one.start_s, one.end_s) for one in heard]
        left, right = frames(marks, duration_s), frames(found, duration_s)
        hit, found_only = hit + (left & right).sum(), found_only + (right & ~left).sum()
        marked_only += (left & ~right).sum()
        errors += [min(abs(a - start) for a, _ in found) for start, _ in marks if start > 0]
        errors += [min(abs(b - end) for _, b in found) for _, end in marks if end < duration_s - 0.02]
    assert 2 * hit / (2 * hit + found_only + marked_only) >= 0.93  # measured 0.957 and 0.960
    assert np.median(errors) <= 0.1  # measured 0.027 and 0.034


def marked(path: Path) -> list[tuple[float, float]]:
    """Read triples of start, end, and 1 for speech."""
    cells = path.read_text(encoding="utf-8").strip().split(",")[1:]
    triples = [cells[at : at + 3] for at in range(0, len(cells), 3)]
    return [(float(start), float(end)) for start, end, speech in triples if speech == "1"]


@pytest.mark.parametrize(("name", "listed_from_s"), [("smooth_turn_taking", 0), ("user_interruption", 17)])
def test_the_agents_words_lie_in_its_speech_and_little_else_does(
    name: str, listed_from_s: float, tmp_path: Path
) -> None:
    path = AUDIO / "full-duplex-bench" / f"{name}_agent.wav"
    words = json.loads(path.with_suffix(".words.json").read_text(encoding="utf-8"))["chunks"]
    (heard,) = speech_in(path, tmp_path)
    found = frames([(one.start_s, one.end_s) for one in heard if one.start_s > listed_from_s], 30)
    said = frames([tuple(one["timestamp"]) for one in words], 30)
    assert (said & found).sum() / said.sum() > 0.85  # recognisers end words late
    assert (said & found).sum() / found.sum() > 0.9


def test_two_synthetic_talkers_are_heard_each_in_their_channel(tmp_path: Path) -> None:
    left, right = speech_in(AUDIO / "dialogue-tts-stereo" / "dia3_dialospeech.wav", tmp_path)
    assert [round(one.start_s) for one in left] == [0, 4]
    assert [round(one.start_s) for one in right] == [2, 6]
