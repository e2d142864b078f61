"""Two systems named everywhere but where a rater may see it, and a search that would find the names."""

from __future__ import annotations

import base64
import json
import os
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final
from urllib.parse import unquote_to_bytes

import av
import numpy as np
import soundfile
from sqlalchemy import select

from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.studies import Study
from earmark.storage import tables
from pairs import talk_rows
from sounds import sine, write_sound

SYSTEMS: Final = ("ZEBRAMODEL", "OKAPIMODEL")
FORMATS: Final = (".wav", ".flac", ".mp3", ".ogg", ".m4a")
RATE: Final = 16_000
TURN_S: Final = 0.4


def clip_study(home: Home, folder: Path) -> Study:
    """Make the study *clips*: each system says the same clip in every format."""
    study = home.studies.create("clips", protocol="clip-rating", title="Clips")
    samples = sine(RATE, seconds=TURN_S)
    rows = [
        {
            "audio": f"{system}/{system}-clip{suffix}",
            "item": f"clip{suffix} without {SYSTEMS[0]}",
            "condition": system,
            "text": f"What {system} was to say",
            "vendor": system,
        }
        for system, suffix in product(SYSTEMS, FORMATS)
    ]
    return _import(study, folder, rows, samples)


def call_study(home: Home, folder: Path) -> Study:
    """Make the study *calls*: each system has the same talk of two agent turns, as WAV and as FLAC."""
    study = home.studies.create("calls", protocol="conversation-turns", title="Calls")
    low, high = (sine(RATE, seconds=TURN_S, hertz=hertz) for hertz in (220, 440))
    rest = np.zeros_like(low)
    sides = [(low, rest), (rest, high)] * 2
    turns = [
        {"role": role, "start": index * TURN_S, "end": (index + 1) * TURN_S, "text": f"{role} {index}"}
        for index, role in enumerate(("user", "agent") * 2)
    ]
    rows = [
        {
            "audio": f"{system}/{system}-call{suffix}",
            "item": f"call{suffix} without {SYSTEMS[0]}",
            "condition": system,
            "agent_channel": "right",
            "scenario": {"title": "A late train"},
            "text": f"A summary by {system}",
            "turns": [turn | {"id": f"{system}-{turn['start']}", "voice": system} for turn in turns],
        }
        for system, suffix in product(SYSTEMS, (".wav", ".flac"))
    ]
    return _import(study, folder, rows, np.concatenate([np.stack(pair, axis=1) for pair in sides]))


def pair_study(home: Home, folder: Path) -> Study:
    """Make the study *pairs*: the two systems beside each other in three scenarios, which name them, too.

    One speaks on the right of its files, the other on the left of files at twice the rate, and softer.
    """
    study = home.studies.create("pairs", protocol="live-ab", title="Pairs")
    rows = [
        row
        | {
            "item": f"{row['item']} without {SYSTEMS[0]}",
            "scenario": row["scenario"] | {"failed-before": row["condition"]},
        }
        for row in talk_rows(folder, SYSTEMS[:1], items=("train", "bus", "ship"))
    ]
    other = {"condition": SYSTEMS[1], "agent_channel": "left"}
    rows += [{**row, **other, "audio": str(row["audio"]).replace(*SYSTEMS)} for row in rows]
    samples = np.stack([sine(RATE, seconds=1.0, hertz=hertz) for hertz in (220, 440)], axis=1)
    soft = np.repeat(samples[:, ::-1], 2, axis=0) / 4
    return _import(study, folder, rows, samples, others={SYSTEMS[1]: (soft, 2 * RATE)})


