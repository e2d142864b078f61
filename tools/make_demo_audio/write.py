"""Writes the recordings and the lists that describe them."""

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from . import compose, script
from .compose import Placed, Recording
from .faults import Fault
from .script import Call, Clip

_FULL_SCALE = 32767


def everything(folder: Path) -> None:
    """Make all recordings, `calls.jsonl`, `clips.jsonl` and `truth.json` in that folder."""
    calls = [(each, compose.call(each)) for each in script.calls()]
    clips = [(each, compose.clip(each)) for each in script.clips()]
    for call, recording in calls:
        _write_flac(folder / call.audio, recording)
    for clip, recording in clips:
        _write_flac(folder / clip.audio, recording)
    _write_lines(folder / "calls.jsonl", (_call_row(*each) for each in calls))
    _write_lines(folder / "clips.jsonl", (_clip_row(clip) for clip, _ in clips))
    truth = {each.audio: _call_truth(recording) for each, recording in calls}
    truth |= {each.audio: _clip_truth(each, recording) for each, recording in clips}
    text = json.dumps(truth, ensure_ascii=False, indent=1)
    (folder / "truth.json").write_text(text + "\n", "utf-8")


def _write_flac(path: Path, recording: Recording) -> None:
    """Write 16-bit FLAC without tags."""
    path.parent.mkdir(parents=True, exist_ok=True)
    peak = float(np.abs(recording.samples).max())
    if peak >= 1:
        message = f"{path}: peak {peak:.2f} is above full scale"
        raise ValueError(message)
    whole = np.round(recording.samples * _FULL_SCALE).astype(np.int16)
    soundfile.write(path, whole, recording.rate, subtype="PCM_16", compression_level=1.0)
    sys.stderr.write(f"{path.name} {whole.shape[0] / recording.rate:.1f} s, peak {peak:.2f}\n")


def _write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), "utf-8")


def _call_row(call: Call, recording: Recording) -> dict[str, Any]:
    return {
        "audio": call.audio,
        "item": call.item,
        "condition": call.condition,
        "language": call.language,
        "agent_channel": "right",
        "scenario": call.scenario,
        "turns": [_turn_row(placed) for placed in recording.placed],
    }


def _turn_row(placed: Placed) -> dict[str, Any]:
    return {
        "role": placed.turn.role,
        "start": round(placed.start / compose.CALL_RATE, 3),
        "end": round(placed.end / compose.CALL_RATE, 3),
        "text": placed.turn.text,
    }


def _clip_row(clip: Clip) -> dict[str, Any]:
    return {
        "audio": clip.audio,
        "item": clip.item,
        "condition": clip.condition,
        "language": clip.language,
        "text": clip.text,
    }


def _call_truth(recording: Recording) -> dict[str, Any]:
    quality = [
        {"turn": index, "content": each.turn.content, "prosody": each.turn.prosody}
        for index, each in enumerate(recording.placed)
        if each.turn.role == "agent"
    ]
    return {"faults": [_fault_row(fault) for fault in recording.faults], "quality": quality}


def _clip_truth(clip: Clip, recording: Recording) -> dict[str, Any]:
    return {"faults": [_fault_row(fault) for fault in recording.faults], "quality": clip.quality}


def _fault_row(fault: Fault) -> dict[str, Any]:
    row = {name: value for name, value in asdict(fault).items() if value is not None}
    return row | {"start_s": round(fault.start_s, 3), "end_s": round(fault.end_s, 3)}