def _import(
    study: Study,
    folder: Path,
    rows: list[dict[str, object]],
    samples: np.ndarray,
    *,
    others: Mapping[str, tuple[np.ndarray, int]] | None = None,
) -> Study:
    for row in rows:
        path, system = folder / str(row["audio"]), str(row["condition"])
        write_tagged(path, *(others or {}).get(system, (samples, RATE)), word=system)
        assert str(row["condition"]).encode() in path.read_bytes()
    (folder / "manifest.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    report = import_paths(study, [folder])
    assert (len(report.imported), report.refused) == (len(rows), ())
    for day, path in enumerate(sorted((study.home.settings.home / "objects").rglob("*"))):
        os.utime(path, (day * 86_400, day * 86_400))  # as if each was imported on a day of its own
    return study


def write_tagged(path: Path, samples: np.ndarray, rate: int, *, word: str) -> None:
    """Write a sound whose tags hold a word: LIST and ID3 chunks, comments, ID3, or atoms."""
    write_sound(path, samples, rate)
    if path.suffix in {".mp3", ".m4a"}:
        _retag(path, word)
        return
    with soundfile.SoundFile(
        path, "w", samplerate=rate, channels=1 if samples.ndim == 1 else 2, format=path.suffix[1:].upper()
    ) as out:
        out.title, out.artist, out.comment = word, word, f"made by {word}"
        out.write(samples)
    if path.suffix == ".wav":
        _append_id3(path, word)


def _retag(path: Path, word: str) -> None:
    plain = path.with_name(f"plain{path.suffix}")
    path.rename(plain)
    with av.open(str(plain)) as source, av.open(str(path), "w") as out:
        for name in ("title", "artist", "comment"):
            out.metadata[name] = word
        stream = out.add_stream_from_template(source.streams.audio[0])
        for packet in source.demux(source.streams.audio[0]):
            if packet.dts is not None:
                packet.stream = stream
                out.mux(packet)
    plain.unlink()


def _append_id3(path: Path, word: str) -> None:
    text = b"\3" + word.encode()
    frame = b"TIT2" + struct.pack(">I", len(text)) + b"\0\0" + text
    tag = b"ID3\4\0\0" + struct.pack(">I", len(frame)) + frame
    content = path.read_bytes() + b"id3 " + struct.pack("<I", len(tag)) + tag + b"\0" * (len(tag) % 2)
    path.write_bytes(content[:4] + struct.pack("<I", len(content) - 8) + content[8:])


@dataclass(frozen=True)
class Secrets:
    """What no rater's browser may receive: names, and what the server alone calls things by."""

    names: tuple[str, ...]
    hashes: tuple[str, ...]
    ids: tuple[str, ...]

    def found_in(self, received: bytes) -> list[str]:
        """Return each secret that is in these bytes, in any usual spelling."""
        texts = [received.lower(), unquote_to_bytes(received).lower(), _unescaped(received).lower()]
        found = [
            name for name in self.names if any(form in text for form in _forms(name) for text in texts)
        ] + [one for one in (*self.hashes, *self.ids) if any(one.encode() in text for text in texts)]
        found += [f"{name} in base64" for name in self.names if any(b in received for b in _base64s(name))]
        for one in self.hashes:
            digest = bytes.fromhex(one)
            if digest in received or base64.b64encode(digest).rstrip(b"=") in received:
                found.append(f"{one} as bytes")
        return found


def secrets_of(home: Home) -> Secrets:
    """Gather the secrets of every study here."""
    with home.database.read() as connection:
        conditions = list(connection.execute(select(tables.condition.c.id)).scalars())
        of, heard = tables.stimulus.c, tables.levelled_sound.c
        sounds = connection.execute(select(of.original_hash, of.rendition_hash, of.peaks_hash)).all()
        levelled = connection.execute(select(heard.rendition_hash, heard.peaks_hash)).all()
        hashes = {one for row in (*sounds, *levelled) for one in row}
        return Secrets(SYSTEMS, tuple(sorted(hashes)), tuple(conditions))


def _forms(name: str) -> Iterator[bytes]:
    yield name.lower().encode()
    yield name.lower().encode("utf-16-le")
    yield name.lower().encode("utf-16-be")


def _unescaped(received: bytes) -> bytes:
    return re.sub(rb"\\u00([0-9a-fA-F]{2})", lambda found: bytes.fromhex(found[1].decode()), received)


def _base64s(name: str) -> Iterator[bytes]:
    """Yield what base64 makes of a name wherever it begins, without the ends that depend on neighbours."""
    for word in (name, name.lower(), name.capitalize()):
        for before in range(3):
            encoded = base64.b64encode(b"\0" * before + word.encode())
            start = (0, 2, 3)[before]
            whole = (before + len(word)) * 8 // 6
            yield encoded[start:whole]
